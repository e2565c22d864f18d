package policies

import (
	"math/rand/v2"
	"time"
)

// Linear lengthens the wait by the same step each time: delay(k) = base + step * (k-1).
//
//	base 300s, step 600s   retry  1    2    3
//	                       wait   300s 900s 1500s
//
// Source: the "linear" option of Polly and Agenda; the lease of a database-polled queue.
type Linear struct {
	// Base is the wait before the second call, Step what each further retry adds; both at least 0.
	Base, Step time.Duration
}

// Delay saturates at Longest.
func (b Linear) Delay(f Failure, _ *rand.Rand) time.Duration {
	return addSat(b.Base, mulSat(b.Step, f.Attempt-1))
}

// Formula is the delay before retry k.
func (b Linear) Formula() string {
	return FormatDuration(b.Base) + " + " + FormatDuration(b.Step) + " * (k-1)"
}

// Validate refuses negative values.
func (b Linear) Validate() error {
	if err := notNegative("base", b.Base); err != nil {
		return err
	}
	return notNegative("step", b.Step)
}

var linearKind = BackoffKind{
	Name: "linear", Doc: "each wait longer by the same step",
	Needs: []Key{keyBase},
	Takes: []Key{{
		Name: "step", kind: kindDuration, Range: ">= 0s", Default: "base",
		Doc: "what each further retry adds",
	}},
	build: func(s *Spec) Backoff {
		b := Linear{Base: s.duration("base"), Step: s.duration("base")}
		if s.has("step") {
			b.Step = s.duration("step")
		}
		return b
	},
}
