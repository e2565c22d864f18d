package ledger_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"retrysim/sim/ledger"
)

// poisson draws a Poisson count by Knuth's product of uniforms, in steps of a
// mean that the product can bear.
func poisson(r *rand.Rand, mean float64) float64 {
	n := 0.0
	for ; mean > 0; mean -= 10 {
		for p := r.Float64(); p > math.Exp(-min(mean, 10)); p *= r.Float64() {
			n++
		}
	}
	return n
}

// comb is a series of peaks at a period, each so much of the one before, on
// Poisson noise.
func comb(r *rand.Rand, n, period, peaks int, height, decay, noise float64) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = poisson(r, noise)
	}
	for k := range peaks {
		out[5+k*period] += math.Round(height)
		height *= decay
	}
	return out
}

// Peaks that come back are found with their period, their number and what is
// left of them each time: bare ones exactly, and within noise.
func TestFindEcho(t *testing.T) {
	for _, c := range []struct {
		name                 string
		n, period, peaks     int
		height, decay, noise float64
		within               float64 // of the decay
	}{
		{"all of them each time", 120, 3, 10, 1000, 1, 0, 0},
		{"one in five gone", 120, 7, 8, 10_000, 0.8, 0, 0.001},
		{"within noise", 600, 30, 10, 400, 0.9, 4, 0.02},
		{"three peaks", 400, 40, 3, 500, 1, 0, 0},
	} {
		r := rand.New(rand.NewPCG(7, 1))
		e, ok := ledger.FindEcho(comb(r, c.n, c.period, c.peaks, c.height, c.decay, c.noise))
		if !ok || e.Period != c.period || e.Count != c.peaks-1 || math.Abs(e.Decay-c.decay) > c.within {
			t.Errorf("%s: found %+v %v, want period %d, %d after the first, decay %v", c.name, e, ok, c.period, c.peaks-1, c.decay)
		}
	}
}

// What has no echo is said to have one in at most 5 % of the cases: Poisson
// counts, few or many; a burst that dies away; a load that wanders.
func TestFindEchoInNoise(t *testing.T) {
	const runs, n = 200, 500
	for _, c := range []struct {
		name string
		make func(r *rand.Rand, i int, before float64) float64
	}{
		{"few", func(r *rand.Rand, _ int, _ float64) float64 { return poisson(r, 0.05) }},
		{"many", func(r *rand.Rand, _ int, _ float64) float64 { return poisson(r, 20) }},
		{"a burst", func(r *rand.Rand, i int, _ float64) float64 { return poisson(r, 200*math.Exp(-float64(i)/40)) }},
		{"rare bursts", func(r *rand.Rand, _ int, _ float64) float64 {
			if r.Float64() < 0.03 {
				return math.Round(10 / math.Pow(r.Float64(), 1/1.2))
			}
			return 0
		}},
		{"wandering", func(r *rand.Rand, _ int, before float64) float64 {
			return max(0, 100+0.9*(before-100)+10*r.NormFloat64())
		}},
	} {
		found := 0
		for k := range runs {
			r := rand.New(rand.NewPCG(uint64(k), 3))
			x := make([]float64, n)
			for i := range x {
				before := 100.0
				if i > 0 {
					before = x[i-1]
				}
				x[i] = c.make(r, i, before)
			}
			if _, ok := ledger.FindEcho(x); ok {
				found++
			}
		}
		if found > runs/20 {
			t.Errorf("%s: echoes in %d of %d series without any", c.name, found, runs)
		}
		t.Logf("%s: %d", c.name, found)
	}
}

// A series that is too short, or silent, or without change, has no echo.
func TestFindEchoInNothing(t *testing.T) {
	for _, x := range [][]float64{nil, {1, 0, 1, 0}, make([]float64, 100), {5, 5, 5, 5, 5, 5, 5, 5, 5, 5}} {
		if e, ok := ledger.FindEcho(x); ok {
			t.Errorf("%v has an echo %+v", x, e)
		}
	}
}
