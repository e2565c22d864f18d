package policies

import (
	"fmt"
	"math/rand/v2"
	"time"
)

// PlusMinus spreads to both sides by a share of the delay: d * U[1-j, 1+j].
//
//	d 30s, factor 0.1   27s to 33s, mean 30s
//
// After a cap it exceeds the cap by up to the factor 1+j. Source: the randomisation factor of many libraries, for
// instance cenkalti/backoff (0.5), gRPC (0.2).
type PlusMinus struct {
	// Factor is j, in [0, 1].
	Factor float64
}

// Spread draws once.
func (j PlusMinus) Spread(d time.Duration, _ Failure, r *rand.Rand) time.Duration {
	return spread(j, d, r)
}

// Range is d * (1-j) to d * (1+j).
func (j PlusMinus) Range(d time.Duration) (lo, hi time.Duration) {
	return scale(d, 1-j.Factor), scale(d, 1+j.Factor)
}

// Around gives the formula with inner as the delay.
func (j PlusMinus) Around(inner string) string {
	return fmt.Sprintf("U[%s, %s] * %s", formatNumber(1-j.Factor), formatNumber(1+j.Factor), inParens(inner))
}

// Validate refuses a factor outside [0, 1].
func (j PlusMinus) Validate() error { return share("jitter.plus_minus", j.Factor) }

var plusMinusKind = JitterKind{
	Name: "plus_minus", Doc: "d * U[1-j, 1+j]",
	Amount: &Key{
		Name: "jitter.plus_minus", kind: kindNumber, Range: "[0, 1]", Doc: "spread to both sides, as a share of the delay",
		fits: func(v value) bool { return v.number >= 0 && v.number <= 1 },
	},
	build: func(_ *Spec, v value) Jitter { return PlusMinus{Factor: v.number} },
}
