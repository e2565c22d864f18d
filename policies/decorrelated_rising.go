package policies

import (
	"math/rand/v2"
	"time"
)

// DecorrelatedRising draws each wait between the one before it and three times that:
// delay(k) = U[delay(k-1), min(cap, 3 * delay(k-1))], delay(1) = base.
//
//	base 5ms, cap 200ms   retry  1    2        3        4
//	                      range  5ms  5..15ms  5..45ms  5..135ms
//
// It never becomes shorter, unlike Decorrelated, and the first wait is exact. Source: Backoff.decorrelatedJittered of
// Finagle. There is no delay with the jitter off.
type DecorrelatedRising struct {
	// Base is the first wait; at least 0.
	Base time.Duration
	// Cap is the longest wait; 0 = none.
	Cap time.Duration
}

// Delay reads Failure.Previous; 0, and anything below the base, starts the chain anew.
func (b DecorrelatedRising) Delay(f Failure, r *rand.Rand) time.Duration {
	if f.Attempt == 1 || f.Previous < b.Base {
		return b.Base
	}
	lo, hi := f.Previous, mulSat(f.Previous, 3)
	if b.Cap > 0 {
		lo, hi = min(lo, b.Cap), min(hi, b.Cap)
	}
	return uniform(lo, hi, r)
}

// Reach is the range of the wait before a retry.
func (b DecorrelatedRising) Reach(retry int) (lo, hi time.Duration) {
	return chainReach(b.Base, b.Cap, retry-1)
}

// Means gives the mean waits before retries 1 to n, from draws.
func (b DecorrelatedRising) Means(n int) []time.Duration {
	return (&Policy{Backoff: b}).sampledMeans(n)
}

// Formula is the delay before a retry.
func (b DecorrelatedRising) Formula() string {
	return "U[previous, 3 * previous], first " + FormatDuration(b.Base)
}

// Validate refuses negative values.
func (b DecorrelatedRising) Validate() error { return notNegative("base", b.Base) }

var decorrelatedRisingKind = BackoffKind{
	Name: "decorrelated_rising", Doc: "drawn between the job's previous wait and three times that", capped: true,
	Needs: []Key{keyBase},
	build: func(s *Spec) Backoff { return DecorrelatedRising{Base: s.duration("base"), Cap: s.duration("cap")} },
}
