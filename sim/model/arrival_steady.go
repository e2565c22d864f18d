package model

import (
	"fmt"
	"math"
	"time"

	"retrysim/sim/chance"
)

// Steady is a constant rate: job k (from 0) comes at round(k / rate), computed
// anew for each k, so that no error adds up.
type Steady struct {
	Rate float64 `yaml:"steady" unit:"per second" doc:"the rate, at least 0/s"`
}

// Next is job k; k/rate is exact to the nanosecond for the first 2^53 ns, 104
// days, and to the float64 after that.
func (p Steady) Next(k int64, _ time.Duration, _ *chance.Stream) (time.Duration, int, bool) {
	return seconds(float64(k) / p.Rate), 1, p.Rate > 0
}

// Mean is the rate.
func (p Steady) Mean(time.Duration) float64 { return p.Rate }

// Validate wants a rate that is not negative; at 0 nothing ever comes.
func (p Steady) Validate() error { return atLeast0("steady", p.Rate) }

// String is the process in the words of a scenario file.
func (p Steady) String() string { return fmt.Sprintf("{steady: %s}", perSecond(p.Rate)) }

// atLeast0 refuses a negative rate, an infinite one and what is no number.
func atLeast0(field string, rate float64) error {
	if !(rate >= 0) || math.IsInf(rate, 0) {
		return fmt.Errorf("%s is %s; write a rate of at least 0/s", field, perSecond(rate))
	}
	return nil
}

// perSecond writes a rate as a scenario file would.
func perSecond(rate float64) string { return fmt.Sprintf("%.12g/s", rate) }
