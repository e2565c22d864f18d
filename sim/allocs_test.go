package sim_test

import (
	"context"
	"runtime"
	"testing"
	"time"

	"retrysim/policies/guard"
	"retrysim/sim"
	"retrysim/sim/model"
)

// mallocs counts the allocations of one run.
func mallocs(t *testing.T, p *sim.Plan) float64 {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := sim.Run(context.Background(), p, sim.Options{}); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	return float64(after.Mallocs - before.Mallocs)
}

// Nothing is allocated per event once warm: nine times as many jobs of the
// same load (some eight events each) cost at most one allocation for every
// thousand further jobs. What remains is what grows with the
// most jobs alive.
func TestNoAllocationsPerEvent(t *testing.T) {
	const few, many = 20_000, 180_000
	p := retry64(t, few, time.Second)
	q := retry64(t, many, time.Second)
	for _, p := range []*sim.Plan{p, q} {
		p.Bin = p.Until / 500
		p.Dead.Enabled = false // else an outcome lists up to 100 dead letters, with their names
	}
	mallocs(t, p) // warm
	if perJob := (mallocs(t, q) - mallocs(t, p)) / (many - few); perJob > 0.001 {
		t.Errorf("%.5f allocations a job, want at most 0.001", perJob)
	}
}

// Nor does a plan with keys, shards and turns: what it keeps is by key, and
// made once.
func TestNoAllocationsByKey(t *testing.T) {
	const few, many = 10_000, 90_000
	by := func(jobs int64) *sim.Plan {
		p := retry64(t, jobs, time.Second)
		p.Bin, p.Dead.Enabled = p.Until/500, false
		one := p.Stations[0]
		p.Stations = nil
		for i := range 2 {
			s := one
			s.Shard = model.Shard{Of: "dep", Number: i + 1, Count: 2, Load: 0.5}
			s.Limit = model.RateLimit{Allow: 1_000_000, Per: time.Hour, Status: 429, Key: model.LimitPerKey}
			p.Stations = append(p.Stations, s)
		}
		for t := range p.Types {
			p.Types[t].Keys = model.Keys{Count: 300, Skew: 1}
		}
		p.Queue.Order, p.Queue.MostPerKey = model.Fair, 50
		for i := range p.Faults {
			p.Faults[i].Shards = 2
		}
		return p
	}
	p, q := by(few), by(many)
	mallocs(t, p) // warm
	if perJob := (mallocs(t, q) - mallocs(t, p)) / (many - few); perJob > 0.001 {
		t.Errorf("%.5f allocations a job, want at most 0.001", perJob)
	}
}

// Nor does a plan with a retry budget.
func TestNoAllocationsByBudget(t *testing.T) {
	const few, many = 10_000, 90_000
	of := func(jobs int64) *sim.Plan {
		p := retry64(t, jobs, time.Second)
		p.Bin, p.Dead.Enabled = p.Until/500, false
		for i := range p.Types {
			p.Types[i].Budget = model.RetryBudget{Clients: 10, Budget: guard.Budget{Kind: guard.Ratio, Share: 0.2, Floor: 1, TTL: time.Second}}
		}
		return p
	}
	mallocs(t, of(few)) // warm
	if perJob := (mallocs(t, of(many)) - mallocs(t, of(few))) / (many - few); perJob > 0.001 {
		t.Errorf("%.5f allocations a job, want at most 0.001", perJob)
	}
}
