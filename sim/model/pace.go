package model

import (
	"math"
	"time"
)

// On reports whether there is a ramp at all.
func (p Ramp) On() bool { return p.Over > 0 }

// Allowed is how many things a limit that rises as the ramp does has allowed
// within t since its beginning: N(t).
func (p Ramp) Allowed(t time.Duration) float64 { return p.count(t.Seconds()) }

// Allows is the time since its beginning at which N is n; the longest time where
// it never is.
func (p Ramp) Allows(n float64) time.Duration {
	t, ok := p.when(n)
	if !ok || t > math.MaxInt64/4/1e9 {
		return math.MaxInt64
	}
	return seconds(t)
}
