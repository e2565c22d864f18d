package model

import (
	"errors"
	"fmt"
	"time"

	"retrysim/sim/chance"
)

// Renewal is jobs with independent pauses of one distribution between them, the
// first pause from 0 on. With exponential pauses it is a Poisson process; in
// windows of many pauses the variance over the mean of the count tends to the
// squared coefficient of variation of the pause: 1/4 for four Erlang stages.
//
// Source: D. R. Cox, Renewal Theory (1962), 4.5.
type Renewal struct {
	Gap chance.Distribution `yaml:"gap,required" doc:"the pause from one job to the next, with a mean above 0s"`
}

// Next adds one pause to the previous time.
func (p Renewal) Next(_ int64, previous time.Duration, s *chance.Stream) (time.Duration, int, bool) {
	return later(previous, p.Gap.Sample(s)), 1, true
}

// Mean is one over the mean pause, to which the rate tends.
func (p Renewal) Mean(time.Duration) float64 { return 1 / p.Gap.Mean().Seconds() }

// Validate wants a pause that is not always 0.
func (p Renewal) Validate() error {
	switch {
	case p.Gap == nil:
		return errors.New("gap is missing; write the pause between jobs: {erlang: {mean: 1s, stages: 4}}")
	case p.Gap.Mean() <= 0:
		return fmt.Errorf("gap is %v, whose mean is 0s; write one above 0s", p.Gap)
	}
	return p.Gap.Validate()
}

// String is the process in the words of a scenario file.
func (p Renewal) String() string { return fmt.Sprintf("{renewal: {gap: %v}}", p.Gap) }
