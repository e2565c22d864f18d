package policies

import (
	"math/rand/v2"
	"time"
)

// NoJitter leaves the delay alone: all who failed together come back together.
//
//	d 10s   10s
type NoJitter struct{}

// Spread is the delay itself.
func (NoJitter) Spread(d time.Duration, _ Failure, _ *rand.Rand) time.Duration { return d }

// Range is the delay itself.
func (NoJitter) Range(d time.Duration) (lo, hi time.Duration) { return d, d }

// Around gives the formula with inner as the delay.
func (NoJitter) Around(inner string) string { return inner }

// Validate always succeeds.
func (NoJitter) Validate() error { return nil }

var noJitterKind = JitterKind{
	Name: "none", Doc: "no spread",
	build: func(*Spec, value) Jitter { return NoJitter{} },
}
