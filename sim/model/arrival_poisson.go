package model

import (
	"fmt"
	"time"

	"retrysim/sim/chance"
)

// Poisson is the arrivals of many independent callers: the pauses between jobs
// are exponential with mean 1/rate, so the count in a time t has mean and
// variance rate*t.
type Poisson struct {
	Rate float64 `yaml:"poisson" unit:"per second" doc:"the mean rate, at least 0/s"`
}

// Next adds one exponential pause to the previous time.
func (p Poisson) Next(_ int64, previous time.Duration, s *chance.Stream) (time.Duration, int, bool) {
	return later(previous, seconds(s.ExpFloat64()/p.Rate)), 1, p.Rate > 0
}

// Mean is the rate.
func (p Poisson) Mean(time.Duration) float64 { return p.Rate }

// Validate wants a rate that is not negative; at 0 nothing ever comes.
func (p Poisson) Validate() error { return atLeast0("poisson", p.Rate) }

// String is the process in the words of a scenario file.
func (p Poisson) String() string { return fmt.Sprintf("{poisson: %s}", perSecond(p.Rate)) }

// later adds a pause to a time, saturating.
func later(t, pause time.Duration) time.Duration {
	if t > never-pause {
		return never
	}
	return t + pause
}
