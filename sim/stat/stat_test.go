package stat

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s = %v, want %v within %v", what, got, want, tolerance)
	}
}

// Intervals between order statistics with their exact coverage, from the
// binomial distribution; what n cannot support is refused.
func TestQuantileOrder(t *testing.T) {
	for _, c := range []struct {
		n         int
		q         float64
		low, high int
		coverage  float64
	}{{100, 0.5, 40, 61, 0.964799799782}, {1000, 0.99, 983, 997, 0.976094763498}, {1000, 0.95, 936, 964, 0}} {
		o, ok := QuantileOrder(c.n, c.q, 0.95)
		if !ok || o.Low != c.low || o.High != c.high {
			t.Errorf("n %d, q %v: %+v, want %d and %d", c.n, c.q, o, c.low, c.high)
		}
		if c.coverage > 0 {
			near(t, "coverage", o.Coverage, c.coverage, 1e-6)
		}
	}
	if o, ok := QuantileOrder(100, 0.99, 0.95); ok {
		t.Errorf("100 values support a two-sided interval of p99: %+v", o)
	}
	if a, b := LeastForQuantile(0.95, 0.95), LeastForQuantile(0.99, 0.95); a != 59 || b != 299 {
		t.Errorf("least n %d and %d, want 59 and 299", a, b)
	}
}

// The interval covers the true quantile as often as it says, within 1.5
// points, over 2,000 trials (three standard errors of that share).
func TestQuantileIntervalCovers(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, q := range []float64{0.5, 0.9} {
		const trials, n = 2000, 100
		covered, want := 0, 0.0
		xs := make([]float64, n)
		for range trials {
			for i := range xs {
				xs[i] = r.ExpFloat64()
			}
			lo, hi, o, _ := QuantileInterval(xs, q, 0.95)
			if truth := -math.Log(1 - q); lo <= truth && truth <= hi {
				covered++
			}
			want = o.Coverage
		}
		near(t, "coverage", float64(covered)/trials, want, 0.015)
	}
}

// Means and paired differences: t and bootstrap intervals over 2,000 trials.
func TestIntervalsCover(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	const trials, n = 2000, 30
	byT, byBootstrap := 0, 0
	ds := make([]float64, n)
	for trial := range trials {
		for i := range ds {
			common := r.NormFloat64()
			ds[i] = (common + 0.3*r.NormFloat64() + 1) - (common + 0.3*r.NormFloat64())
		}
		m := MomentsOf(ds)
		if lo, hi := TInterval(m.Mean, m.SE(), n-1); lo <= 1 && 1 <= hi {
			byT++
		}
		if lo, hi := Bootstrap(ds, 200, uint64(trial)); lo <= 1 && 1 <= hi {
			byBootstrap++
		}
	}
	near(t, "t coverage", float64(byT)/trials, 0.95, 0.02)
	// With n = 30 percentile intervals are too short by sqrt(29/30) and by z
	// in place of t: 93.6 % expected.
	near(t, "bootstrap coverage", float64(byBootstrap)/trials, 0.936, 0.02)
}

// Eta and h^2 of Kim and Nelson (2001) with c = 1.
func TestKimNelsonConstants(t *testing.T) {
	a, b := NewKimNelson(5, 20, 0.05), NewKimNelson(10, 10, 0.05)
	near(t, "eta", a.Eta, 0.237238315535, 1e-10)
	near(t, "h2", a.H2, 9.01505599034, 1e-9)
	near(t, "eta", b.Eta, 0.859083429925, 1e-10)
	near(t, "h2", b.H2, 15.4635017386, 1e-9)
}

// The best, better by just the indifference zone, is selected in at least
// 95 % of races: with 500 of them fewer than 460 would be chance once in 1000.
func TestKimNelsonSelectsTheBest(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	const races, k, n0 = 500, 5, 20
	kn, right := NewKimNelson(k, n0, 0.05), 0
	for range races {
		draw := func(i int) float64 {
			if i == 3 {
				return r.NormFloat64() + 0.5
			}
			return r.NormFloat64()
		}
		first := make([][]float64, k)
		for i := range first {
			for range n0 {
				first[i] = append(first[i], draw(i))
			}
		}
		race := kn.NewRace(first, 0.5)
		xs := make([]float64, k)
		for range race.Most() {
			if len(race.Best()) == 1 {
				break
			}
			for i := range xs {
				xs[i] = draw(i)
			}
			race.Add(xs)
		}
		if slices.Equal(race.Best(), []int{3}) {
			right++
		}
	}
	if right < 460 {
		t.Errorf("the best was selected in %d of %d races", right, races)
	}
}

// Identical systems under common random numbers never part.
func TestKimNelsonKeepsEquals(t *testing.T) {
	xs := []float64{3, 1, 4, 1, 5}
	race := NewKimNelson(3, 5, 0.05).NewRace([][]float64{xs, xs, xs}, 0.1)
	race.Add([]float64{9, 9, 9})
	if got := race.Best(); len(got) != 3 || race.Most() != 1 {
		t.Errorf("left %v after at most %d", got, race.Most())
	}
}

// MSER-5 of a decay with a saw on it, by brute force; a series whose
// level falls after half of it has its minimum at the edge.
func TestMSER5(t *testing.T) {
	xs, drift := make([]float64, 500), make([]float64, 500)
	for i := range xs {
		xs[i] = 5*math.Exp(-float64(i)/20) + (float64(7*i%11)-5)/5
		drift[i] = float64(7*i%11) / 100
	}
	for i := range 260 {
		drift[i]++
	}
	w, ok := MSER5(xs)
	if !ok || w.Drop != 60 || w.Edge {
		t.Errorf("warm-up %+v, want 60 dropped", w)
	}
	near(t, "statistic", w.Statistic, 0.000301956937531, 3e-10)
	near(t, "mean", w.Mean, 0.0116004811219, 1e-8)
	if w, _ := MSER5(drift); !w.Edge {
		t.Errorf("a drift has warmed up: %+v", w)
	}
	if w, ok := MSER5(make([]float64, 100)); !ok || w.Drop != 0 || w.Edge {
		t.Errorf("a constant needs a warm-up: %+v", w)
	}
}

// Batch means of AR(1), phi 0.9, n = 4000 in 20 batches cover in 94.4 %
// (8,000 runs elsewhere), values taken as independent in 34.7 %.
func TestBatchMeansCover(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	const trials, n = 2000, 4000
	batches, naive := 0, 0
	xs := make([]float64, n)
	for range trials {
		x := r.NormFloat64() / math.Sqrt(1-0.81)
		for i := range xs {
			x = 0.9*x + r.NormFloat64()
			xs[i] = x
		}
		for count, from := range map[*int][]float64{&batches: BatchMeans(xs, 20), &naive: xs} {
			m := MomentsOf(from)
			if lo, hi := TInterval(m.Mean, m.SE(), float64(m.N-1)); lo <= 0 && 0 <= hi {
				*count++
			}
		}
	}
	near(t, "coverage of batch means", float64(batches)/trials, 0.944, 0.015)
	near(t, "coverage of values", float64(naive)/trials, 0.347, 0.03)
}

// Small cases by counting: 2 of C(6,3) = 20 choices are as far apart as 1, 2,
// 3 against 4, 5, 6; never is the longest; ties share ranks.
func TestMannWhitney(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		x, y  []float64
		p     float64
		shift int
	}{
		{[]float64{1, 2, 3}, []float64{4, 5, 6}, 0.1, -1},
		{[]float64{4, 5, 6, 7}, []float64{1, 2, 3}, 2.0 / 35, 1},
		{[]float64{inf, inf, inf}, []float64{4, 5, 6}, 0.1, 1},
		{[]float64{1, 1}, []float64{1, 1}, 1, 0},
		// Ranks 1.5 1.5 3 4: sums 3, 4.5, 4.5, 5.5, 5.5, 7, mean 5.
		{[]float64{1, 1}, []float64{2, 3}, 2.0 / 6, -1},
		{nil, []float64{1}, 1, 0},
	} {
		p, shift := MannWhitney(c.x, c.y)
		if math.Abs(p-c.p) > 1e-12 || shift != c.shift {
			t.Errorf("%v against %v: p %v, shift %d; want %v, %d", c.x, c.y, p, shift, c.p, c.shift)
		}
	}
}

// The normal approximation, with ties and at the size where it takes over,
// against the exact p, 0.12 down to 1e-7. (Far out the normal's tail is the
// heavier one: claims are rarer, not more.)
func TestMannWhitneyOfManyNearsExact(t *testing.T) {
	for _, by := range []float64{3, 5, 7, 10, 20} {
		var all []float64
		for i := range 60 {
			all = append(all, float64(i/2))
		}
		for i := range 60 {
			all = append(all, math.Floor((float64(i)+by)/2))
		}
		ranks, ties := midRanks(all)
		sum := 0
		for _, r := range ranks[:60] {
			sum += r
		}
		off := sum - 60*121
		exact := rankSumProbability(ranks, 60, off)
		near(t, "p by the normal", rankSumNormal(60, 60, off, ties), exact, 0.001)
	}
}

// Replications for a half width: t(n-1) sd/sqrt(n) <= half holds at n and not
// at n-1.
func TestNeeded(t *testing.T) {
	n := Needed(1, 0.1, 10000)
	half := func(n int) float64 { return TQuantile(0.975, float64(n-1)) / math.Sqrt(float64(n)) }
	if !(half(n) <= 0.1 && half(n-1) > 0.1) {
		t.Errorf("needed %d: %v, %v", n, half(n), half(n-1))
	}
	if Needed(1, 0.001, 100) != 101 || Needed(math.NaN(), 1, 9) != 0 || Needed(0, 1, 9) != 2 {
		t.Error("cap, no spread known or no spread at all")
	}
}

// Pareto with index 1.5 by its quantiles; one value that makes the mean.
func TestHeavyTails(t *testing.T) {
	xs := make([]float64, 10000)
	for i := range xs {
		xs[i] = math.Pow((float64(i)+0.5)/10000, -1/1.5)
	}
	near(t, "Hill", Hill(xs, 500), 1.5, 0.02)
	near(t, "largest share", LargestShare([]float64{1, 2, 3, 98}), 95.5/98, 1e-12)
	if LargestShare([]float64{2, 2}) != 0 || !math.IsNaN(Hill([]float64{1}, 1)) {
		t.Error("nothing varies, or too few values")
	}
}
