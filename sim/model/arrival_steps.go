package model

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"retrysim/sim/chance"
)

// Steps is one constant rate after the other, each for a while; nothing comes
// after the last one, unless that has no end. Within the steps job k comes when
// the rates so far add up to k, or, at random, as a Poisson process of these
// rates.
type Steps struct {
	Steps  []RateStep `yaml:"steps" doc:"the rates in order"`
	Random bool       `yaml:"random" doc:"true: at random with that mean rate; false: evenly"`
}

// RateStep is one rate for a time.
type RateStep struct {
	Rate float64       `yaml:"rate,required" unit:"per second" doc:"the rate, at least 0/s"`
	For  time.Duration `yaml:"for" doc:"how long; only the last may leave it out: it has no end then"`
}

// Next walks the steps until they have brought enough.
func (p Steps) Next(k int64, previous time.Duration, s *chance.Stream) (time.Duration, int, bool) {
	n := float64(k)
	if p.Random {
		n = p.count(previous.Seconds()) + s.ExpFloat64()
	}
	start := 0.0
	for _, step := range p.Steps {
		length := step.For.Seconds()
		jobs := float64(step.Rate * length)
		if step.Rate > 0 && (n < jobs || step.For == 0) {
			return seconds(start + n/step.Rate), 1, true
		}
		start += length
		n -= jobs
	}
	return 0, 0, false
}

// count is how many jobs come before t, in seconds, in the mean.
func (p Steps) count(t float64) float64 {
	n, start := 0.0, 0.0
	for _, step := range p.Steps {
		length := step.For.Seconds()
		if step.For == 0 || t < start+length {
			return n + float64(step.Rate*(t-start))
		}
		start += length
		n += float64(step.Rate * length)
	}
	return n
}

// Mean is the rate of the step that t lies in.
func (p Steps) Mean(t time.Duration) float64 {
	for _, step := range p.Steps {
		if t < step.For || step.For == 0 {
			return step.Rate
		}
		t -= step.For
	}
	return 0
}

// Validate wants an end to all steps but the last.
func (p Steps) Validate() error {
	if len(p.Steps) == 0 {
		return errors.New("steps is empty; write at least one: [{rate: 10/s, for: 1m}]")
	}
	for i, step := range p.Steps {
		if step.For == 0 && i < len(p.Steps)-1 {
			return fmt.Errorf("steps[%d] has no end; write for: how long it lasts", i)
		}
		if !(step.Rate >= 0) || step.For < 0 {
			return fmt.Errorf("steps[%d] is negative; write a rate of at least 0/s and a time of at least 0s", i)
		}
	}
	return nil
}

// String is the process in the words of a scenario file.
func (p Steps) String() string {
	words := make([]string, len(p.Steps))
	for i, step := range p.Steps {
		words[i] = "{rate: " + perSecond(step.Rate)
		if step.For > 0 {
			words[i] += fmt.Sprintf(", for: %v", step.For)
		}
		words[i] += "}"
	}
	return "{steps: [" + strings.Join(words, ", ") + "]" + randomWord(p.Random) + "}"
}
