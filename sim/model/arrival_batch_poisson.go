package model

import (
	"errors"
	"fmt"
	"time"

	"retrysim/sim/chance"
)

// BatchPoisson is batches that come at random: the pauses between them are
// exponential with mean 1/rate, and each has a size of its own. With sizes B
// the count of jobs in a time t has
//
//	mean      rate t E[B]
//	variance  rate t E[B^2],  so variance over mean is E[B^2] / E[B]
//
// at every width: 10 for batches of 10, 2m - 1 for geometric ones of mean m.
//
// Source: W. Feller, An Introduction to Probability Theory and Its Applications
// 1 (1968), XII.2, compound Poisson.
type BatchPoisson struct {
	Rate float64 `yaml:"rate,required" unit:"per second" doc:"batches a second in the mean, at least 0/s"`
	Size Size    `yaml:"size,required" doc:"jobs of a batch: a number, {geometric: {mean: 4}} or {pareto: {minimum: 1, alpha: 1.5, most: 1000}}"`
}

// Next adds one exponential pause to the previous time and draws a size.
func (p BatchPoisson) Next(_ int64, previous time.Duration, s *chance.Stream) (time.Duration, int, bool) {
	if p.Rate <= 0 {
		return 0, 0, false
	}
	at := later(previous, seconds(s.ExpFloat64()/p.Rate))
	return at, p.Size.Sample(s), true
}

// Mean is the rate of batches times their mean size.
func (p BatchPoisson) Mean(time.Duration) float64 { return float64(p.Rate * p.Size.Mean()) }

// Count is that over a stretch of time.
func (p BatchPoisson) Count(from, to time.Duration) float64 {
	return p.Mean(from) * max(0, to-from).Seconds()
}

// Validate wants a rate that is not negative and a size that makes sense.
func (p BatchPoisson) Validate() error {
	if err := atLeast0("rate", p.Rate); err != nil {
		return err
	}
	if p.Size == nil {
		return errors.New("size is missing; write a number of jobs, or {geometric: {mean: 4}}")
	}
	return p.Size.Validate()
}

// String is the process in the words of a scenario file.
func (p BatchPoisson) String() string {
	return fmt.Sprintf("{batch_poisson: {rate: %s, size: %v}}", perSecond(p.Rate), p.Size)
}
