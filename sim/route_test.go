package sim_test

import (
	"math"
	"testing"
	"time"

	"retrysim/policies"
	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/ledger"
	"retrysim/sim/model"
)

// routed lets the only step go to one of two dependencies, 70 to 30.
func routed(by model.RouteBy) func(*sim.Plan) {
	return func(p *sim.Plan) {
		p.Stations = append(p.Stations, p.Stations[0])
		p.Stations[0].Name, p.Stations[1].Name = "eu", "us"
		p.Types[0].Steps[0].Routes = []model.Route{{Station: 0, Weight: 7}, {Station: 1, Weight: 3}}
		p.Types[0].Steps[0].RouteBy = by
	}
}

// allFail makes every call fail, so that each job makes all its attempts.
func allFail(p *sim.Plan) {
	for i := range p.Stations {
		p.Faults = append(p.Faults, outage(0, time.Hour))
		p.Faults[i].Station = i
	}
}

// wantShare sees that n of all are share of them, within 4.5 standard errors.
func wantShare(t *testing.T, what string, n, all int, share float64) {
	t.Helper()
	se := math.Sqrt(share * (1 - share) / float64(all))
	if got := float64(n) / float64(all); math.Abs(got-share) > 4.5*se {
		t.Errorf("%s: %d of %d, want %v of them, standard error %.4f", what, n, all, share, se)
	}
}

// Weights 7 and 3 send 70 % of the jobs one way, every job the same way at both
// of its attempts; by attempt, of the jobs 0.7^2 + 0.3^2 = 58 % go the same way
// twice; by key, a key's jobs all go one way.
func TestRoutes(t *testing.T) {
	const jobs = 10_000
	two := policy(t, "backoff", "none", "max_attempts", "2")
	for _, by := range []model.RouteBy{model.RouteByJob, model.RouteByAttempt, model.RouteByKey} {
		o, c := record(t, plan(t, model.Burst{Jobs: jobs}, two, routed(by), keyed(2000, 0), allFail))
		way, keyWay := map[uint64]uint8{}, map[uint32]uint8{}
		var eu, same, torn int
		for _, e := range c.sent {
			if e.Station == 0 {
				eu++
			}
			if was, seen := way[e.Job]; seen && was == e.Station {
				same++
			}
			way[e.Job] = e.Station
			if was, seen := keyWay[e.Key]; seen && was != e.Station {
				torn++
			}
			keyWay[e.Key] = e.Station
		}
		if got := value(t, o, "dependency_calls[eu]"); got != float64(eu) {
			t.Errorf("by %v: %v calls of eu, its entries say %d", by, got, eu)
		}
		switch by {
		case model.RouteByJob:
			wantShare(t, "by job, eu", eu/2, jobs, 0.7)
		case model.RouteByAttempt:
			wantShare(t, "by attempt, eu", eu, 2*jobs, 0.7)
			wantShare(t, "by attempt, the same way twice", same, jobs, 0.58)
		case model.RouteByKey:
			wantShare(t, "by key, keys of eu", len(keyWay)-goingTo(keyWay, 1), len(keyWay), 0.7)
		}
		if by != model.RouteByAttempt && same != jobs {
			t.Errorf("by %v: %d of %d jobs go the same way twice, want all", by, same, jobs)
		}
		if (by == model.RouteByKey) != (torn == 0) {
			t.Errorf("by %v: %d calls go another way than the call before with their key", by, torn)
		}
	}
}

func goingTo[K comparable](m map[K]uint8, v uint8) int {
	n := 0
	for _, have := range m {
		if have == v {
			n++
		}
	}
	return n
}

// shards splits the only dependency by load.
func shards(load ...float64) func(*sim.Plan) {
	return func(p *sim.Plan) {
		one := p.Stations[0]
		p.Stations = nil
		for i, l := range load {
			one.Name = "dep/" + string(rune('1'+i))
			one.Shard = model.Shard{Of: "dep", Number: i + 1, Count: len(load), Load: l}
			p.Stations = append(p.Stations, one)
		}
	}
}

// Jobs without keys fall on shards by load, each on the same one at every
// attempt; those with keys by their key.
func TestShards(t *testing.T) {
	const jobs = 10_000
	load := []float64{0.4, 0.2, 0.2, 0.2}
	_, c := record(t, plan(t, model.Burst{Jobs: jobs}, policy(t, "backoff", "none", "max_attempts", "2"), shards(load...), allFail))
	var n [4]int
	for _, e := range c.sent {
		n[e.Station]++
	}
	for i, l := range load {
		if n[i]%2 == 1 {
			t.Errorf("shard %d got an odd number of calls: a job changed its shard", i+1)
		}
		wantShare(t, "shard", n[i]/2, jobs, l)
	}
	_, c = record(t, plan(t, model.Burst{Jobs: jobs}, noRetry(t), shards(load...), keyed(3000, 0)))
	of, hot := map[uint32]uint8{}, 0
	for _, e := range c.sent {
		if was, seen := of[e.Key]; seen && was != e.Station {
			t.Fatalf("key %d fell on shards %d and %d", e.Key, was+1, e.Station+1)
		}
		if _, seen := of[e.Key]; !seen && e.Station == 0 {
			hot++
		}
		of[e.Key] = e.Station
	}
	wantShare(t, "keys on the hot shard", hot, len(of), 0.4)
}

// A fault of all shards strikes them at the same random times; one of a shard
// strikes its calls alone.
func TestFaultsOfShards(t *testing.T) {
	both := model.Fault{
		Kind: model.FaultRefuse, Status: 503, End: time.Hour, Shards: 2,
		Windows: model.Windows{Between: law(chance.Exponential{Average: time.Minute}), Lasts: law(chance.Constant{Value: 10 * time.Second})},
	}
	_, c := record(t, plan(t, model.Steady{Rate: 10}, noRetry(t), shards(0.5, 0.5), func(p *sim.Plan) { p.Faults = []model.Fault{both} }))
	var failed [2]int
	at, changes := policies.Success, 0
	for _, e := range c.ended {
		if e.Class != policies.Success {
			failed[e.Station]++
		}
		if e.Class != at {
			at = e.Class
			changes++
		}
	}
	if failed[0] == 0 || failed[1] == 0 || changes > 2*60 {
		t.Errorf("refused %v, in %d changes: want both shards down together, for some 50 windows", failed, changes)
	}

	one := outage(0, 2*time.Hour)
	one.Station = 1
	_, c = record(t, plan(t, model.Steady{Rate: 10}, noRetry(t), shards(0.5, 0.5), func(p *sim.Plan) { p.Faults = []model.Fault{one} }))
	for _, e := range c.ended {
		if (e.Class == policies.Success) != (e.Station == 0) {
			t.Fatalf("a call of shard %d ended as %v", e.Station+1, e.Class)
		}
	}
}

// A condition on a dependency counts the calls of all its shards: at a burst of
// 5 jobs the fourth and fifth make more than 3 in flight and are refused,
// whichever shard they fall on.
func TestConditionOverShards(t *testing.T) {
	f := outage(0, time.Hour)
	f.Shards, f.While = 2, 3
	o, _ := record(t, plan(t, model.Burst{Jobs: 5}, noRetry(t), shards(0.5, 0.5), func(p *sim.Plan) {
		for i := range p.Stations {
			p.Stations[i].Service = law(chance.Constant{Value: time.Second})
		}
		p.Faults = []model.Fault{f}
	}))
	if got := value(t, o, "completed"); got != 3 {
		t.Errorf("%v jobs complete, want 3", got)
	}
}

// An operator scales all shards, and waits for the sum of their calls: 40 jobs
// of 1 s at once on two shards of one server each, even after a speed of 200 %
// from 5 s on. Whatever the split, each shard has served 5 by then and serves
// the rest at 2/s; the purge at depth <= 6 shows in the trace.
func TestActionsOnShards(t *testing.T) {
	p := plan(t, model.Burst{Jobs: 40}, noRetry(t), shards(0.5, 0.5), func(p *sim.Plan) {
		for i := range p.Stations {
			p.Stations[i].Service, p.Stations[i].Servers = law(chance.Constant{Value: time.Second}), 1
		}
		p.Actions = []model.Action{
			{Name: "faster", Kind: model.DoScale, At: 5*time.Second - 1, Shards: 2, Factor: 2},
			{Name: "low", Kind: model.DoDeadLetters, Enabled: true, When: model.Watch{Gauge: model.WatchDepth, Shards: 2, Level: 6, Below: true, After: -1}},
		}
	})
	_, facts := play(t, p)
	_, c := record(t, p)
	var of [2]int
	for _, e := range c.sent {
		of[e.Station]++
	}
	end := 0.0
	for _, n := range of {
		end = max(end, 5+float64(n-5)/2)
	}
	if last := time.Duration(c.done[len(c.done)-1].At).Seconds(); last != end {
		t.Errorf("the last of %v calls is done at %v s, want %v", of, last, end)
	}
	// Calls left at t, at even speed: 40 - 10 - 4 (t - 5) until a shard is empty.
	when := times(facts, "action")[1]
	left := 0
	for _, e := range c.done {
		if time.Duration(e.At).Seconds() > when {
			left++
		}
	}
	if left > 6 || left < 4 {
		t.Errorf("at %v s, when the condition held, %d calls were left, want 4 to 6", when, left)
	}
}

// Plans that no run could play say why.
func TestKeysAndShardsThatCannotBe(t *testing.T) {
	for name, change := range map[string]func(*sim.Plan){
		"keys":          func(p *sim.Plan) { p.Types[0].Keys.Count = -1 },
		"too many keys": func(p *sim.Plan) { p.Types[0].Keys.Count = model.MaxKeys + 1 },
		"skew":          func(p *sim.Plan) { p.Types[0].Keys = model.Keys{Count: 2, Skew: math.NaN()} },
		"weights":       func(p *sim.Plan) { p.Types[0].Steps[0].Routes = []model.Route{{}} },
		"routes":        func(p *sim.Plan) { p.Types[0].Steps[0].Routes = []model.Route{{Station: 1, Weight: 1}} },
		"order":         func(p *sim.Plan) { p.Queue.Order = model.Fair + 1 },
		"most, lifo":    func(p *sim.Plan) { p.Queue.Order, p.Queue.MostPerKey = model.LIFO, 1 },
		"half a shard":  func(p *sim.Plan) { p.Stations[0].Shard = model.Shard{Of: "x", Number: 1, Count: 2, Load: 1} },
		"loads":         shards(0.5, 0.4),
		"second shard":  func(p *sim.Plan) { shards(0.5, 0.5)(p); p.Types[0].Steps[0].Station = 1 },
		"fault, shards": func(p *sim.Plan) { p.Faults = []model.Fault{{Shards: 2}} },
		"limit's key":   func(p *sim.Plan) { p.Stations[0].Limit = model.RateLimit{Per: 1, Key: model.LimitKeys} },
		"keyed at once": func(p *sim.Plan) {
			p.Stations[0].Limit = model.RateLimit{Kind: model.Concurrency, Key: model.LimitPerKey}
		},
		"scale, shards": func(p *sim.Plan) { p.Actions = []model.Action{{Kind: model.DoScale, Shards: 2, Factor: 2}} },
		"depth, of none": func(p *sim.Plan) {
			p.Actions = []model.Action{{When: model.Watch{Gauge: model.WatchDepth, Station: 1}}}
		},
	} {
		if plan(t, model.Burst{Jobs: 1}, noRetry(t), change).Validate() == nil {
			t.Errorf("%s: the plan is valid", name)
		}
	}
}

var _ ledger.Metric = (*calls)(nil)
