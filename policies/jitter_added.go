package policies

import (
	"math/rand/v2"
	"time"
)

// Added puts a random time on top, whatever the delay: d + U[0, x).
//
//	d 10s, x 5s   10s to 15s, mean 12.5s
//
// Against a long delay a fixed x spreads little. Source: the splay of Sidekiq and of cron daemons.
type Added struct {
	// Most is x, the largest addition; at least 0.
	Most time.Duration
}

// Spread draws once.
func (j Added) Spread(d time.Duration, _ Failure, r *rand.Rand) time.Duration { return spread(j, d, r) }

// Range is d to d + x.
func (j Added) Range(d time.Duration) (lo, hi time.Duration) { return d, addSat(d, j.Most) }

// Around gives the formula with inner as the delay.
func (j Added) Around(inner string) string { return inner + " + U[0s, " + FormatDuration(j.Most) + ")" }

// Validate refuses a negative addition.
func (j Added) Validate() error { return notNegative("jitter.added", j.Most) }

var addedKind = JitterKind{
	Name: "added", Doc: "d + U[0, x)",
	Amount: &Key{Name: "jitter.added", kind: kindDuration, Range: ">= 0s", Doc: "largest random time put on top"},
	build:  func(_ *Spec, v value) Jitter { return Added{Most: v.duration} },
}
