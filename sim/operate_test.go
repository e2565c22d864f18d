package sim_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"retrysim/sim"
	"retrysim/sim/ledger"
	"retrysim/sim/model"
)

// do is an action of an operator at a time.
func do(at time.Duration, k model.ActionKind, change ...func(*model.Action)) model.Action {
	a := model.Action{Name: k.String(), At: at, Kind: k, Types: []int{0}, Policy: -1, Share: 1}
	for _, c := range change {
		c(&a)
	}
	return a
}

// A pause holds first attempts and retries back, not what is in hand; a resume
// at a rate lets the k-th through at round(k / rate), an unlimited one all.
func TestPauseAndResume(t *testing.T) {
	retry := policy(t, "backoff", "fixed", "base", "1s", "max_attempts", "2")
	for _, c := range []struct {
		most float64
		want []float64
	}{
		{2, []float64{0, 10, 10.5, 11}},
		{0, []float64{0, 10, 10, 10}},
	} {
		o, facts := play(t, plan(t, at(0, 2, 3), retry, constant(100*time.Millisecond), func(p *sim.Plan) {
			p.Faults = []model.Fault{outage(0, sec)}
			p.Actions = []model.Action{
				do(500*time.Millisecond, model.DoPause),
				do(10*sec, model.DoResume, func(a *model.Action) { a.Most = c.most }),
			}
		}))
		if d := cmp.Diff(c.want, times(facts, "start")); d != "" {
			t.Errorf("at most %v/s: starts (-want +got):\n%s", c.most, d)
		}
		if o.Ledger.Completed != 3 {
			t.Errorf("at most %v/s: ledger %+v", c.most, o.Ledger)
		}
	}
}

// A rate after a resume holds for what comes later too, and idle time saves
// nothing up.
func TestThrottleSavesNothingUp(t *testing.T) {
	once := policy(t, "max_attempts", "1")
	_, facts := play(t, plan(t, at(1, 1, 20, 20, 20), once, func(p *sim.Plan) {
		p.Actions = []model.Action{do(0, model.DoResume, func(a *model.Action) { a.Most = 1 })}
	}))
	if d := cmp.Diff([]float64{1, 2, 20, 21, 22}, times(facts, "start")); d != "" {
		t.Error(d)
	}
}

// Scaling touches what begins afterwards: services keep their speed, workers
// too many end their jobs first.
func TestScale(t *testing.T) {
	once := policy(t, "max_attempts", "1")
	_, facts := play(t, plan(t, at(0, 0, 0, 0), once, constant(4*sec), func(p *sim.Plan) {
		p.Stations[0].Servers = 1
		p.Actions = []model.Action{
			do(2*sec, model.DoScale, func(a *model.Action) { a.Factor = 2 }),
			do(5*sec, model.DoScale, func(a *model.Action) { a.Count = 2 }),
		}
	}))
	// The first is served 0-4 at the old speed, the second 4-6 at twice the speed; at 5 a second server comes, at the
	// plan's speed again: the third 5-9, the fourth 6-10.
	if d := cmp.Diff([]float64{4, 6, 9, 10}, times(facts, "success")); d != "" {
		t.Errorf("dependency: %s", d)
	}
	_, facts = play(t, plan(t, at(0, 0, 0, 0, 0), once, constant(4*sec), func(p *sim.Plan) {
		p.Workers.Count = 2
		workers := func(n int) func(*model.Action) {
			return func(a *model.Action) { a.Target, a.Count = model.TargetWorkers, n }
		}
		p.Actions = []model.Action{do(1*sec, model.DoScale, workers(1)), do(9*sec, model.DoScale, workers(3))}
	}))
	// Two at once, then one worker: 4-8 and 8-12; at 9 two more come: 9-13.
	if d := cmp.Diff([]float64{0, 0, 4, 8, 9}, times(facts, "start")); d != "" {
		t.Errorf("workers: %s", d)
	}
}

// A purge drops what waits, for a worker or for its retry, and counts it.
func TestPurge(t *testing.T) {
	retry := policy(t, "backoff", "fixed", "base", "10s", "max_attempts", "2")
	o, _ := play(t, plan(t, at(0, 0, 1, 1), retry, constant(5*sec), func(p *sim.Plan) {
		p.Workers.Count = 1
		p.Faults = []model.Fault{outage(0, 500*time.Millisecond)} // the first two wait for their retries
		p.Actions = []model.Action{do(3*sec, model.DoPurge)}      // the third is in hand, the fourth waits
	}))
	if o.Ledger.Completed != 1 || o.DroppedBy[ledger.DropPurged] != 3 {
		t.Errorf("ledger %+v, dropped by %v", o.Ledger, o.DroppedBy)
	}
}

// A rollout reaches its share of the jobs, a wider one holds the narrower, and
// a job keeps its attempts.
func TestSwitchPolicy(t *testing.T) {
	one, three := policy(t, "max_attempts", "1"), policy(t, "backoff", "fixed", "base", "1s", "max_attempts", "3")
	retried := func(share float64) map[string]bool {
		_, facts := play(t, plan(t, model.Steady{Rate: 100}, one, func(p *sim.Plan) {
			p.Until = 10 * sec
			p.Policies = append(p.Policies, three)
			p.Faults = []model.Fault{outage(0, time.Hour)}
			p.Actions = []model.Action{do(0, model.DoSwitch, func(a *model.Action) { a.Policy, a.Share = 1, share })}
		}))
		out := map[string]bool{}
		for _, f := range facts {
			if f.Event == "start" && f.Attempt == 3 {
				out[f.Job] = true
			}
		}
		return out
	}
	narrow, wide := retried(0.1), retried(0.5)
	if len(narrow) < 70 || len(narrow) > 130 || len(wide) < 440 || len(wide) > 560 {
		t.Errorf("10%% reached %d, 50%% reached %d of 1,000 jobs", len(narrow), len(wide))
	}
	for j := range narrow {
		if !wide[j] {
			t.Errorf("%s is in the tenth and not in the half", j)
		}
	}
}

// Dead-lettering off loses what is given up meanwhile, and only that.
func TestDeadLettersToggle(t *testing.T) {
	o, _ := bury(t, at(0, 10, 20), time.Hour, func(p *sim.Plan) {
		p.Actions = []model.Action{
			do(5*sec, model.DoDeadLetters),
			do(15*sec, model.DoDeadLetters, func(a *model.Action) { a.Enabled = true }),
		}
	})
	if o.Ledger.DeadLettered != 2 || o.DroppedBy[ledger.DropDLQOff] != 1 {
		t.Errorf("ledger %+v, dropped by %v", o.Ledger, o.DroppedBy)
	}
}

// A condition is looked at only once what stands before it has happened, and
// one that never holds does not keep the run going.
func TestWatch(t *testing.T) {
	once := policy(t, "max_attempts", "1")
	o, facts := play(t, plan(t, at(1, 1, 1, 6), once, constant(2*sec), func(p *sim.Plan) {
		p.Stations[0].Servers = 1
		empty := model.Watch{Gauge: model.WatchDepth, Below: true, After: -1}
		p.Actions = []model.Action{
			do(2*sec, model.DoPause),
			do(2*sec, model.DoResume, func(a *model.Action) { a.When = empty }),
			do(0, model.DoPurge, func(a *model.Action) {
				a.When = model.Watch{Gauge: model.WatchDLQ, Level: 1, After: -1}
			}),
		}
	}))
	// Three calls in hand end at 3, 5 and 7; the look at 7 comes before the end of a service at 7, so that the job of 6
	// waits for the resume at 7.1.
	if d := cmp.Diff([]float64{1, 1, 1, 7.1}, times(facts, "start")); d != "" {
		t.Error(d)
	}
	if o.End != 9100*time.Millisecond || o.Ledger.Completed != 4 {
		t.Errorf("end %v, ledger %+v", o.End, o.Ledger)
	}
}
