package policies

import (
	"math/rand/v2"
	"time"
)

// AboveBase draws between the base and the delay: U[base, d].
//
//	base 100ms   d 100ms  100ms (no spread)
//	             d 400ms  100ms to 400ms, mean 250ms
//
// The first wait is not spread. Source: jpillora/backoff (the cap comes after), the Tenacity wait_random_exponential
// with a minimum.
type AboveBase struct {
	// Base is the lower end; at least 0.
	Base time.Duration
}

// Spread draws once.
func (j AboveBase) Spread(d time.Duration, _ Failure, r *rand.Rand) time.Duration {
	return spread(j, d, r)
}

// Range is the base to d, or d alone where it is below the base.
func (j AboveBase) Range(d time.Duration) (lo, hi time.Duration) { return min(j.Base, d), d }

// Around gives the formula with inner as the delay.
func (j AboveBase) Around(inner string) string {
	return "U[" + FormatDuration(j.Base) + ", " + inner + "]"
}

// Validate refuses a negative base.
func (j AboveBase) Validate() error { return notNegative("base", j.Base) }

var aboveBaseKind = JitterKind{
	Name: "above_base", Doc: "U[base, d]",
	build: func(s *Spec, _ value) Jitter { return AboveBase{Base: s.duration("base")} },
}
