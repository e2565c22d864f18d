package sim_test

import (
	"context"
	"runtime"
	"testing"
	"time"

	"retrysim/sim"
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
