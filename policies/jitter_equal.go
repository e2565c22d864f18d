package policies

import (
	"math/rand/v2"
	"time"
)

// EqualJitter keeps one half of the delay and draws the other: d/2 + U[0, d/2].
//
//	d 10s   5s to 10s, mean 7.5s
//
// Source: Marc Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
type EqualJitter struct{}

// Spread draws once.
func (j EqualJitter) Spread(d time.Duration, _ Failure, r *rand.Rand) time.Duration {
	return spread(j, d, r)
}

// Range is d/2 to d.
func (EqualJitter) Range(d time.Duration) (lo, hi time.Duration) { return d / 2, d }

// Around gives the formula with inner as the delay.
func (EqualJitter) Around(inner string) string { return "U[0.5, 1] * " + inParens(inner) }

// Validate always succeeds.
func (EqualJitter) Validate() error { return nil }

var equalJitterKind = JitterKind{
	Name: "equal", Doc: "d/2 + U[0, d/2]",
	build: func(*Spec, value) Jitter { return EqualJitter{} },
}
