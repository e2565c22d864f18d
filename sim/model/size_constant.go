package model

import (
	"fmt"
	"strconv"

	"retrysim/sim/chance"
)

// ConstantSize is a batch of always as many jobs.
type ConstantSize struct {
	Jobs int `yaml:"jobs,required" doc:"the size, from 1 to 10000000: jobs of a batch, or items of a job"`
}

// Sample draws nothing.
func (c ConstantSize) Sample(*chance.Stream) int { return c.Jobs }

// Mean is the size.
func (c ConstantSize) Mean() float64 { return float64(c.Jobs) }

// Above is 0 or 1.
func (c ConstantSize) Above(n int) float64 {
	if c.Jobs > n {
		return 1
	}
	return 0
}

// Validate wants at least one job and at most MostTogether.
func (c ConstantSize) Validate() error { return together("size", c.Jobs) }

// String is the bare number.
func (c ConstantSize) String() string { return strconv.Itoa(c.Jobs) }

// together refuses numbers of jobs that cannot come together.
func together(field string, jobs int) error {
	if jobs < 1 || jobs > MostTogether {
		return fmt.Errorf("%s is %d; write a number from 1 to %d", field, jobs, MostTogether)
	}
	return nil
}
