package policies

import (
	"math/rand/v2"
	"time"
)

// Fixed waits the same time before every retry: delay(k) = base.
//
//	base 3s   retry  1   2   3
//	          wait   3s  3s  3s
//
// Source: the "fixed" or "constant" option of nearly every retry library, for instance BullMQ and Polly.
type Fixed struct {
	// Base is the wait; at least 0.
	Base time.Duration
}

// Delay is the base.
func (b Fixed) Delay(Failure, *rand.Rand) time.Duration { return b.Base }

// Formula is the delay before retry k.
func (b Fixed) Formula() string { return FormatDuration(b.Base) }

// Validate refuses a negative base.
func (b Fixed) Validate() error { return notNegative("base", b.Base) }

var fixedKind = BackoffKind{
	Name: "fixed", Doc: "the same wait before every retry",
	Needs: []Key{keyBase},
	build: func(s *Spec) Backoff { return Fixed{Base: s.duration("base")} },
}
