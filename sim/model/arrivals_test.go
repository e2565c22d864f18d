package model

import (
	"math"
	"testing"
	"time"

	"retrysim/sim/chance"
)

// examples are one valid value of every member of the catalogue, and a few
// more with another shape.
var examples = []CheckedArrivals{
	Burst{Jobs: 2000, At: 3 * time.Minute},
	Steady{Rate: 280},
	Poisson{Rate: 40},
	Ramp{From: 10, To: 50, Over: 20 * time.Second},
	Ramp{From: 50, To: 0, Over: 20 * time.Second},
	Ramp{From: 10, To: 50, Over: 20 * time.Second, Random: true},
	Steps{Steps: []RateStep{{Rate: 10, For: 10 * time.Second}, {Rate: 0, For: 5 * time.Second}, {Rate: 30}}},
	Steps{Steps: []RateStep{{Rate: 10, For: 10 * time.Second}, {Rate: 30, For: 10 * time.Second}}, Random: true},
	Batches{Size: 40, Every: 7 * time.Second, First: 2 * time.Second},
	Times{Times: []time.Duration{0, time.Second, time.Second}},
	BatchPoisson{Rate: 5, Size: ConstantSize{Jobs: 10}},
	BatchPoisson{Rate: 5, Size: GeometricSize{Average: 4}},
	BatchPoisson{Rate: 5, Size: ParetoSize{Minimum: 2, Alpha: 1.5, Most: 100}},
	MMPP{States: []RateState{{Rate: 20, Stay: time.Second}, {Rate: 2, Stay: time.Second}}},
	MMPP{States: []RateState{{Rate: 100, Stay: time.Second}, {Rate: 0, Stay: 4 * time.Second}, {Rate: 10, Stay: 2 * time.Second}}},
	Profile{Points: []RatePoint{{0, 10}, {20 * time.Second, 50}, {30 * time.Second, 0}, {30 * time.Second, 5}}},
	Profile{Points: []RatePoint{{0, 1}, {4 * time.Second, 31}}, Repeat: 7 * time.Second},
	Renewal{Gap: chance.Erlang{Average: 100 * time.Millisecond, Stages: 4}},
	Schedule{Start: "2026-03-28T23:00", Zone: "Europe/Berlin", Cron: "*/5 * * * * *", Clients: 3},
	Schedule{Start: "2026-03-28T23:00", Zone: "UTC", Cron: "0,10,30 * * * * *", Clients: 20, Spread: "even", Over: 10 * time.Second},
	Schedule{Start: "2026-03-28T23:00", Zone: "UTC", Cron: "*/10 0-40/20 * * * *", Clients: 20, Spread: "random", Over: 25 * time.Second},
	Schedule{Start: "2026-03-28T23:00", Zone: "America/New_York", Cron: "*/5 0 * * * *", Clients: 20, Spread: "stable", Over: 5 * time.Second},
}

// play counts the jobs of a process in bins of a second.
func play(t *testing.T, a Arrivals, seed uint64, until time.Duration) (bins []float64) {
	t.Helper()
	bins = make([]float64, int(until/time.Second))
	s := chance.Key{Seed: seed, Purpose: chance.Arrival}.Stream()
	begun, previous := Begin(a), time.Duration(0)
	for k := int64(0); ; k++ {
		at, jobs, ok := begun.Next(k, previous, &s)
		if !ok || at >= until {
			return bins
		}
		if at < previous || jobs < 1 {
			t.Fatalf("%v: arrival %d comes at %v with %d jobs, after one at %v", a, k, at, jobs, previous)
		}
		bins[int(at/time.Second)] += float64(jobs)
		previous = at
	}
}

// TestMeans compares what comes with the mean rate: exactly (to one job) where
// nothing is random, within 5 standard deviations of a count otherwise.
func TestMeans(t *testing.T) {
	const seconds, runs = 60, 50
	for _, a := range examples {
		if _, ok := a.(Schedule); ok {
			continue // at few instants: see TestCount
		}
		ratio := dispersion(a)
		want, got := 0.0, 0.0
		for i := range seconds * 1000 {
			want += a.Mean(time.Duration(i)*time.Millisecond) / 1000
		}
		if want == 0 {
			continue // bursts and lists have no rate
		}
		n := 1
		if ratio > 0 {
			n = runs
		}
		for seed := range n {
			for _, jobs := range play(t, a, uint64(seed), seconds*time.Second) {
				got += jobs / float64(n)
			}
		}
		slack := 1.0 // the first job comes at 0
		if ratio > 0 {
			slack = 5 * math.Sqrt(ratio*want/runs)
		}
		if b, ok := a.(Batches); ok {
			slack = float64(b.Size)
		}
		if math.Abs(got-want) > slack {
			t.Errorf("%v: %g jobs in %d s, want %g +- %g", a, got, seconds, want, slack)
		}
	}
}

// dispersion is at most what the variance over the mean of a count is: 0 where
// nothing is random.
func dispersion(a Arrivals) float64 {
	switch p := a.(type) {
	case Poisson, Profile, Renewal:
		return 1
	case Ramp:
		return float64(len(randomWord(p.Random))) // 0 or more than 1
	case Steps:
		return float64(len(randomWord(p.Random)))
	case BatchPoisson:
		if pareto, ok := p.Size.(ParetoSize); ok {
			return float64(pareto.Most) // E[B^2] / E[B] is at most that
		}
		return 2*p.Size.Mean() - 1 // of geometric ones, and more than of constant ones
	case MMPP:
		most := 0.0 // as if every stay were of the highest rate or nothing
		for _, state := range p.States {
			most = max(most, 1+2*state.Rate*p.stays())
		}
		return most
	}
	return 0
}

// TestPoissonVariance: the variance of a Poisson count is its mean. Over 2000
// bins the ratio has a standard deviation of sqrt(2/2000) = 0.032.
func TestPoissonVariance(t *testing.T) {
	bins := play(t, Poisson{Rate: 40}, 7, 2000*time.Second)
	mean, square := 0.0, 0.0
	for _, n := range bins {
		mean += n / float64(len(bins))
		square += n * n / float64(len(bins))
	}
	if ratio := (square - mean*mean) / mean; math.Abs(ratio-1) > 5*0.032 {
		t.Errorf("variance over mean is %.3f, want 1", ratio)
	}
}

// TestSteadyDoesNotDrift: the k-th of 3/s comes at round(k/3), never summed up.
func TestSteadyDoesNotDrift(t *testing.T) {
	p := Steady{Rate: 3}
	for _, k := range []int64{0, 1, 2, 3, 299_999, 300_000, 3_000_000_000} {
		at, _, _ := p.Next(k, 0, nil)
		if want := time.Duration(math.Round(float64(k) * 1e9 / 3)); (at - want).Abs() > 1 {
			t.Errorf("arrival %d at %d ns, want %d", k, at, want)
		}
	}
}

// TestRampClosedForm: from 0/s to 10/s over 10 s, N(t) = t^2/2, so job k comes
// at sqrt(2k), and after the 50th every 100 ms.
func TestRampClosedForm(t *testing.T) {
	p := Ramp{To: 10, Over: 10 * time.Second}
	for k := range int64(80) {
		want := math.Sqrt(2 * float64(k))
		if k > 50 {
			want = 10 + float64(k-50)/10
		}
		at, _, ok := p.Next(k, 0, nil)
		if !ok || math.Abs(at.Seconds()-want) > 1e-8 {
			t.Errorf("job %d at %v, want %.9f s", k, at, want)
		}
	}
}

// TestNothingComes: zero rates and empty processes are valid and bring nothing.
func TestNothingComes(t *testing.T) {
	for _, a := range []CheckedArrivals{
		Burst{},
		Steady{},
		Poisson{},
		Ramp{Over: time.Second},
		Steps{Steps: []RateStep{{}}},
		Ramp{Over: time.Second, Random: true},
		BatchPoisson{Size: ConstantSize{Jobs: 1}},
		MMPP{States: []RateState{{Stay: time.Second}, {Stay: time.Second}}},
		Profile{Points: []RatePoint{{}, {At: time.Second}}},
		Profile{Points: []RatePoint{{}, {At: time.Second}}, Repeat: time.Second},
	} {
		if err := a.Validate(); err != nil {
			t.Errorf("%v: %v", a, err)
		}
		s := chance.Key{Purpose: chance.Arrival}.Stream()
		if at, jobs, ok := Begin(a).Next(0, 0, &s); ok {
			t.Errorf("%v: %d jobs at %v", a, jobs, at)
		}
	}
}

// TestBetween: from and until cut a window out of the shifted process.
func TestBetween(t *testing.T) {
	b := Between{Inner: Steady{Rate: 2}, From: 10 * time.Second, Until: 15 * time.Second}
	total := 0.0
	for i, n := range play(t, b, 1, time.Minute) {
		if inside := i >= 10 && i < 15; inside != (n == 2) {
			t.Errorf("%g jobs in second %d", n, i)
		}
		total += n
	}
	if total != 10 {
		t.Errorf("%g jobs, want 10", total)
	}
	if want := "{steady: 2/s, from: 10s, until: 15s}"; b.String() != want {
		t.Errorf("%s, want %s", b, want)
	}
}

// TestCatalogue: every member has an example here, refuses its zero value or
// takes it as nothing, and allocates nothing.
func TestArrivalCatalogue(t *testing.T) {
	for _, m := range ArrivalCatalogue() {
		found := false
		for _, a := range examples {
			found = found || len(a.String()) > len(m.Name) && a.String()[1:1+len(m.Name)] == m.Name
		}
		if !found || m.Doc == "" {
			t.Errorf("%s: no example or no doc", m.Name)
		}
	}
	for _, a := range examples {
		if err := a.Validate(); err != nil {
			t.Errorf("%v: %v", a, err)
		}
		s := chance.Key{Purpose: chance.Arrival}.Stream()
		k, at, begun := int64(0), time.Duration(0), Begin(a)
		next := func() {
			if then, _, ok := begun.Next(k, at, &s); ok {
				k, at = k+1, then
			}
		}
		for range 1000 {
			next()
		}
		if n := testing.AllocsPerRun(1000, next); n > 0 {
			t.Errorf("%v: %g allocations an arrival", a, n)
		}
	}
	for _, bad := range []CheckedArrivals{
		Burst{Jobs: -1},
		Burst{Jobs: 1, At: -1},
		Steady{Rate: -1},
		Poisson{Rate: math.NaN()},
		Ramp{From: 1},
		Steps{},
		Steps{Steps: []RateStep{{Rate: 1}, {Rate: 2}}},
		Batches{Size: 1},
		Batches{Every: 1},
		Times{},
		Times{Times: []time.Duration{2, 1}},
		BatchPoisson{Rate: 1},
		BatchPoisson{Rate: -1, Size: ConstantSize{Jobs: 1}},
		BatchPoisson{Rate: 1, Size: ConstantSize{}},
		BatchPoisson{Rate: 1, Size: GeometricSize{Average: 0.5}},
		BatchPoisson{Rate: 1, Size: ParetoSize{Minimum: 2, Alpha: 1, Most: 1}},
		MMPP{States: []RateState{{Rate: 1, Stay: time.Second}}},
		MMPP{States: []RateState{{Rate: 1, Stay: time.Second}, {Rate: 1}}},
		Profile{},
		Profile{Points: []RatePoint{{At: 1}}},
		Profile{Points: []RatePoint{{}, {At: 2}, {At: 1}}},
		Profile{Points: []RatePoint{{}, {At: 2}}, Repeat: 1},
		Renewal{},
		Renewal{Gap: chance.Constant{}},
	} {
		if bad.Validate() == nil {
			t.Errorf("%#v is not refused", bad)
		}
	}
}
