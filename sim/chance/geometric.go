package chance

import "math"

// Geometric returns 1, 2, ... with P(n) = p (1-p)^(n-1) for p = 1/mean, by
// inversion: 1 + floor(E / -log(1-p)) with E exponential of mean 1. A mean of 1
// or less is always 1.
//
// Source: L. Devroye, Non-Uniform Random Variate Generation (1986), X.2.
func (s *Stream) Geometric(mean float64) int64 {
	if !(mean > 1) {
		return 1
	}
	n := s.ExpFloat64() / -log(1-1/mean)
	if n >= math.MaxInt64/2 {
		return math.MaxInt64 / 2
	}
	return 1 + int64(n)
}
