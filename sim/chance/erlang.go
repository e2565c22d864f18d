package chance

import "time"

// Erlang is the sum of equal exponential stages: the gamma with a whole shape,
// for work in steps.
//
//	cv2 = 1 / stages
//
//	mean    stages   p50      p95       p99
//	100ms   1        69.3ms   299.6ms   460.5ms
//	100ms   2        83.9ms   237.2ms   331.9ms
//	100ms   4        91.8ms   193.8ms   251.1ms
//
// Source: A. K. Erlang (1917); it is drawn as Gamma is.
type Erlang struct {
	Average time.Duration `yaml:"mean" doc:"The mean of the whole sum, above 0."`
	Stages  int           `yaml:"stages" doc:"How many stages, from 1 to 1000000. 1 is the exponential."`
}

// Sample draws two numbers, sometimes more.
func (e Erlang) Sample(s *Stream) time.Duration { return e.gamma().Sample(s) }

// Mean returns the mean.
func (e Erlang) Mean() time.Duration { return max(0, e.Average) }

// CV2 returns 1 / stages.
func (e Erlang) CV2() float64 { return 1 / float64(e.Stages) }

func (e Erlang) gamma() Gamma { return Gamma{Average: e.Average, Shape: float64(e.Stages)} }

// Validate wants a mean above 0 and from 1 to 1000000 stages.
func (e Erlang) Validate() error {
	var f faults
	f.above0("mean", e.Average)
	if e.Stages < 1 || e.Stages > 1e6 {
		f.add("stages", e.Stages, "a whole number from 1 to 1000000")
	}
	return f.err()
}

// String returns the form of scenario files.
func (e Erlang) String() string { return describe("erlang", e) }
