package study

import (
	"math"
	"math/rand/v2"
	"testing"

	"retrysim/sim/result"
)

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s = %v, want %v within %v", what, got, want, tolerance)
	}
}

// Merging any split of a sample gives what one pass gives.
func TestMomentsMerge(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	xs := make([]float64, 200)
	for i := range xs {
		xs[i] = 1e6 + r.NormFloat64()
	}
	whole := momentsOf(xs)
	for _, cut := range []int{0, 1, 77, 199, 200} {
		a, b := momentsOf(xs[:cut]), momentsOf(xs[cut:])
		a.merge(b)
		near(t, "mean", a.mean, whole.mean, 1e-9)
		near(t, "m2", a.m2, whole.m2, 5e-8) // 200 deviations, each rounded to 1.2e-10 near 1e6, times 2 of them
	}
}

// The ends of the exact interval solve its defining equations: k or more at
// the lower end, and k or fewer at the upper, each have probability 2.5 %.
func TestClopperPearson(t *testing.T) {
	for _, c := range []struct{ k, n int }{{0, 10}, {1, 10}, {5, 10}, {10, 10}, {28, 30}, {30, 30}, {190, 200}, {1, 2}} {
		lo, hi := clopperPearson(c.k, c.n)
		if c.k > 0 {
			near(t, "P(X >= k) at lo", 1-binomialUpTo(c.k-1, c.n, lo), 0.025, 1e-9)
		} else if lo != 0 {
			t.Errorf("lower end of 0/%d is %v", c.n, lo)
		}
		if c.k < c.n {
			near(t, "P(X <= k) at hi", binomialUpTo(c.k, c.n, hi), 0.025, 1e-9)
		} else if hi != 1 {
			t.Errorf("upper end of %d/%d is %v", c.k, c.n, hi)
		}
	}
}

// binomialUpTo is P(X <= k) by adding up.
func binomialUpTo(k, n int, p float64) float64 {
	var sum float64
	for i := 0; i <= k; i++ {
		lg := func(x int) float64 { v, _ := math.Lgamma(float64(x + 1)); return v }
		sum += math.Exp(lg(n) - lg(i) - lg(n-i) + float64(i)*math.Log(p) + float64(n-i)*math.Log1p(-p))
	}
	return sum
}

// Wilcoxon's exact p: small cases by hand (2 of 2^n signings), never as the
// longest time, ties and equal pairs.
func TestSignedRank(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		name  string
		x, y  []float64
		p     float64
		shift int
	}{
		{"all above", []float64{2, 3, 4, 5, 6, 7}, []float64{1, 1, 1, 1, 1, 1}, 2.0 / 64, 1},
		{"all below", []float64{1, 1, 1, 1, 1, 1}, []float64{2, 3, 4, 5, 6, 7}, 2.0 / 64, -1},
		// Sums of at most 1 among ranks 1..6: the empty one and {1}.
		{"smallest against", []float64{0, 3, 4, 5, 6, 7}, []float64{1, 1, 1, 1, 1, 1}, 4.0 / 64, 1},
		{"never against times", []float64{inf, inf, inf, inf, inf, inf}, []float64{1, 2, 3, 4, 5, 6}, 2.0 / 64, 1},
		// The lone never has the largest rank, 6: {6} or what weighs no more
		// in the other direction; sums <= 6 of 1..6 are 14 by counting.
		{"one never", []float64{0, 0, 0, 0, 0, inf}, []float64{1, 2, 3, 4, 5, 6}, 2 * 14.0 / 64, -1},
		{"both never", []float64{inf, inf}, []float64{inf, inf}, 1, 0},
		{"equal", []float64{1, 2, 3}, []float64{1, 2, 3}, 1, 0},
		{"no value", []float64{math.NaN(), 2}, []float64{1, 2}, 1, 0},
	} {
		p, shift := signedRank(c.x, c.y)
		if math.Abs(p-c.p) > 1e-12 || shift != c.shift {
			t.Errorf("%s: p %v, shift %d; want %v, %d", c.name, p, shift, c.p, c.shift)
		}
	}
}

// The exact p against all 2^n signings counted one by one, with ties.
func TestSignedRankByEnumeration(t *testing.T) {
	d := []float64{1, -1, 2, 2, -3, 4, 5, 5, 5, -6}
	y := make([]float64, len(d))
	ranks := doubledRanks(d)
	var observed, total int
	for i, r := range ranks {
		total += r
		if d[i] > 0 {
			observed += r
		}
	}
	least := min(observed, total-observed)
	count := 0
	for signs := range 1 << len(d) {
		sum := 0
		for i, r := range ranks {
			if signs>>i&1 == 1 {
				sum += r
			}
		}
		if min(sum, total-sum) <= least {
			count++
		}
	}
	p, shift := signedRank(d, y)
	near(t, "p", p, float64(count)/float64(int(1)<<len(d)), 1e-12)
	if shift != 1 {
		t.Errorf("shift = %d, want 1", shift)
	}
}

// Of the mean the jackknife gives the standard error of the mean, exactly.
func TestJackknifeOfTheMean(t *testing.T) {
	xs := []float64{10.2, 9.8, 11.1, 10.7, 9.5, 10.9, 10.1, 10.4}
	m := momentsOf(xs)
	without, sizes := make([]float64, len(xs)), make([]int, len(xs))
	for j := range xs {
		o := momentsOf(append(append([]float64{}, xs[:j]...), xs[j+1:]...))
		without[j], sizes[j] = o.mean, 1
	}
	near(t, "se", jackknife(m.mean, without, sizes), m.se(), 1e-12)
	if !math.IsNaN(jackknife(1, []float64{1}, []int{3})) {
		t.Error("one group has a standard error")
	}
}

// Groups of unequal sizes: over many samples the mean squared standard error
// of the mean is its true variance, 1/n.
func TestJackknifeOfUnequalGroups(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	const trials, n, groups = 4000, 13, 5
	sizes := make([]int, groups)
	for j := range sizes {
		sizes[j] = n / groups
		if j < n%groups {
			sizes[j]++
		}
	}
	var squares moments
	for range trials {
		sums, all := make([]float64, groups), 0.0
		for i := range n {
			x := r.NormFloat64()
			sums[i%groups] += x
			all += x
		}
		without := make([]float64, groups)
		for j := range without {
			without[j] = (all - sums[j]) / float64(n-sizes[j])
		}
		se := jackknife(all/n, without, sizes)
		squares.add(se * se)
	}
	near(t, "mean squared standard error x n", squares.mean*n, 1, 4.5*squares.se()*n)
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
		for k, a := range holm(ps) {
			any = any || a < alpha
			some = some || ps[k] < alpha
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
