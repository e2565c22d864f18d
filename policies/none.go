package policies

import (
	"math/rand/v2"
	"time"
)

// None retries at once: delay(k) = 0.
//
//	retry  1  2  3
//	wait   0  0  0
//
// It has no parameters. It is what most hand-written retry loops do, and the baseline that others are compared with.
type None struct{}

// Delay is always 0.
func (None) Delay(Failure, *rand.Rand) time.Duration { return 0 }

// Formula is the delay before retry k.
func (None) Formula() string { return "0s" }

// Validate always succeeds.
func (None) Validate() error { return nil }

var noneKind = BackoffKind{
	Name: "none", Doc: "retry at once",
	build: func(*Spec) Backoff { return None{} },
}
