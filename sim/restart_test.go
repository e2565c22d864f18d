package sim_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"retrysim/sim"
	"retrysim/sim/model"
)

func restart(share float64, r model.Restart) func(*model.Action) {
	return func(a *model.Action) { a.Share, a.Restart = share, r }
}

// A restart with a job in flight. One worker has a 10 s job in hand from 0 to
// 10 s, and is restarted at 4 s; another job waits; the lock is 60 s.
//
//	grace 30 s: it ends the job, is down from 10 to 15 s, and takes the next one
//	grace 3 s:  it is killed at 7 s and back at 12 s; the job stays locked until 60 s
//	requeue:    the same, and the job is back in the queue at 7 s, behind the other one
//	crash:      it is killed at 4 s and back at 9 s; the job is locked until 60 s
func TestRestartInFlight(t *testing.T) {
	retry := policy(t, "max_attempts", "3", "backoff", "none", "retry", "all")
	for _, c := range []struct {
		name         string
		r            *model.Restart
		starts, done []float64
	}{
		{"graceful", &model.Restart{Grace: 30 * sec, Down: 5 * sec}, []float64{0, 15}, []float64{10, 25}},
		{"short", &model.Restart{Grace: 3 * sec, Down: 5 * sec}, []float64{0, 12, 60}, []float64{22, 70}},
		{"requeue", &model.Restart{Grace: 3 * sec, Down: 5 * sec, Requeue: true}, []float64{0, 12, 22}, []float64{22, 32}},
		{"crash", nil, []float64{0, 9, 60}, []float64{19, 70}},
	} {
		o, facts := play(t, plan(t, at(0, 1), retry, constant(10*sec), func(p *sim.Plan) {
			p.Workers = model.Workers{Count: 1, Lock: time.Minute}
			if c.r != nil {
				p.Actions = []model.Action{do(4*sec, model.DoRestart, restart(1, *c.r))}
				return
			}
			p.Faults = []model.Fault{{Name: "crash", Start: 4 * sec, End: 9 * sec, Kind: model.FaultCrash, Target: model.TargetWorkers, Share: 1, Restart: 5 * sec}}
		}))
		if d := cmp.Diff(c.starts, times(facts, "start")); d != "" {
			t.Errorf("%s: started (-want +got):\n%s", c.name, d)
		}
		if d := cmp.Diff(c.done, times(facts, "complete")); d != "" {
			t.Errorf("%s: completed (-want +got):\n%s", c.name, d)
		}
		if o.Ledger.Completed != 2 {
			t.Errorf("%s: ledger %+v", c.name, o.Ledger)
		}
	}
}

// A rolling restart of 4 idle workers, 2 at a time, 5 s down each: 4 are there,
// then 2 for 10 s, then 4. Half of the workers: 2 for 5 s. In one: none.
func TestRollingRestart(t *testing.T) {
	once := policy(t, "max_attempts", "1")
	for _, c := range []struct {
		share, rolling float64
		downs          []float64
		levels         []float64 // at 2, 4, 9 and 14 s
	}{
		{1, 0.5, []float64{3, 3, 8, 8}, []float64{4, 2, 2, 4}},
		{1, 0, []float64{3, 3, 3, 3}, []float64{4, 0, 4, 4}},
		{0.5, 0, []float64{3, 3}, []float64{4, 2, 4, 4}},
		{1, 0.1, []float64{3, 8, 13, 18}, []float64{4, 3, 3, 3}},
	} {
		o, facts := play(t, plan(t, at(25), once, func(p *sim.Plan) {
			p.Workers.Count = 4
			p.Actions = []model.Action{do(3*sec, model.DoRestart, restart(c.share, model.Restart{Down: 5 * sec, Rolling: c.rolling}))}
		}))
		if d := cmp.Diff(c.downs, times(facts, "restart")); d != "" {
			t.Errorf("%v: restarted (-want +got):\n%s", c.rolling, d)
		}
		s := series(t, o, "workers")
		if d := cmp.Diff(c.levels, []float64{s[1], s[3], s[8], s[13]}); d != "" {
			t.Errorf("%v: workers (-want +got):\n%s", c.rolling, d)
		}
	}
}

// A worker that crashes while it ends its last job is restarted by that: the
// rolling restart goes on when it is back. One of two workers, both busy until
// 20 s, is to go first and one crashes at 8 s: if it is the first, it is back at
// 10 s and the other one goes at 20 s; else the first one goes at 20 s and the
// other one, which has been back since 10 s, at 24 s.
func TestCrashWithinRestart(t *testing.T) {
	once := policy(t, "max_attempts", "1")
	seen := map[int]int{}
	for seed := range uint64(20) {
		_, facts := play(t, plan(t, at(0, 0, 40), once, constant(20*sec), func(p *sim.Plan) {
			p.Seed = seed
			p.Workers = model.Workers{Count: 2, Lock: 30 * sec}
			p.Actions = []model.Action{do(5*sec, model.DoRestart, restart(1, model.Restart{Grace: time.Minute, Down: 4 * sec, Rolling: 0.5}))}
			p.Faults = []model.Fault{{Name: "crash", Start: 8 * sec, End: 10 * sec, Kind: model.FaultCrash, Target: model.TargetWorkers, Count: 1, Restart: 2 * sec}}
		}))
		got := times(facts, "restart")
		seen[len(got)]++
		if d1, d2 := cmp.Diff([]float64{20}, got), cmp.Diff([]float64{20, 24}, got); d1 != "" && d2 != "" {
			t.Errorf("seed %d: restarted at %v, want 20, or 20 and 24", seed, got)
		}
	}
	if seen[1] == 0 || seen[2] == 0 {
		t.Errorf("of 20 seeds %v: want both", seen)
	}
}
