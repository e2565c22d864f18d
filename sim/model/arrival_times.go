package model

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"retrysim/sim/chance"
)

// Times is one job at each of the times listed, in order.
type Times struct {
	Times []time.Duration `yaml:"times" unit:"when" doc:"when the jobs come, in order"`
}

// Next is the k-th of the times.
func (p Times) Next(k int64, _ time.Duration, _ *chance.Stream) (time.Duration, int, bool) {
	if k >= int64(len(p.Times)) {
		return 0, 0, false
	}
	return p.Times[k], 1, true
}

// Mean is 0: a list of times has no rate.
func (p Times) Mean(time.Duration) float64 { return 0 }

// Validate wants times in order.
func (p Times) Validate() error {
	switch {
	case len(p.Times) == 0:
		return errors.New("times is empty; write at least one: [0s]")
	case !slices.IsSorted(p.Times):
		return errors.New("times are not in order; write the earlier one first")
	}
	return notBefore("times", p.Times[0])
}

// String is the list in the words of a scenario file.
func (p Times) String() string {
	words := make([]string, len(p.Times))
	for i, t := range p.Times {
		words[i] = fmt.Sprint(t)
	}
	return "{times: [" + strings.Join(words, ", ") + "]}"
}

// Count is how many of the times lie in [from, to).
func (p Times) Count(from, to time.Duration) float64 {
	n := 0
	for _, t := range p.Times {
		if t >= from && t < to {
			n++
		}
	}
	return float64(n)
}
