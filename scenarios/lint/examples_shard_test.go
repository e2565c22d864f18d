package lint_test

import (
	"slices"
	"testing"
	"time"

	"retrysim/scenarios/lint"
	"retrysim/scenarios/lint/estimate"
	"retrysim/sim"
	"retrysim/sim/model"
)

// inShards splits the only dependency; each shard has its 8 servers: 80/s.
func inShards(load ...float64) func(*sim.Plan) {
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

// shardExamples are plans whose shards or keys get more than they should.
func shardExamples(t *testing.T) []example {
	perKey := func(keys int, skew float64) func(*sim.Plan) {
		return func(p *sim.Plan) {
			p.Types[0].Keys = model.Keys{Count: keys, Skew: skew}
			p.Stations[0].Limit = model.RateLimit{Allow: 10, Per: time.Second, Status: 429, Key: model.LimitPerKey}
		}
	}
	return []example{
		{"hot-shard", "100/s, 90 % on one shard of 80/s", true, in(rate(100), inShards(0.9, 0.1))},
		{"hot-shard", "100/s, half on each", false, in(rate(100), inShards(0.5, 0.5))},
		{"hot-shard", "200/s: both are lost", false, in(rate(200), inShards(0.9, 0.1))},
		{"overload", "200/s on two shards of 80/s", true, in(rate(200), inShards(0.5, 0.5))},
		{"overload", "100/s on two shards of 80/s, though one is hot", false, in(rate(100), inShards(0.9, 0.1))},
		// Of 40/s the first of 4 keys has 12/25 at skew 1, 19.2/s.
		{"key-over-limit", "19.2/s of one key, 10/s a key", true, in(perKey(4, 1))},
		{"key-over-limit", "4 keys with 10/s each", false, in(perKey(4, 0))},
	}
}

// Nothing is said twice because there are two shards, and nothing is named that
// a scenario does not have.
func TestShardsAreOneDependency(t *testing.T) {
	p := plan(t, rate(300), inShards(0.5, 0.5), func(p *sim.Plan) {
		for i := range p.Stations {
			p.Stations[i].Room = 0
		}
	})
	seen := map[string]int{}
	for _, f := range lint.Plan(p) {
		seen[f.Rule]++
		if f.Path == "dependencies.dep/1" || f.Path == "dependencies.dep/1.room" {
			t.Errorf("%s speaks of a shard's path %s", f.Rule, f.Path)
		}
	}
	if seen["overload"] != 1 || seen["no-room"] != 1 {
		t.Errorf("findings by rule: %v, want one overload and one no-room", seen)
	}
}

// What falls where, by hand: 40/s, three quarters of them to the first two
// shards of dep, which get 60 to 40.
func TestEstimatesOfRoutes(t *testing.T) {
	p := plan(t, inShards(0.6, 0.4), func(p *sim.Plan) {
		other := p.Stations[0]
		other.Name, other.Shard, other.Service = "other", model.Shard{}, constant(200*time.Millisecond)
		p.Stations = append(p.Stations, other)
		p.Types[0].Steps[0].Routes = []model.Route{{Station: 0, Weight: 3}, {Station: 2, Weight: 1}, {Station: 2, Weight: 0}}
	})
	for i, want := range []float64{18, 12, 10} {
		if got := estimate.StationRate(p, i, 0, time.Minute); got < want-1e-9 || got > want+1e-9 {
			t.Errorf("station %d gets %v/s, want %v", i, got, want)
		}
	}
	if got := estimate.Service(p, 0); got != 125*time.Millisecond {
		t.Errorf("a call takes %v in the mean, want 0.75 x 100 ms + 0.25 x 200 ms = 125ms", got)
	}
	// 45 % go to the first shard of 80/s, 25 % to other, of 8 / 200 ms = 40/s.
	if got := estimate.JobCapacity(p, 0); got < 160-1e-9 || got > 160+1e-9 {
		t.Errorf("jobs that come together can begin at %v/s, want 40 / 0.25 = 160", got)
	}
	if got := estimate.Reached(p, &p.Types[0].Steps[0]); !slices.Equal(got, []int{0, 1, 2}) {
		t.Errorf("calls reach %v, want all three", got)
	}
	// A fault of both shards fails the attempts that go to them.
	f := model.Fault{Kind: model.FaultRefuse, Status: 503, End: time.Minute, Shards: 2}
	if b := estimate.BlowOf(p, &f, 0, p.Policies[0].Policy); b.Share < 0.75-1e-9 || b.Share > 0.75+1e-9 {
		t.Errorf("a fault of all shards fails %v of the attempts, want 0.75", b.Share)
	}
	// Of 18/s at the first shard the first of 3 keys at skew 1 has 6 of 11 parts,
	// 9.82/s: alone over a limit of 9/s for each.
	l := model.RateLimit{Allow: 9, Per: time.Second, Key: model.LimitPerKey}
	p.Types[0].Keys = model.Keys{Count: 3, Skew: 1}
	if got := estimate.Over(p, 0, &l, 0, time.Minute); got < 18*6./11-9-1e-9 || got > 18*6./11-9+1e-9 {
		t.Errorf("%v/s are over the limit of 9/s a key, want 18 x 6/11 - 9", got)
	}
}
