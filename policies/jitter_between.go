package policies

import (
	"fmt"
	"math/rand/v2"
	"time"
)

// Between spreads to both sides by different shares: d * U[a, b].
//
//	d 10s, between 0.8,1.3   8s to 13s, mean 10.5s
//
// Source: the Azure SDKs for Go (0.8 to 1.3), the multiplicands of resque-retry.
type Between struct {
	// Least and Most are a and b: 0 <= a <= b <= 10.
	Least, Most float64
}

// Spread draws once.
func (j Between) Spread(d time.Duration, _ Failure, r *rand.Rand) time.Duration {
	return spread(j, d, r)
}

// Range is d * a to d * b.
func (j Between) Range(d time.Duration) (lo, hi time.Duration) {
	return scale(d, j.Least), scale(d, j.Most)
}

// Around gives the formula with inner as the delay.
func (j Between) Around(inner string) string {
	return fmt.Sprintf("U[%s, %s] * %s", formatNumber(j.Least), formatNumber(j.Most), inParens(inner))
}

// Validate refuses shares that are not in order or outside [0, 10].
func (j Between) Validate() error {
	if !(j.Least >= 0 && j.Most >= j.Least && j.Most <= 10) {
		return fmt.Errorf("jitter.between: %s,%s is not legal; legal: two numbers from 0 to 10, the lower first",
			formatNumber(j.Least), formatNumber(j.Most))
	}
	return nil
}

var betweenKind = JitterKind{
	Name: "between", Doc: "d * U[a, b]",
	Amount: &Key{
		Name: "jitter.between", kind: kindPair, Range: "two numbers from 0 to 10, the lower first",
		Doc:  "the shares of the delay between which is drawn",
		fits: func(v value) bool { return v.number >= 0 && v.second >= v.number && v.second <= 10 },
	},
	build: func(_ *Spec, v value) Jitter { return Between{Least: v.number, Most: v.second} },
}
