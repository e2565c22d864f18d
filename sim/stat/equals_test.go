package stat

import (
	"math/rand/v2"
	"testing"
)

// Ten equal policies on independent streams, 30 replications each, ranked 500
// times: Holm over all 45 pairs claims any difference at most 40 times (5 % of
// 500 is 25, plus three standard errors), where 0.05 a pair claims one more
// often than not.
func TestTenEqualPolicies(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	const rankings, policies, n = 500, 10, 30
	claimed, raw := 0, 0
	for range rankings {
		var xs [policies]Moments
		for i := range xs {
			for range n {
				xs[i].Add(r.ExpFloat64())
			}
		}
		var ps []float64
		for i := range xs {
			for j := range i {
				_, _, p := Welch(xs[i], xs[j])
				ps = append(ps, p)
			}
		}
		some, any := false, false
		for k, a := range Holm(ps) {
			any = any || a < Alpha
			some = some || ps[k] < Alpha
		}
		if any {
			claimed++
		}
		if some {
			raw++
		}
	}
	if claimed > 40 || raw < 250 {
		t.Errorf("differences claimed in %d of %d rankings, without Holm in %d", claimed, rankings, raw)
	}
}

// Identical policies under common random numbers differ by 0 in every pair:
// p is 1 and the interval is 0, never NaN.
func TestIdenticalUnderCommonNumbers(t *testing.T) {
	d := MomentsOf(make([]float64, 30))
	lo, hi := TInterval(d.Mean, d.SE(), 29)
	if p := TProbability(d.Mean, d.SE(), 29); p != 1 || lo != 0 || hi != 0 {
		t.Errorf("p %v, interval %v to %v", p, lo, hi)
	}
	if lo, hi := Bootstrap(make([]float64, 30), 100, 1); lo != 0 || hi != 0 {
		t.Errorf("bootstrap %v to %v", lo, hi)
	}
}
