package model

import (
	"math"
	"testing"
	"time"

	"retrysim/sim/chance"
)

// TestMMPPDispersion: the variance over the mean of an MMPP's counts follows
// the formula in its comment, within 5 standard errors of 40 runs.
func TestMMPPDispersion(t *testing.T) {
	p := MMPP{States: []RateState{{Rate: 30, Stay: 2 * time.Second}, {Rate: 1, Stay: 5 * time.Second}}}
	a, b, pp, q := 30.0, 1.0, 1/2.0, 1/5.0
	r := pp + q
	for _, window := range []int{1, 20} {
		w := float64(window)
		want := 1 + 2*pp*q*(a-b)*(a-b)/(r*r*(a*q+b*pp))*(1-(1-math.Exp(-r*w))/(r*w))
		var ratios []float64
		for seed := range uint64(40) {
			ratios = append(ratios, fano(play(t, p, seed, 8000*time.Second), window))
		}
		within(t, p, ratios, want)
	}
}

// TestMMPPStates: the states follow one another in the order of the list, a
// minute each in the mean: 240 changes in 4 h. Counts of a second tell the
// state, but for the second of a change, and hide a stay of a second or two (1
// in 30).
func TestMMPPStates(t *testing.T) {
	p := MMPP{States: []RateState{{Rate: 400, Stay: time.Minute}, {Rate: 0, Stay: time.Minute}, {Rate: 50, Stay: time.Minute}}}
	state := func(n float64) int {
		switch {
		case n > 250:
			return 0
		case n == 0:
			return 1
		}
		return 2
	}
	bins := play(t, p, 3, 4*time.Hour)
	right, wrong, last := 0, 0, state(bins[0])
	for i := 2; i < len(bins); i++ {
		now := state(bins[i])
		if now != state(bins[i-1]) || now != state(bins[i-2]) || now == last {
			continue
		}
		if now == (last+1)%3 {
			right++
		} else {
			wrong++
		}
		last = now
	}
	if right < 160 || right > 320 || wrong > right/6 {
		t.Errorf("%d changes to the next state and %d to another", right, wrong)
	}
}

// TestProfileCounts: jobs come at the profile's own rate in each of its parts,
// not only over all: within 5 standard deviations of a Poisson count.
func TestProfileCounts(t *testing.T) {
	p := Profile{Points: []RatePoint{{0, 0}, {10 * time.Second, 40}, {20 * time.Second, 40}, {20 * time.Second, 4}}, Repeat: 60 * time.Second}
	const rounds = 200
	var parts [6]float64
	for i, n := range play(t, p, 5, rounds*time.Minute) {
		parts[i%60/10] += n
	}
	// From 4/s back to 0/s over 40 s: 35, 25, 15 and 5 tenths of 10 s x 1/s.
	for i, want := range [...]float64{200, 400, 35, 25, 15, 5} {
		if got := parts[i] / rounds; math.Abs(got-want) > 5*math.Sqrt(want/rounds) {
			t.Errorf("%g jobs in part %d, want %g", got, i, want)
		}
	}
	if n := fano(play(t, Profile{Points: []RatePoint{{0, 40}}}, 1, 2000*time.Second), 1); math.Abs(n-1) > 5*0.032 {
		t.Errorf("variance over mean is %.3f, want 1", n)
	}
}

// TestProfileLongPeriods: a process so slow that whole periods pass without a
// job skips them in one step, and ends with time itself.
func TestProfileLongPeriods(t *testing.T) {
	p := Profile{Points: []RatePoint{{0, 0}, {time.Second, 1e-7}}, Repeat: 2 * time.Second}
	s := chance.Key{Seed: 1, Purpose: chance.Arrival}.Stream()
	at, n := time.Duration(0), 0
	for k := int64(0); ; k++ {
		then, _, ok := p.Next(k, at, &s)
		if !ok {
			break
		}
		if then < at {
			t.Fatalf("arrival %d at %v, after %v", k, then, at)
		}
		at, n = then, n+1
	}
	// A mean of 5e-8/s for 9.22e9 s is 461 jobs, +- 5 sd.
	if n < 461-107 || n > 461+107 {
		t.Errorf("%d jobs, want 461", n)
	}
}

// TestSizes: means are those of the closed forms, within 5 standard errors, and
// the geometric and Pareto laws have their tails.
func TestSizes(t *testing.T) {
	for _, c := range []struct {
		size    Size
		n, tail float64 // P(N >= n)
	}{
		{ConstantSize{Jobs: 7}, 7, 1},
		{GeometricSize{Average: 1}, 2, 0},
		{GeometricSize{Average: 4}, 3, 0.75 * 0.75},
		{ParetoSize{Minimum: 1, Alpha: 2, Most: 1000}, 10, 0.01},
		{ParetoSize{Minimum: 3, Alpha: 1, Most: 100}, 100, 0.03},
		{ParetoSize{Minimum: 1, Alpha: 0.5, Most: 100_000}, 10_000, 0.01},
	} {
		const draws = 200_000
		s := chance.Key{Seed: 1, Purpose: chance.Arrival}.Stream()
		sum, square, above := 0.0, 0.0, 0.0
		for range draws {
			n := float64(c.size.Sample(&s))
			sum, square = sum+n, square+n*n
			if n >= c.n {
				above++
			}
		}
		mean := sum / draws
		if se := math.Sqrt((square/draws - mean*mean) / draws); math.Abs(mean-c.size.Mean()) > 5*se+1e-12 {
			t.Errorf("%v: mean %g +- %g, want %g", c.size, mean, se, c.size.Mean())
		}
		if got := above / draws; math.Abs(got-c.tail) > 5*math.Sqrt(c.tail*(1-c.tail)/draws)+1e-12 {
			t.Errorf("%v: P(N >= %g) = %g, want %g", c.size, c.n, got, c.tail)
		}
		if got := c.size.Above(int(c.n) - 1); math.Abs(got-c.tail) > 1e-12 {
			t.Errorf("%v: above %g with %g, want %g", c.size, c.n-1, got, c.tail)
		}
	}
}

// TestParetoMean: the integral for the far terms agrees with their sum.
func TestParetoMean(t *testing.T) {
	for _, p := range []ParetoSize{{1, 0.3, 400_000}, {1, 1, 400_000}, {50, 1.2, 90_000}, {7, 3, 5000}, {9, 1.5, 9}} {
		sum := float64(p.Minimum)
		for n := p.Minimum + 1; n <= p.Most; n++ {
			sum += math.Pow(float64(p.Minimum)/float64(n), p.Alpha)
		}
		if got := p.Mean(); math.Abs(got/sum-1) > 1e-9 {
			t.Errorf("%v: mean %.12g, want %.12g", p, got, sum)
		}
	}
}

// TestMemory: two runs of one spec that overlap do not share a memory, and
// asking the spec itself is a mistake that tells.
func TestMemory(t *testing.T) {
	for _, a := range examples {
		one, two := Begin(a), Begin(a)
		s := chance.Key{Seed: 9, Purpose: chance.Arrival}.Stream()
		twin := s
		var at, then time.Duration
		for k := range int64(50) {
			x, n, ok := one.Next(k, at, &s)
			y, m, same := two.Next(k, then, &twin)
			if x != y || n != m || ok != same {
				t.Fatalf("%v: arrival %d at %v and at %v", a, k, x, y)
			}
			if !ok {
				break
			}
			at, then = x, y
		}
		if _, ok := a.(Remembering); ok {
			func() {
				defer func() {
					if recover() == nil {
						t.Errorf("%v: Next of the spec itself does not panic", a)
					}
				}()
				a.Next(0, 0, &s)
			}()
		}
	}
}

// fano is the variance over the mean of counts in windows of so many bins.
func fano(bins []float64, window int) float64 {
	n, mean, square := 0.0, 0.0, 0.0
	for i := 0; i+window <= len(bins); i += window {
		sum := 0.0
		for _, b := range bins[i : i+window] {
			sum += b
		}
		n, mean, square = n+1, mean+sum, square+sum*sum
	}
	mean /= n
	return (square/n - mean*mean) / mean * n / (n - 1)
}

// within wants the mean of some values to be as it should, within 5 standard
// errors.
func within(t *testing.T, what any, values []float64, want float64) {
	t.Helper()
	mean, square := 0.0, 0.0
	for _, v := range values {
		mean += v / float64(len(values))
		square += v * v / float64(len(values))
	}
	if se := math.Sqrt((square - mean*mean) / float64(len(values)-1)); math.Abs(mean-want) > 5*se || se > want/10 {
		t.Errorf("%v: %.4g +- %.2g, want %.4g", what, mean, se, want)
	}
}
