package chance

import "time"

// Uniform is any duration from low to high, all equally likely:
//
//	X = low + U (high - low),  U uniform in [0, 1)
//	mean = (low + high) / 2,  cv2 = (high - low)^2 / (12 mean^2)
//
//	low    high    mean    cv2     p50     p95     p99
//	0s     200ms   100ms   0.333   100ms   190ms   198ms
//	50ms   150ms   100ms   0.0833  100ms   145ms   149ms
type Uniform struct {
	Low  time.Duration `yaml:"low" doc:"The shortest duration, at least 0. 0 if left out."`
	High time.Duration `yaml:"high" doc:"The longest duration, above 0 and at least low."`
}

// Sample draws one number.
func (u Uniform) Sample(s *Stream) time.Duration {
	return max(0, u.Low+duration(float64(s.Float64()*float64(u.High-u.Low))))
}

// Mean returns (low + high) / 2.
func (u Uniform) Mean() time.Duration { return max(0, u.Low+(u.High-u.Low)/2) }

// CV2 returns (high - low)^2 / (12 mean^2), at most 1/3.
func (u Uniform) CV2() float64 {
	span, mean := float64(u.High-u.Low), (float64(u.Low)+float64(u.High))/2
	return span * span / (12 * mean * mean)
}

// Validate wants 0 <= low <= high and high above 0.
func (u Uniform) Validate() error {
	var f faults
	f.atLeast0("low", u.Low)
	f.above0("high", u.High)
	if u.High < u.Low {
		f.add("high", u.High, "at least low, "+u.Low.String())
	}
	return f.err()
}

// String returns the form of scenario files.
func (u Uniform) String() string { return describe("uniform", u) }
