package estimate_test

import (
	"math"
	"testing"
	"time"

	"retrysim/policies"
	"retrysim/policies/presets"
	"retrysim/scenarios/lint/estimate"
	"retrysim/sim"
	"retrysim/sim/model"
)

const sec = time.Second

// The exponents are those of the field reports on overflow: base * 2^n in
// 64-bit nanoseconds. Retry n+1 has the exponent n.
func TestOverflow(t *testing.T) {
	for base, exponent := range map[time.Duration]int{
		time.Millisecond: 44, 10 * time.Millisecond: 40, 100 * time.Millisecond: 37, sec: 34, 30 * sec: 29,
	} {
		retry, ok := estimate.Overflow(&policies.Policy{Backoff: policies.Exponential{Base: base, Factor: 2}})
		if !ok || retry-1 != exponent {
			t.Errorf("base %v: retry %d, %v, want exponent %d", base, retry, ok, exponent)
		}
	}
	if _, ok := estimate.Overflow(&policies.Policy{Backoff: policies.Fixed{Base: sec}}); ok {
		t.Error("a fixed wait overflows")
	}
	if _, ok := estimate.Overflow(&policies.Policy{Backoff: policies.Exponential{Base: sec, Factor: 1}}); ok {
		t.Error("factor 1 overflows")
	}
}

// 8 attempts of the indexer wait 1+2+4+8+16+30+30 = 91 s, 10 % more or less.
func TestWaits(t *testing.T) {
	w := estimate.WaitsOf(indexer(t, "8"))
	if w.Nominal != 91*sec || w.Mean != 91*sec || w.Most != 33*sec || w.Retries != 7 || !w.Limited {
		t.Errorf("got %+v", w)
	}
	if w.Shortest != 81900*time.Millisecond || w.Longest != 100100*time.Millisecond {
		t.Errorf("range %v to %v", w.Shortest, w.Longest)
	}
	long := estimate.WaitsOf(indexer(t, "1001")) // 1000 retries: 31 s, then 995 of 30 s
	if long.Nominal != (31+995*30)*sec {
		t.Errorf("1001 attempts wait %v", long.Nominal)
	}
}

func indexer(t *testing.T, attempts string) *policies.Policy {
	t.Helper()
	p, _ := presets.Lookup("indexer")
	if err := p.With("max_attempts", attempts, "test"); err != nil {
		t.Fatal(err)
	}
	built, _, err := p.Spec.Build("indexer")
	if err != nil {
		t.Fatal(err)
	}
	return built
}

func plan(p *policies.Policy, change ...func(*sim.Plan)) *sim.Plan {
	out := &sim.Plan{
		Until: 10 * time.Minute, Horizon: time.Hour,
		Policies: []sim.PolicyUse{{Name: "p", Policy: p}},
		Types:    []model.JobType{{Name: "job", Steps: []model.Step{{}}, Timeout: 5 * sec}},
		Stations: []model.Station{{Name: "dep", Servers: 8}},
	}
	for _, c := range change {
		c(out)
	}
	return out
}

// The polled queue's golden timeline: taken at 0, reviews every 310 s, each
// attempt fails at once: tried at 0, 310, 1240 and 2790 s; taken at 20 s: 20,
// 620, 1550, 3100 s.
func TestTriesOfThePolledQueue(t *testing.T) {
	preset, _ := presets.Lookup("polled-queue")
	policy, _, err := preset.Spec.Build("polled-queue")
	if err != nil {
		t.Fatal(err)
	}
	p := plan(policy, func(p *sim.Plan) { p.Queue.Review = 310 * sec })
	for first, want := range map[time.Duration][]time.Duration{
		0: {0, 310 * sec, 1240 * sec, 2790 * sec}, 20 * sec: {20 * sec, 620 * sec, 1550 * sec, 3100 * sec},
	} {
		tries, ok := estimate.Tries(p, 0, policy, estimate.Blow{Share: 1, Class: policies.ServerError, Status: 503}, first)
		if !ok || len(tries) != len(want) {
			t.Fatalf("taken at %v: %v", first, tries)
		}
		for i, try := range tries {
			if try.At != want[i] || try.Earliest != want[i] || try.Latest != want[i] || try.Attempt != i+1 {
				t.Errorf("taken at %v: attempt %d at %v, want %v", first, try.Attempt, try.At, want[i])
			}
		}
	}
}

// A refused call fails at once, an unanswered one after its timeout; a hint
// replaces the wait; without a timeout nothing comes after the first call.
func TestTries(t *testing.T) {
	policy := indexer(t, "4")
	p := plan(policy)
	at := func(b estimate.Blow) (out []time.Duration) {
		tries, _ := estimate.Tries(p, 0, policy, b, 0)
		for _, try := range tries {
			out = append(out, try.At/sec)
		}
		return out
	}
	same := func(got []time.Duration, want ...time.Duration) bool {
		if len(got) != len(want) {
			return false
		}
		for i := range got {
			if got[i] != want[i] {
				return false
			}
		}
		return true
	}
	if got := at(estimate.Blow{Share: 1, Class: policies.ServerError, Status: 503}); !same(got, 0, 1, 3, 7) {
		t.Errorf("refused: %v", got)
	}
	silent := estimate.Blow{Share: 1, Class: policies.Timeout, Unanswered: true}
	if got := at(silent); !same(got, 0, 6, 13, 22) {
		t.Errorf("unanswered: %v", got)
	}
	if got := at(estimate.Blow{Share: 1, Class: policies.InvalidData}); !same(got, 0) {
		t.Errorf("permanent: %v", got)
	}
	policy.Hint.Obey = true
	if got := at(estimate.Blow{Share: 1, Class: policies.RateLimited, Status: 429, Hint: 30 * sec}); !same(got, 0, 30, 60, 90) {
		t.Errorf("hinted: %v", got)
	}
	p.Types[0].Timeout = 0
	if tries, ok := estimate.Tries(p, 0, policy, silent, 0); ok || len(tries) != 1 {
		t.Errorf("no timeout: %v, %v", tries, ok)
	}
}

// 40/s for 10 minutes and a batch of 2000 in common with a type of a third of
// the weight.
func TestJobs(t *testing.T) {
	p := plan(indexer(t, "4"), func(p *sim.Plan) {
		p.Types = append(p.Types, model.JobType{Name: "other", Steps: []model.Step{{}, {}}})
		p.Types[0].Sources = []model.Source{{Name: "live", Arrivals: model.ArrivalLaw{Arrivals: model.Poisson{Rate: 40}}}}
		p.Common = []model.Source{{
			Name: "batch", Arrivals: model.ArrivalLaw{Arrivals: model.Burst{Jobs: 3000, At: 2 * time.Minute}},
			Types: []model.TypeWeight{{Type: 0, Weight: 2}, {Type: 1, Weight: 1}},
		}}
	})
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"first minute", estimate.Jobs(p, 0, 0, time.Minute), 2400},
		{"third minute", estimate.Jobs(p, 0, 2*time.Minute, 3*time.Minute), 4400},
		{"other", estimate.Jobs(p, 1, 0, time.Hour), 1000},
		{"half of it after until", estimate.Rate(p, 0, 5*time.Minute, 15*time.Minute), 20},
		{"calls", estimate.StationRate(p, 0, 0, p.Until), 40},
		{"no law, no limit", estimate.Capacity(p, 0), math.Inf(1)},
	} {
		if math.Abs(c.got-c.want) > 1e-9*c.want && c.got != c.want {
			t.Errorf("%s: %v, want %v", c.name, c.got, c.want)
		}
	}
	if b := estimate.Bursts(p); len(b) != 2 || b[0].Jobs != 2000 || b[1].Jobs != 1000 {
		t.Errorf("bursts %v", b)
	}
}

// Batches count as a rate and as bursts, but only once as jobs.
func TestBatchesCountOnce(t *testing.T) {
	p := plan(indexer(t, "4"), func(p *sim.Plan) {
		p.Types[0].Sources = []model.Source{{Arrivals: model.ArrivalLaw{Arrivals: model.Batches{Size: 60, Every: time.Minute}}}}
	})
	if n := estimate.Jobs(p, 0, 0, 10*time.Minute); n != 600 {
		t.Errorf("%v jobs, want 600", n)
	}
	if b := estimate.Bursts(p); len(b) != 10 {
		t.Errorf("%d bursts, want 10", len(b))
	}
}

// A schedule counts its jobs exactly, wherever its few instants lie, and comes
// together only where nothing spreads it.
func TestScheduleCounts(t *testing.T) {
	s := model.Schedule{Start: "2026-03-28T23:00", Zone: "UTC", Cron: "30 2 * * *", Clients: 50}
	p := plan(indexer(t, "4"), func(p *sim.Plan) {
		p.Until = 72 * time.Hour
		p.Types[0].Sources = []model.Source{{Arrivals: model.ArrivalLaw{Arrivals: s}}}
	})
	if n := estimate.Jobs(p, 0, 3*time.Hour, 4*time.Hour); n != 50 {
		t.Errorf("%v jobs in the hour of 02:30, want 50", n)
	}
	if n := estimate.Jobs(p, 0, 0, p.Until); n != 150 {
		t.Errorf("%v jobs in three days, want 150", n)
	}
	if b := estimate.Bursts(p); len(b) != 3 || b[0].Jobs != 50 || b[0].At != 3*time.Hour+30*time.Minute {
		t.Errorf("bursts %v", b)
	}
	s.Spread, s.Over = "even", time.Hour
	p.Types[0].Sources[0].Arrivals.Arrivals = s
	if b := estimate.Bursts(p); len(b) != 0 {
		t.Errorf("bursts of a spread schedule: %v", b)
	}
}

func TestBlows(t *testing.T) {
	policy := indexer(t, "4")
	p := plan(policy, func(p *sim.Plan) {
		p.Types[0].Sources = []model.Source{{Arrivals: model.ArrivalLaw{Arrivals: model.Steady{Rate: 20}}}}
	})
	for _, c := range []struct {
		f     model.Fault
		share float64
		class policies.Class
	}{
		{model.Fault{Kind: model.FaultRefuse, Status: 503}, 1, policies.ServerError},
		{model.Fault{Kind: model.FaultCut, Loses: true}, 1, policies.Timeout},
		{model.Fault{Kind: model.FaultHang, Share: 0.3}, 0.3, policies.Timeout},
		{model.Fault{Kind: model.FaultCapacity, Factor: 0.5}, 0, policies.Success},
		{model.Fault{Kind: model.FaultCapacity}, 1, policies.Timeout},
		{model.Fault{Kind: model.FaultRateLimit, Limit: model.RateLimit{Allow: 5, Per: sec, Status: 429}}, 0.75, policies.RateLimited},
		{model.Fault{Kind: model.FaultRateLimit, Limit: model.RateLimit{Allow: 50, Per: sec, Status: 429}}, 0, policies.RateLimited},
		{model.Fault{Kind: model.FaultError, Errors: []model.Outcome{{Class: policies.ServerError, Status: 500, Share: 0.2}, {Class: policies.Bug, Share: 0.1}}}, 0.3, policies.ServerError},
		{model.Fault{Kind: model.FaultCrash, Target: model.TargetWorkers, Share: 1}, 0, policies.Success},
	} {
		c.f.Start, c.f.End = sec, 61*sec
		b := estimate.BlowOf(p, &c.f, 0, policy)
		if math.Abs(b.Share-c.share) > 1e-12 || b.Class != c.class {
			t.Errorf("kind %d: %+v, want %v of %v", c.f.Kind, b, c.share, c.class)
		}
	}
	held := model.Fault{Kind: model.FaultCut, Start: 0, End: 4 * sec}
	if b := estimate.BlowOf(p, &held, 0, policy); b.Share != 0 {
		t.Errorf("a cut shorter than the timeout fails nobody, got %+v", b)
	}
}

func TestText(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0s", 33 * sec: "33s", 27500 * time.Millisecond: "27.5s", 1234567: "1.23ms", 90 * sec: "1m30s", 5 * time.Minute: "5m",
		91*time.Minute + 29*sec: "1h31m29s", 26 * time.Hour: "1d2h", 14 * 24 * time.Hour: "14d", policies.Longest: "292 years",
		-3 * sec: "-3s", 3*time.Hour + 29*sec: "3h",
	} {
		if got := estimate.Text(d); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
	if got := estimate.List([]string{"a", "b", "c"}); got != "a, b and c" {
		t.Errorf("list %q", got)
	}
}
