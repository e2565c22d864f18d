package chance

import (
	"math"
	"time"
)

// Weibull is a duration whose end becomes less likely with age (shape below 1,
// as of outages and downloads) or more likely (above 1, as of wearing parts).
//
//	P(X > t) = exp(-(t / scale)^shape)
//	mean = scale Gamma(1 + 1/shape),  cv2 = Gamma(1 + 2/shape) / Gamma(1 + 1/shape)^2 - 1
//
//	mean    shape   scale     cv2     p50      p95       p99
//	100ms   0.5     50ms      5       24ms     448.7ms   1060.4ms
//	100ms   2       112.8ms   0.273   93.9ms   195.3ms   242.1ms
//
// Source: W. Weibull, "A statistical distribution function of wide
// applicability", Journal of Applied Mechanics 18 (1951).
type Weibull struct {
	Average time.Duration `yaml:"mean" doc:"The mean, above 0. Leave it out when a scale is given."`
	Scale   time.Duration `yaml:"scale" doc:"The duration that 36.8 % outlast, above 0. Leave it out when a mean is given."`
	Shape   float64       `yaml:"shape" doc:"The shape, from 0.05 to 1000. 1 is the exponential, below it the tail is heavier."`
}

func (w Weibull) scale() float64 {
	if w.Average != 0 {
		return float64(w.Average) / gammaOf(1+1/w.Shape)
	}
	return float64(w.Scale)
}

// Sample draws one number, rarely more.
func (w Weibull) Sample(s *Stream) time.Duration {
	return duration(float64(w.scale() * pow(s.ExpFloat64(), 1/w.Shape)))
}

// Mean returns scale Gamma(1 + 1/shape).
func (w Weibull) Mean() time.Duration {
	if w.Average != 0 {
		return max(0, w.Average)
	}
	return duration(float64(w.Scale) * math.Gamma(1+1/w.Shape))
}

// CV2 returns Gamma(1 + 2/shape) / Gamma(1 + 1/shape)^2 - 1.
func (w Weibull) CV2() float64 {
	once := math.Gamma(1 + 1/w.Shape)
	return math.Gamma(1+2/w.Shape)/(once*once) - 1
}

// Validate wants either a mean or a scale, above 0, and a shape from 0.05 to
// 1000.
func (w Weibull) Validate() error {
	var f faults
	f.within("shape", w.Shape, 0.05, 1000)
	switch {
	case w.Average != 0 && w.Scale != 0:
		f.add("scale", w.Scale.String()+" beside a mean of "+w.Average.String(), "only one of the two")
	case w.Scale != 0:
		f.above0("scale", w.Scale)
	default:
		f.above0("mean", w.Average)
	}
	return f.err()
}

// String returns the form of scenario files.
func (w Weibull) String() string { return describe("weibull", w) }
