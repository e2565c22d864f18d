package study

import (
	"math"
	"math/rand/v2"
	"testing"

	"retrysim/sim/stat"

	"retrysim/sim/result"
)

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s = %v, want %v within %v", what, got, want, tolerance)
	}
}

// Pooled, not averaged: a run of quick jobs and a run with 100 slow ones
// give the p99 of all jobs, not the mean of two p99s.
func TestQuantilesArePooled(t *testing.T) {
	p := &pool{}
	for r, slow := range []int{0, 100} {
		h := &result.Histogram{}
		for i := range 1000 {
			if i < slow {
				h.Record(50e9)
			} else {
				h.Record(1e9)
			}
		}
		p.fold(h, r, 2)
	}
	e := p.quantile(0.99, groupSizes(2, 2))
	near(t, "pooled p99", e.value, 50, 50.0/256) // rank 1,980 of 2,000 is slow; the mean of p99s is 25.5
}

// The jackknife interval of a pooled quantile holds the true one in 95 % of
// studies, here of runs that differ in their load, so that the jobs of a run
// are alike and an interval over all jobs would be far too narrow. 3.5 points
// are 3.2 standard errors of the share of 400 studies.
func TestJackknifeOfAQuantileCovers(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	const studies, replications, jobs = 400, 30, 100
	draw := func() float64 { return 1 + 0.2*math.Abs(r.NormFloat64()) }
	truth := &result.Histogram{} // of 2 million jobs, each of a run of its own
	for range 2_000_000 {
		truth.Record(int64(1e9 * draw() * r.ExpFloat64()))
	}
	want, held := truth.Quantile(0.95)/1e9, 0
	for range studies {
		p := &pool{}
		for k := range replications {
			h, load := &result.Histogram{}, draw()
			for range jobs {
				h.Record(int64(1e9 * load * r.ExpFloat64()))
			}
			p.fold(h, k, replications)
		}
		if e := p.quantile(0.95, groupSizes(replications, replications)); e.lo <= want && want <= e.hi {
			held++
		}
	}
	near(t, "coverage", float64(held)/studies, 0.95, 0.035)
}

// Ten equal rows, all pairs: an unadjusted tool names a winner in most of the
// studies, Holm's in at most 5 % (at most 6 % in 2,000 tries).
func TestHolmKeepsFalseClaimsRare(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	const studies, rows, replications = 2000, 10, 30
	claims, unadjusted := 0, 0
	for range studies {
		values := make([][]float64, rows)
		for i := range values {
			values[i] = make([]float64, replications)
			for k := range values[i] {
				values[i][k] = r.NormFloat64()
			}
		}
		var ps []float64
		for i := range rows {
			for j := range i {
				ps = append(ps, paired(values[i], values[j]).p)
			}
		}
		any, some := false, false
		for k, a := range stat.Holm(ps) {
			any = any || a < stat.Alpha
			some = some || ps[k] < stat.Alpha
		}
		if any {
			claims++
		}
		if some {
			unadjusted++
		}
	}
	if share := float64(claims) / studies; share > 0.06 {
		t.Errorf("false claims in %.3f of the studies", share)
	}
	near(t, "unadjusted claims", float64(unadjusted)/studies, 0.627, 0.05)
}

// A t interval over 5 runs is made with 2.776, not 1.96.
func TestFewReplicationsHaveWideIntervals(t *testing.T) {
	e := meanOf([]float64{1, 2, 3, 4, 5})
	near(t, "half width", (e.hi-e.lo)/2, 2.7764451052*math.Sqrt(2.5/5), 1e-9)
}
