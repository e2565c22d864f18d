package policies

import (
	"fmt"
	"math/rand/v2"
	"time"
)

// Within spreads to both sides, but never below the base nor above the cap: U[max(d(1-j), base), min(d(1+j), cap)].
//
//	base 1s, cap 10s, factor 0.1   d 1s   1s to 1.1s
//	                               d 4s   3.6s to 4.4s
//	                               d 10s  9s to 10s
//
// The range is cut, so nothing piles up at its ends. Source: Spring Framework 7 (jitter as a time at the first delay).
type Within struct {
	// Factor is j, in [0, 1].
	Factor float64
	// Least and Most are base and cap; a Most of 0 = none.
	Least, Most time.Duration
}

// Spread draws once.
func (j Within) Spread(d time.Duration, _ Failure, r *rand.Rand) time.Duration {
	return spread(j, d, r)
}

// Range is the cut range; a delay outside of base and cap gives the nearer of the two.
func (j Within) Range(d time.Duration) (lo, hi time.Duration) {
	lo, hi = PlusMinus{j.Factor}.Range(d)
	return j.cut(lo), j.cut(hi)
}

func (j Within) cut(d time.Duration) time.Duration {
	d = max(d, j.Least)
	if j.Most > 0 {
		d = min(d, j.Most)
	}
	return d
}

// Around gives the formula with inner as the delay.
func (j Within) Around(inner string) string {
	most := "any"
	if j.Most > 0 {
		most = FormatDuration(j.Most)
	}
	return fmt.Sprintf("%s, within %s and %s", PlusMinus{j.Factor}.Around(inner), FormatDuration(j.Least), most)
}

// Validate refuses a factor outside [0, 1].
func (j Within) Validate() error { return share("jitter.within", j.Factor) }

var withinKind = JitterKind{
	Name: "within", Doc: "d * U[1-j, 1+j], the range cut at base and cap",
	Amount: &Key{
		Name: "jitter.within", kind: kindNumber, Range: "[0, 1]",
		Doc:  "spread to both sides, as a share of the delay, never below base nor above cap",
		fits: func(v value) bool { return v.number >= 0 && v.number <= 1 },
	},
	build: func(s *Spec, v value) Jitter {
		return Within{Factor: v.number, Least: s.duration("base"), Most: s.duration("cap")}
	},
}
