package policies

import (
	"fmt"
	"math/rand/v2"
	"time"
)

// Stretch only lengthens, by a random part of a share of the delay: d * U[1, 1+s].
//
//	d 10s, factor 1      10s to 20s, mean 15s
//	d 10s, factor 0.15   10s to 11.5s
//
// The mean grows by s/2. Source: pg-boss, node-retry and Dramatiq 2 (s = 1), Rails (0.15), Oban (0.1), Nomad (0.25).
type Stretch struct {
	// Factor is s, in [0, 10].
	Factor float64
}

// Spread draws once.
func (j Stretch) Spread(d time.Duration, _ Failure, r *rand.Rand) time.Duration {
	return spread(j, d, r)
}

// Range is d to d * (1+s).
func (j Stretch) Range(d time.Duration) (lo, hi time.Duration) { return d, scale(d, 1+j.Factor) }

// Around gives the formula with inner as the delay.
func (j Stretch) Around(inner string) string {
	return fmt.Sprintf("U[1, %s] * %s", formatNumber(1+j.Factor), inParens(inner))
}

// Validate refuses a factor outside [0, 10].
func (j Stretch) Validate() error {
	if !(j.Factor >= 0 && j.Factor <= 10) {
		return fmt.Errorf("jitter.stretch: %s is outside [0, 10]", formatNumber(j.Factor))
	}
	return nil
}

var stretchKind = JitterKind{
	Name: "stretch", Doc: "d * U[1, 1+s]: never shorter than d",
	Amount: &Key{
		Name: "jitter.stretch", kind: kindNumber, Range: "[0, 10]", Doc: "share of the delay that may be put on top",
		fits: func(v value) bool { return v.number >= 0 && v.number <= 10 },
	},
	build: func(_ *Spec, v value) Jitter { return Stretch{Factor: v.number} },
}
