package chance

import (
	"math"
	"time"
)

// Constant is always the same duration, given itself or as one over a rate:
//
//	X = value    or    X = 1 s / rate, rounded to nanoseconds
//
//	value   rate     X
//	80ms             80ms
//	        300/s    3.333333ms
//	        3/s      333.333333ms
//
// The zero Constant is the duration 0. A scenario file may write the bare
// duration, 80ms, instead of {constant: {value: 80ms}}.
type Constant struct {
	Value time.Duration `yaml:"value" doc:"The duration itself, at least 0. Leave it out when a rate is given."`
	Rate  float64       `yaml:"rate" unit:"per second" doc:"One over the duration, per second, above 0 and at most 1e9. Leave it out when a value is given."`
}

// Sample returns the duration and draws nothing.
func (c Constant) Sample(*Stream) time.Duration { return c.Mean() }

// Mean returns the duration.
func (c Constant) Mean() time.Duration {
	if c.Rate != 0 {
		return duration(1e9 / c.Rate)
	}
	return max(0, c.Value)
}

// CV2 returns 0, and NaN for the duration 0.
func (c Constant) CV2() float64 {
	if c.Mean() == 0 {
		return math.NaN()
	}
	return 0
}

// Validate wants either a value of at least 0, or a rate above 0 and at most
// 1e9 per second.
func (c Constant) Validate() error {
	var f faults
	switch {
	case c.Rate != 0 && c.Value != 0:
		f.add("rate", describeNumber(c.Rate, "per second")+" beside a value of "+c.Value.String(), "only one of the two")
	case c.Rate != 0:
		if !(c.Rate > 0 && c.Rate <= 1e9) {
			f.add("rate", describeNumber(c.Rate, "per second"), "a rate above 0/s, at most 1e9/s")
		}
	default:
		f.atLeast0("value", c.Value)
	}
	return f.err()
}

// String returns the bare duration, or the form with a rate.
func (c Constant) String() string {
	if c.Rate != 0 {
		return describe("constant", c)
	}
	return c.Value.String()
}
