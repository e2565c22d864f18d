package chance

import (
	"math"
	"time"
)

// Pareto is a power law: P(X > t) = (minimum / t)^alpha from the minimum up. The
// smaller alpha, the more of the whole time lies in few very long durations: the
// variance is infinite up to alpha 2, the mean up to alpha 1.
//
//	X = minimum U^(-1/alpha)
//	mean = minimum alpha / (alpha - 1)        for alpha > 1
//	cv2  = 1 / (alpha (alpha - 2))            for alpha > 2
//
//	mean    alpha   minimum   cv2   p50      p95       p99
//	100ms   1.5     33.3ms    inf   52.9ms   245.6ms   718.1ms
//	100ms   2.5     60ms      0.8   79.2ms   198.9ms   378.6ms
//
// Source: N. L. Johnson, S. Kotz, N. Balakrishnan, Continuous Univariate
// Distributions 1 (1994), chapter 20.
type Pareto struct {
	Average time.Duration `yaml:"mean" doc:"The mean, above 0. Needs alpha above 1. Leave it out when a minimum is given."`
	Minimum time.Duration `yaml:"minimum" doc:"The shortest duration, above 0. Leave it out when a mean is given."`
	Alpha   float64       `yaml:"alpha" doc:"The tail index, from 0.1 to 1000, smaller is heavier. Up to 2 the variance is infinite, up to 1 the mean too."`
}

func (p Pareto) minimum() float64 {
	if p.Average != 0 {
		return float64(p.Average) * ((p.Alpha - 1) / p.Alpha)
	}
	return float64(p.Minimum)
}

// Sample draws one number, rarely more.
func (p Pareto) Sample(s *Stream) time.Duration {
	return duration(float64(p.minimum() * exp(s.ExpFloat64()/p.Alpha))) // -log U is exponential
}

// Mean returns minimum alpha / (alpha - 1), or the longest Duration up to alpha 1.
func (p Pareto) Mean() time.Duration {
	switch {
	case p.Average != 0:
		return max(0, p.Average)
	case p.Alpha <= 1:
		return forever
	}
	return duration(float64(p.Minimum) * (p.Alpha / (p.Alpha - 1)))
}

// CV2 returns 1 / (alpha (alpha - 2)), +Inf up to alpha 2, NaN up to alpha 1.
func (p Pareto) CV2() float64 {
	switch {
	case p.Alpha <= 1:
		return math.NaN()
	case p.Alpha <= 2:
		return math.Inf(1)
	}
	return 1 / (p.Alpha * (p.Alpha - 2))
}

// Validate wants either a mean with alpha above 1, or a minimum with any alpha
// from 0.1 to 1000.
func (p Pareto) Validate() error {
	var f faults
	f.within("alpha", p.Alpha, 0.1, 1000)
	switch {
	case p.Average != 0 && p.Minimum != 0:
		f.add("minimum", p.Minimum.String()+" beside a mean of "+p.Average.String(), "only one of the two")
	case p.Minimum != 0:
		f.above0("minimum", p.Minimum)
	case p.Average != 0 && p.Alpha <= 1:
		f.add("alpha", p.Alpha, "above 1, since the mean is infinite up to 1; or give a minimum instead of the mean")
	default:
		f.above0("mean", p.Average)
	}
	return f.err()
}

// String returns the form of scenario files.
func (p Pareto) String() string { return describe("pareto", p) }
