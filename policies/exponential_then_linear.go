package policies

import (
	"fmt"
	"math/rand/v2"
	"time"
)

// ExponentialThenLinear multiplies the wait a number of times and then lengthens it by its last value each time:
// delay(k) = base * factor^(k-1) up to k-1 = growths = g, then base * factor^g * (k-g).
//
//	base 10s, factor 2, growths 3   retry  1    2    3    4    5     6     7
//	                                wait   10s  20s  40s  80s  160s  240s  320s
//
// Source: max_doublings of Google Cloud Tasks and Cloud Scheduler.
type ExponentialThenLinear struct {
	// Base is the wait before the second call; at least 0.
	Base time.Duration
	// Factor is at least 1.
	Factor float64
	// Growths is how often the wait is multiplied; at least 0.
	Growths int
}

// Delay saturates at Longest.
func (b ExponentialThenLinear) Delay(f Failure, _ *rand.Rand) time.Duration {
	n := f.Attempt - 1
	d := Exponential{Base: b.Base, Factor: b.Factor}.grown(min(n, b.Growths))
	if n <= b.Growths {
		return d
	}
	return mulSat(d, n-b.Growths+1)
}

// Formula is the delay before retry k.
func (b ExponentialThenLinear) Formula() string {
	return fmt.Sprintf("%s * %s^min(k-1, %d) * max(1, k-%d)",
		FormatDuration(b.Base), formatNumber(b.Factor), b.Growths, b.Growths)
}

// Validate checks base, factor and growths.
func (b ExponentialThenLinear) Validate() error {
	if b.Growths < 0 {
		return fmt.Errorf("growths: %d is not legal; legal: 0 or more", b.Growths)
	}
	return Exponential{Base: b.Base, Factor: b.Factor}.Validate()
}

var exponentialThenLinearKind = BackoffKind{
	Name: "exponential_then_linear", Doc: "grows by a factor a number of times, then by the same step",
	Needs: []Key{keyBase, keyGrowths},
	Takes: []Key{keyFactor},
	build: func(s *Spec) Backoff {
		b := ExponentialThenLinear{Base: s.duration("base"), Factor: 2, Growths: int(s.number("growths"))}
		if s.has("factor") {
			b.Factor = s.number("factor")
		}
		return b
	},
}
