package chance

import "time"

// Exponential is a wait without memory: however long it has lasted, the rest is
// distributed like the whole. Gaps of Poisson arrivals, and the service times
// that the textbook queues M/M/1 and M/M/c assume.
//
//	P(X > t) = exp(-t / mean),  cv2 = 1
//
//	mean    p50      p95       p99
//	100ms   69.3ms   299.6ms   460.5ms
type Exponential struct {
	Average time.Duration `yaml:"mean" doc:"The mean, above 0."`
}

// Sample draws one number, rarely more.
func (e Exponential) Sample(s *Stream) time.Duration {
	return duration(float64(s.ExpFloat64() * float64(e.Average)))
}

// Mean returns the mean.
func (e Exponential) Mean() time.Duration { return max(0, e.Average) }

// CV2 returns 1.
func (e Exponential) CV2() float64 { return 1 }

// Validate wants a mean above 0.
func (e Exponential) Validate() error {
	var f faults
	f.above0("mean", e.Average)
	return f.err()
}

// String returns the form of scenario files.
func (e Exponential) String() string { return describe("exponential", e) }
