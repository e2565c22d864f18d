package policies

import (
	"math/rand/v2"
	"time"
)

// Decorrelated draws each wait from a range that grows with the wait before it:
// delay(k) = min(cap, U[base, 3 * delay(k-1)]), delay(0) = base.
//
//	base 1s, cap 30s   retry  1      2      3       4       5
//	                   range  1..3s  1..9s  1..27s  1..30s  1..30s
//	                   mean   2s     3.5s   5.75s   8.84s   11.7s
//
// The waits of one job hang together: after a long one the next tends to be long too. Source: Marc Brooker,
// "Exponential Backoff And Jitter", AWS Architecture Blog, 2015. There is no delay with the jitter off.
type Decorrelated struct {
	// Base is the shortest wait; at least 0.
	Base time.Duration
	// Cap is the longest wait and part of the chain; 0 = none.
	Cap time.Duration
}

// Delay reads Failure.Previous; 0, and anything below the base, starts the chain anew.
func (b Decorrelated) Delay(f Failure, r *rand.Rand) time.Duration {
	return b.next(max(f.Previous, b.Base), r)
}

// next draws the successor of a wait that is at least the base.
func (b Decorrelated) next(previous time.Duration, r *rand.Rand) time.Duration {
	d := uniform(b.Base, mulSat(previous, 3), r)
	if b.Cap > 0 && d > b.Cap {
		return b.Cap
	}
	return d
}

// Reach is the range of the wait before a retry.
func (b Decorrelated) Reach(retry int) (lo, hi time.Duration) {
	return chainReach(b.Base, b.Cap, retry)
}

// Means gives the mean waits before retries 1 to n.
func (b Decorrelated) Means(n int) []time.Duration { return chainMeans(b.Base, b.Cap, n) }

// Formula is the delay before retry k.
func (b Decorrelated) Formula() string {
	return "U[" + FormatDuration(b.Base) + ", 3 * previous]"
}

// Validate refuses negative values.
func (b Decorrelated) Validate() error { return notNegative("base", b.Base) }

var decorrelatedKind = BackoffKind{
	Name: "decorrelated", Doc: "drawn from [base, 3 * the job's previous wait]", capped: true,
	Needs: []Key{keyBase},
	build: func(s *Spec) Backoff { return Decorrelated{Base: s.duration("base"), Cap: s.duration("cap")} },
}
