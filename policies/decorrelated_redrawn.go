package policies

import (
	"math/rand/v2"
	"time"
)

// DecorrelatedRedrawn draws the whole chain of Decorrelated anew at every retry and takes its k-th link:
// prev(0) = base, prev(i) = min(cap, base + U[0,1] * (3 * prev(i-1) - base)), delay(k) = prev(k).
//
//	base 1s, cap 30s   retry  1      2      3       4       5
//	                   range  1..3s  1..9s  1..27s  1..30s  1..30s
//	                   mean   2s     3.5s   5.75s   8.84s   11.7s
//
// Each wait is distributed as in Decorrelated, but those of one job are independent, so their sum varies less. It is
// what code does that has no place to keep the previous delay. A draw costs time in proportion to the attempt.
type DecorrelatedRedrawn struct {
	// Base is the shortest wait; at least 0.
	Base time.Duration
	// Cap is the longest wait and part of the chain; 0 = none.
	Cap time.Duration
}

// chainLinks is the longest chain that is drawn. With a cap the chain has long forgotten its start by then; without
// one it has saturated, since a link is longer than the last by e^0.0986 in the (logarithmic) mean.
const chainLinks = 1000

// Delay ignores Failure.Previous.
func (b DecorrelatedRedrawn) Delay(f Failure, r *rand.Rand) time.Duration {
	chain := Decorrelated(b)
	d := b.Base
	for range min(f.Attempt, chainLinks) {
		d = chain.next(d, r)
	}
	return d
}

// Reach is the range of the wait before a retry.
func (b DecorrelatedRedrawn) Reach(retry int) (lo, hi time.Duration) {
	return chainReach(b.Base, b.Cap, retry)
}

// Means gives the mean waits before retries 1 to n.
func (b DecorrelatedRedrawn) Means(n int) []time.Duration { return chainMeans(b.Base, b.Cap, n) }

// Formula is the delay before retry k.
func (b DecorrelatedRedrawn) Formula() string {
	return "link k of a fresh chain, each link U[" + FormatDuration(b.Base) + ", 3 * the one before]"
}

// Validate refuses negative values.
func (b DecorrelatedRedrawn) Validate() error { return notNegative("base", b.Base) }

var decorrelatedRedrawnKind = BackoffKind{
	Name: "decorrelated_redrawn", Doc: "as decorrelated, but the whole chain is drawn anew at every retry", capped: true,
	Needs: []Key{keyBase},
	build: func(s *Spec) Backoff { return DecorrelatedRedrawn{Base: s.duration("base"), Cap: s.duration("cap")} },
}
