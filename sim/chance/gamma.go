package chance

import (
	"math"
	"time"
)

// Gamma is a sum of shape exponential stages where shape need not be whole:
// above 1 it is narrower than the exponential, below 1 wider.
//
//	density ~ x^(shape-1) exp(-x shape / mean),  cv2 = 1 / shape
//
//	mean    shape   p50      p95       p99
//	100ms   0.5     45.5ms   384.1ms   663.5ms
//	100ms   2       83.9ms   237.2ms   331.9ms
//	100ms   4       91.8ms   193.8ms   251.1ms
//
// Source: G. Marsaglia, W. W. Tsang, "A simple method for generating gamma
// variables", ACM Transactions on Mathematical Software 26 (2000).
type Gamma struct {
	Average time.Duration `yaml:"mean" doc:"The mean, above 0."`
	Shape   float64       `yaml:"shape" doc:"The shape, from 0.01 to 1e6. 1 is the exponential."`
}

// Sample draws two numbers, sometimes more.
func (g Gamma) Sample(s *Stream) time.Duration {
	return duration(float64(s.gamma(g.Shape) * (float64(g.Average) / g.Shape)))
}

// Mean returns the mean.
func (g Gamma) Mean() time.Duration { return max(0, g.Average) }

// CV2 returns 1 / shape.
func (g Gamma) CV2() float64 { return 1 / g.Shape }

// Validate wants a mean above 0 and a shape from 0.01 to 1e6.
func (g Gamma) Validate() error {
	var f faults
	f.above0("mean", g.Average)
	f.within("shape", g.Shape, 0.01, 1e6)
	return f.err()
}

// String returns the form of scenario files.
func (g Gamma) String() string { return describe("gamma", g) }

// gamma returns a gamma number of that shape with scale 1: d v with
// v = (1 + N/sqrt(9d))^3, d = shape - 1/3, accepted by a squeeze or by the exact
// comparison. A shape below 1 is raised by 1 and the result multiplied by
// U^(1/shape). Without a positive shape it returns 0.
func (s *Stream) gamma(shape float64) float64 {
	if !(shape > 0) {
		return 0
	}
	boost := 1.0
	if shape < 1 {
		boost = exp(-s.ExpFloat64() / shape) // -log U is exponential
		shape++
	}
	d := shape - 1.0/3
	c := 1 / math.Sqrt(9*d)
	for {
		x := s.NormFloat64()
		v := 1 + float64(c*x)
		if v <= 0 {
			continue
		}
		v = float64(float64(v*v) * v)
		u, xx := s.Open(), float64(x*x)
		if u < 1-float64(0.0331*float64(xx*xx)) || log(u) < float64(xx/2)+float64(d*(1-v+log(v))) {
			return boost * float64(d*v)
		}
	}
}
