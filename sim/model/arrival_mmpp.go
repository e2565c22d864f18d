package model

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"retrysim/sim/chance"
)

// MMPP is a Markov-modulated Poisson process: traffic that comes in bursts. The
// world is in one of several states and stays there for an exponential time;
// then comes the next state of the list, and after the last one the first.
// Meanwhile jobs come as a Poisson process of the state's rate. The run begins
// in the long run's own mixture: in a state with a probability in proportion to
// its mean stay, so the mean rate is the same at all times,
//
//	mean = sum of rate_i stay_i / sum of stay_i
//
// With two states, rates a and b, stays 1/p and 1/q, r = p + q, and counts in
// windows of t, bursts show in the variance over the mean, above 1 and growing
// with the window:
//
//	1 + 2 p q (a-b)^2 / (r^2 (a q + b p)) (1 - (1 - exp(-r t)) / (r t))
//
//	a     b    p    q    t      mean   variance over mean
//	20/s  2/s  1/s  1/s  1s     11/s   5.18
//	20/s  2/s  1/s  1/s  100s   11/s   8.33
//
// Source: H. Heffes, D. M. Lucantoni, A Markov Modulated Characterization of
// Packetized Voice and Data Traffic (1986).
type MMPP struct {
	States []RateState `yaml:"mmpp" doc:"two states or more, in the order in which they follow one another"`
}

// RateState is one state of an MMPP.
type RateState struct {
	Rate float64       `yaml:"rate,required" unit:"per second" doc:"the rate in this state, at least 0/s"`
	Stay time.Duration `yaml:"stay,required" doc:"how long a stay lasts in the mean, exponentially; at least 1ms"`
}

// shortestStay bounds the states that pass between two jobs.
const shortestStay = time.Millisecond

// mmppPlay is an MMPP in a state until a time.
type mmppPlay struct {
	MMPP
	state int
	until time.Duration
}

// Begin returns the process before its first state is drawn.
func (p MMPP) Begin() Arrivals { return &mmppPlay{MMPP: p} }

// Next is for what Begin returns alone.
func (p MMPP) Next(int64, time.Duration, *chance.Stream) (time.Duration, int, bool) {
	panic("model: an MMPP has no memory of its own: ask what Begin returns")
}

// Next draws the job after the previous one.
func (p *mmppPlay) Next(k int64, previous time.Duration, s *chance.Stream) (time.Duration, int, bool) {
	if k == 0 {
		p.enter(s)
	}
	return p.next(previous, s)
}

// enter draws the first state, and how long it lasts. What is left of an
// exponential stay is as long as a whole one.
func (p *mmppPlay) enter(s *chance.Stream) {
	u := float64(s.Float64() * p.stays())
	p.state = 0
	for i := range p.States {
		p.state = i
		if u -= p.States[i].Stay.Seconds(); u < 0 {
			break
		}
	}
	p.until = p.stay(s)
}

// stay draws how long the present state lasts.
func (p *mmppPlay) stay(s *chance.Stream) time.Duration {
	return seconds(float64(s.ExpFloat64() * p.States[p.state].Stay.Seconds()))
}

// next spends one exponential number of mean 1 at the rates of the states that
// pass: the change of time that makes the jobs a Poisson process given them.
func (p *mmppPlay) next(at time.Duration, s *chance.Stream) (time.Duration, int, bool) {
	if p.Mean(0) == 0 {
		return 0, 0, false
	}
	left := s.ExpFloat64()
	for p.until < never {
		rate := p.States[p.state].Rate
		within := float64(rate * (p.until - at).Seconds())
		if left < within {
			return later(at, seconds(left/rate)), 1, true
		}
		left -= within
		at = p.until
		p.state = (p.state + 1) % len(p.States)
		p.until = later(at, p.stay(s))
	}
	return 0, 0, false
}

// stays is the length of a mean round through all states, in seconds.
func (p MMPP) stays() float64 {
	sum := 0.0
	for _, state := range p.States {
		sum += state.Stay.Seconds()
	}
	return sum
}

// Mean is the mean rate, the same at all times.
func (p MMPP) Mean(time.Duration) float64 {
	sum := 0.0
	for _, state := range p.States {
		sum += float64(state.Rate * state.Stay.Seconds())
	}
	return sum / p.stays()
}

// Validate wants two states that last.
func (p MMPP) Validate() error {
	if len(p.States) < 2 {
		return errors.New("mmpp has fewer than two states; write two or more: [{rate: 20/s, stay: 1m}, {rate: 2/s, stay: 10m}]")
	}
	for i, state := range p.States {
		if err := atLeast0(fmt.Sprintf("mmpp[%d].rate", i), state.Rate); err != nil {
			return err
		}
		if state.Stay < shortestStay {
			return fmt.Errorf("mmpp[%d].stay is %v; write at least %v", i, state.Stay, shortestStay)
		}
	}
	return nil
}

// String is the process in the words of a scenario file.
func (p MMPP) String() string {
	words := make([]string, len(p.States))
	for i, state := range p.States {
		words[i] = fmt.Sprintf("{rate: %s, stay: %v}", perSecond(state.Rate), state.Stay)
	}
	return "{mmpp: [" + strings.Join(words, ", ") + "]}"
}
