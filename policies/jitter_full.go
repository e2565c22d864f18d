package policies

import (
	"math/rand/v2"
	"time"
)

// FullJitter draws from the whole delay: U[0, d].
//
//	d 10s   0s to 10s, mean 5s
//
// It spreads most and halves the mean wait. Source: Marc Brooker, "Exponential Backoff And Jitter", AWS Architecture
// Blog, 2015.
type FullJitter struct{}

// Spread draws once.
func (j FullJitter) Spread(d time.Duration, _ Failure, r *rand.Rand) time.Duration {
	return spread(j, d, r)
}

// Range is 0 to d.
func (FullJitter) Range(d time.Duration) (lo, hi time.Duration) { return 0, d }

// Around gives the formula with inner as the delay.
func (FullJitter) Around(inner string) string { return "U[0, " + inner + "]" }

// Validate always succeeds.
func (FullJitter) Validate() error { return nil }

var fullJitterKind = JitterKind{
	Name: "full", Doc: "U[0, d]",
	build: func(*Spec, value) Jitter { return FullJitter{} },
}
