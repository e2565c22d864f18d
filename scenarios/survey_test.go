package scenarios

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"retrysim/policies"
	"retrysim/policies/presets"
	"retrysim/sim"
)

// walked are the names that the walk over the catalogue looks at: all, or every tenth with -short.
func walked() []string {
	var names []string
	for i, name := range presets.Names() {
		p, _ := presets.Lookup(name) // a system's id is its main variant again
		if p.Name == name && (!testing.Short() || i%10 == 0) {
			names = append(names, name)
		}
	}
	return names
}

// mostCalls keeps the walk short: later calls show nothing new.
const mostCalls = 6

// TestSurveyRuns plays the herd with 10,000 jobs under every preset of the catalogue, whatever its system would retry:
// no job is lost, each is retried, and every wait lies within the bounds that the delay table tells.
func TestSurveyRuns(t *testing.T) {
	s := loadShipped(t, "synchronized-failure",
		Override{Path: "jobs.job.arrive.herd.burst", Value: "10000", Origin: "test"})
	for _, name := range walked() {
		preset, _ := presets.Lookup(name)
		ref := name
		if n := preset.DefaultMaxAttempts; n == 0 || n == 1 || n > mostCalls {
			ref = fmt.Sprintf("%s,max_attempts=%d", name, mostCalls)
		}
		if !slices.Contains(preset.ParamNames(), "retry") { // those whose limit has this name retry everything
			ref += ",retry=all"
		}
		plan, err := s.PlanFor(ref)
		if err != nil {
			t.Errorf("%s: %v", ref, err)
			continue
		}
		if n := playWithin(t, ref, plan); n < 9000 {
			t.Errorf("%s: only %d waits: the herd hardly retried", ref, n)
		}
	}
}

// playWithin runs a plan and compares its waits with the table of its policy.
func playWithin(t *testing.T, ref string, plan *sim.Plan) (waits int) {
	policy := plan.Policies[0].Policy
	rows := policies.Table(policy, mostCalls, 0)
	bad := 0
	o, err := sim.Run(context.Background(), plan, sim.Options{Trace: func(f sim.Fact) {
		if f.Event != "retry" {
			return
		}
		waits++
		row := &rows[f.Attempt-1]
		early := time.Duration(0)
		if policy.Anchor == policies.AnchorTaken { // the attempt itself has taken a part of the wait
			early = row.Max
		}
		if (f.Delay < row.Min-early || f.Delay > row.Max) && bad < 3 {
			bad++
			t.Errorf("%s: job %s waits %v before retry %d, table %v to %v", ref, f.Job, f.Delay, f.Attempt, row.Min, row.Max)
		}
	}})
	if err != nil {
		t.Errorf("%s: %v", ref, err)
		return waits
	}
	if l := o.Ledger; l.Jobs != 10_000 || l.Completed+l.DeadLettered+l.Failed+l.Dropped+l.Expired+l.Discarded+l.Unfinished != 10_000 {
		t.Errorf("%s: %+v", ref, l)
	}
	return waits
}
