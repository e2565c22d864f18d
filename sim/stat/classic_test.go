package stat

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Merging any split of a sample gives what one pass gives.
func TestMomentsMerge(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	xs := make([]float64, 200)
	for i := range xs {
		xs[i] = 1e6 + r.NormFloat64()
	}
	whole := MomentsOf(xs)
	for _, cut := range []int{0, 1, 77, 199, 200} {
		a, b := MomentsOf(xs[:cut]), MomentsOf(xs[cut:])
		a.Merge(b)
		near(t, "mean", a.Mean, whole.Mean, 1e-9)
		near(t, "m2", a.M2, whole.M2, 5e-8) // 200 deviations, each rounded to 1.2e-10 near 1e6, times 2 of them
	}
}

// The ends of the exact interval solve its defining equations: k or more at
// the lower end, and k or fewer at the upper, each have probability 2.5 %.
func TestClopperPearson(t *testing.T) {
	for _, c := range []struct{ k, n int }{{0, 10}, {1, 10}, {5, 10}, {10, 10}, {28, 30}, {30, 30}, {190, 200}, {1, 2}} {
		lo, hi := ClopperPearson(c.k, c.n)
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
		p, shift := SignedRank(c.x, c.y)
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
	p, shift := SignedRank(d, y)
	near(t, "p", p, float64(count)/float64(int(1)<<len(d)), 1e-12)
	if shift != 1 {
		t.Errorf("shift = %d, want 1", shift)
	}
}

// Of the mean the jackknife gives the standard error of the mean, exactly.
func TestJackknifeOfTheMean(t *testing.T) {
	xs := []float64{10.2, 9.8, 11.1, 10.7, 9.5, 10.9, 10.1, 10.4}
	m := MomentsOf(xs)
	without, sizes := make([]float64, len(xs)), make([]int, len(xs))
	for j := range xs {
		o := MomentsOf(append(append([]float64{}, xs[:j]...), xs[j+1:]...))
		without[j], sizes[j] = o.Mean, 1
	}
	near(t, "se", Jackknife(m.Mean, without, sizes), m.SE(), 1e-12)
	if !math.IsNaN(Jackknife(1, []float64{1}, []int{3})) {
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
	var squares Moments
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
		se := Jackknife(all/n, without, sizes)
		squares.Add(se * se)
	}
	near(t, "mean squared standard error x n", squares.Mean*n, 1, 4.5*squares.SE()*n)
}
