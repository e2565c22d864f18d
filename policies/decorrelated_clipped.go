package policies

import (
	"math/rand/v2"
	"time"
)

// DecorrelatedClipped is Decorrelated with the cap on the range instead of on what is drawn:
// delay(k) = U[base, min(cap, 3 * delay(k-1))], delay(0) = base.
//
//	base 100ms, cap 20s   retry  1          2          5        12
//	                      mean   200ms      350ms      1.42s    4.89s (6.93s with the cap on the draw)
//
// No wait piles up on the cap. Source: Polly.Contrib.WaitAndRetry 1.1.1. There is no delay with the jitter off.
type DecorrelatedClipped struct {
	// Base is the shortest wait; at least 0.
	Base time.Duration
	// Cap is the upper end of the widest range; 0 = none.
	Cap time.Duration
}

// Delay reads Failure.Previous; 0, and anything below the base, starts the chain anew.
func (b DecorrelatedClipped) Delay(f Failure, r *rand.Rand) time.Duration {
	hi := mulSat(max(f.Previous, b.Base), 3)
	if b.Cap > 0 {
		hi = min(hi, b.Cap)
	}
	return uniform(min(b.Base, hi), hi, r)
}

// Reach is the range of the wait before a retry.
func (b DecorrelatedClipped) Reach(retry int) (lo, hi time.Duration) {
	return chainReach(b.Base, b.Cap, retry)
}

// Means gives the mean waits before retries 1 to n, from draws.
func (b DecorrelatedClipped) Means(n int) []time.Duration {
	return (&Policy{Backoff: b}).sampledMeans(n)
}

// Formula is the delay before a retry.
func (b DecorrelatedClipped) Formula() string {
	if b.Cap == 0 {
		return Decorrelated(b).Formula()
	}
	return "U[" + FormatDuration(b.Base) + ", min(" + FormatDuration(b.Cap) + ", 3 * previous)]"
}

// Validate refuses negative values.
func (b DecorrelatedClipped) Validate() error { return notNegative("base", b.Base) }

var decorrelatedClippedKind = BackoffKind{
	Name: "decorrelated_clipped", Doc: "as decorrelated, with the cap on the range and not on the draw", capped: true,
	Needs: []Key{keyBase},
	build: func(s *Spec) Backoff { return DecorrelatedClipped{Base: s.duration("base"), Cap: s.duration("cap")} },
}
