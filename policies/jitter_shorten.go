package policies

import (
	"fmt"
	"math/rand/v2"
	"time"
)

// Shorten takes away a random part of a share of the delay: d * (1 - s*U[0,1]).
//
//	d 10s, factor 1     0s to 10s, as full
//	d 10s, factor 0.5   5s to 10s, as equal
//	d 10s, factor 0     10s, as none
//
// One number crosses the three classic jitters. Source: the jitter option of BullMQ (since 5.54).
type Shorten struct {
	// Factor is s, in [0, 1].
	Factor float64
}

// Spread draws once.
func (j Shorten) Spread(d time.Duration, _ Failure, r *rand.Rand) time.Duration {
	return spread(j, d, r)
}

// Range is d * (1-s) to d.
func (j Shorten) Range(d time.Duration) (lo, hi time.Duration) { return scale(d, 1-j.Factor), d }

// Around gives the formula with inner as the delay.
func (j Shorten) Around(inner string) string {
	return fmt.Sprintf("U[%s, 1] * %s", formatNumber(1-j.Factor), inParens(inner))
}

// Validate refuses a factor outside [0, 1].
func (j Shorten) Validate() error { return share("jitter.shorten", j.Factor) }

var shortenKind = JitterKind{
	Name: "shorten", Doc: "d * (1 - s*U[0,1]); 1 = full, 0.5 = equal, 0 = none",
	Amount: &Key{
		Name: "jitter.shorten", kind: kindNumber, Range: "[0, 1]", Doc: "share of the delay that may be taken away",
		fits: func(v value) bool { return v.number >= 0 && v.number <= 1 },
	},
	build: func(_ *Spec, v value) Jitter { return Shorten{Factor: v.number} },
}
