package model

import (
	"errors"
	"fmt"
	"math"
	"time"

	"retrysim/sim/chance"
)

// Ramp is a rate that goes in a straight line from one value to another and
// then stays: r(t) = from + (to-from) * t/over until over, to afterwards. Up to
// t it brings
//
//	N(t) = from*t + (to-from) * t^2 / (2*over)
//
// jobs. Evenly, job k comes when N(t) = k, in closed form; at random the jobs
// are a Poisson process of that rate, by the change of time that makes it so.
type Ramp struct {
	From   float64       `yaml:"from,required" unit:"per second" doc:"the rate at the beginning, at least 0/s"`
	To     float64       `yaml:"to,required" unit:"per second" doc:"the rate at the end and after it, at least 0/s"`
	Over   time.Duration `yaml:"over,required" doc:"how long the way takes, above 0s"`
	Random bool          `yaml:"random" doc:"true: at random with that mean rate; false: evenly"`
}

// Next inverts N.
func (p Ramp) Next(k int64, previous time.Duration, s *chance.Stream) (time.Duration, int, bool) {
	n := float64(k)
	if p.Random {
		n = p.count(previous.Seconds()) + s.ExpFloat64()
	}
	t, ok := p.when(n)
	return seconds(t), 1, ok
}

// count is N(t), t in seconds.
func (p Ramp) count(t float64) float64 {
	over := p.Over.Seconds()
	u := min(t, over)
	slope := (p.To - p.From) / over
	n := float64(p.From*u) + float64(slope/2*u)*u
	return n + float64(p.To*(t-u))
}

// when is the t, in seconds, at which N(t) = n; ok is false when it never is.
func (p Ramp) when(n float64) (t float64, ok bool) {
	over := p.Over.Seconds()
	most := p.count(over)
	if most == 0 && p.To == 0 {
		return 0, false
	}
	if n > most {
		return over + (n-most)/p.To, p.To > 0
	}
	// The root of a*t^2 + from*t - n in the form that also serves a = 0:
	// 2n / (from + sqrt(from^2 + 4*a*n)).
	a := (p.To - p.From) / (2 * over)
	root := math.Sqrt(max(0, float64(p.From*p.From)+float64(4*a)*n))
	if n == 0 {
		return 0, true
	}
	return min(over, 2*n/(p.From+root)), true
}

// Mean is the rate at t.
func (p Ramp) Mean(t time.Duration) float64 {
	if t >= p.Over {
		return p.To
	}
	return p.From + float64((p.To-p.From)*t.Seconds())/p.Over.Seconds()
}

// Validate wants a way and rates that are not negative.
func (p Ramp) Validate() error {
	switch {
	case !(p.From >= 0 && p.To >= 0):
		return errors.New("from or to is negative; write rates of at least 0/s")
	case p.Over <= 0:
		return errors.New("over is missing or 0s; write a duration above 0s")
	}
	return nil
}

// String is the process in the words of a scenario file.
func (p Ramp) String() string {
	return fmt.Sprintf("{ramp: {from: %s, to: %s, over: %v%s}}", perSecond(p.From), perSecond(p.To), p.Over, randomWord(p.Random))
}

func randomWord(random bool) string {
	if random {
		return ", random: true"
	}
	return ""
}
