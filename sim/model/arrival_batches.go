package model

import (
	"errors"
	"fmt"
	"time"

	"retrysim/sim/chance"
)

// Batches is a batch of jobs every so often: batch k (from 0) comes at
// first + k*every.
type Batches struct {
	Size  int           `yaml:"size,required" doc:"jobs of a batch, at least 1"`
	Every time.Duration `yaml:"every,required" doc:"from one batch to the next, above 0s"`
	First time.Duration `yaml:"first" unit:"when" doc:"when the first batch comes; 0s unless said"`
}

// Next is batch k.
func (p Batches) Next(k int64, _ time.Duration, _ *chance.Stream) (time.Duration, int, bool) {
	if k > int64((never-p.First)/p.Every) {
		return 0, 0, false
	}
	return p.First + time.Duration(k)*p.Every, p.Size, true
}

// Mean is size over every, from the first batch on.
func (p Batches) Mean(t time.Duration) float64 {
	if t < p.First {
		return 0
	}
	return float64(p.Size) / p.Every.Seconds()
}

// Validate wants jobs and a period.
func (p Batches) Validate() error {
	switch {
	case p.Size < 1:
		return fmt.Errorf("size is %d; write at least 1", p.Size)
	case p.Every <= 0:
		return errors.New("every is missing or 0s; write a duration above 0s")
	}
	return notBefore("first", p.First)
}

// String is the process in the words of a scenario file.
func (p Batches) String() string {
	return fmt.Sprintf("{batches: {size: %d, every: %v, first: %v}}", p.Size, p.Every, p.First)
}
