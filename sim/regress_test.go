package sim_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/model"
)

// Bugs that random plans, or reading, have found. Each plan is about the
// smallest that showed its bug.

// anyJob matches every dead letter.
var anyJob = model.Match{JobType: -1}

// A worker that crashes asleep does not wake up: a job without a lock is never
// seen again. It used to be tried again on a worker that was down.
func TestCrashedSleeperStaysAsleep(t *testing.T) {
	p := policy(t, "max_attempts", "3", "backoff", "fixed", "base", "10s", "retry", "all")
	o, facts := play(t, plan(t, at(0), p, func(q *sim.Plan) {
		q.Queue.InWorker, q.Workers.Count = true, 1
		q.Until, q.Horizon = time.Second, time.Minute
		q.Faults = []model.Fault{outage(0, time.Second), {
			Name: "crash", Start: 5 * time.Second, End: 5 * time.Second, Kind: model.FaultCrash,
			Target: model.TargetWorkers, Count: 1, Restart: 20 * time.Second,
		}}
	}))
	if d := cmp.Diff([]float64{0}, times(facts, "start")); d != "" {
		t.Errorf("attempts (-want +got):\n%s", d)
	}
	if o.Ledger.Unfinished != 1 {
		t.Errorf("ledger %+v, want one unfinished", o.Ledger)
	}
}

// A job that is completed by a run that had lost its lock wakes the worker
// that sleeps through the backoff of the second run. The worker used to be
// lost for good: job 2 found nobody at 32 s.
func TestCompletedElsewhereWakesSleeper(t *testing.T) {
	p := policy(t, "max_attempts", "3", "backoff", "fixed", "base", "10s", "retry", "all")
	_, facts := play(t, plan(t, at(0, 30), p, func(q *sim.Plan) {
		q.Queue.InWorker = true
		q.Workers.Count, q.Workers.Lock = 2, 2*time.Second
		q.Stations[0].Service = law(chance.Constant{Value: 5 * time.Second})
		q.Faults = []model.Fault{outage(time.Second, 3*time.Second)}
	}))
	if d := cmp.Diff([]float64{0, 2, 30, 32}, times(facts, "start")); d != "" {
		t.Errorf("attempts (-want +got):\n%s", d)
	}
}

// An idle worker makes room for one job of a burst, not for all of them.
func TestBurstMeetsRoom(t *testing.T) {
	for _, c := range []struct{ workers, room, want int }{{1, 3, 4}, {2, 0, 2}, {0, 3, 3}, {100, 0, 10}} {
		o, _ := play(t, plan(t, model.Burst{Jobs: 10}, policy(t, "max_attempts", "1"), func(q *sim.Plan) {
			q.Workers.Count, q.Queue.Room = c.workers, c.room
			q.Stations[0].Service = law(chance.Constant{Value: time.Second})
		}))
		if got := 10 - int(o.Ledger.Dropped); got != c.want {
			t.Errorf("%d workers, room for %d: accepted %d of 10, want %d", c.workers, c.room, got, c.want)
		}
	}
}

// Workers without a job are not stalled, whatever is parked in the dead-letter
// queue.
func TestParkedJobsAreNoStall(t *testing.T) {
	_, facts := play(t, plan(t, at(0), policy(t, "max_attempts", "1"), func(q *sim.Plan) {
		q.Workers.Count, q.Workers.StaleAfter = 1, 10*time.Second
		q.Faults = []model.Fault{outage(0, time.Second)}
		q.Actions = []model.Action{{Name: "discard", At: 100 * time.Second, Kind: model.DoDiscard, Match: anyJob, Policy: -1}}
	}))
	if stalls := times(facts, "stall"); stalls != nil {
		t.Errorf("stalled at %v", stalls)
	}
}

// A replay that finds the queue full leaves no second copy behind when it is
// cut. The copy used to be its own original.
func TestReplayCutMeetsFullQueue(t *testing.T) {
	o, facts := play(t, plan(t, at(0, 0, 49), policy(t, "max_attempts", "1"), func(q *sim.Plan) {
		q.Workers.Count, q.Queue.Room = 1, 1
		q.Stations[0].Service = law(chance.Constant{Value: 10 * time.Second})
		q.Faults = []model.Fault{outage(0, 20*time.Second), {
			Name: "cut", Start: 40 * time.Second, End: time.Minute, Kind: model.FaultReplayCut,
			Target: model.TargetDeadLetters, Share: 1,
		}}
		q.Actions = []model.Action{{Name: "replay", At: 50 * time.Second, Match: anyJob, Policy: -1}}
	}))
	var drops []string
	for _, f := range facts {
		if f.Event == "drop" {
			drops = append(drops, f.Job)
			if twin := f.Job == "job.live.1"; twin != (f.Copy == 1) {
				t.Errorf("%s dropped as copy %d", f.Job, f.Copy)
			}
		}
	}
	if d := cmp.Diff([]string{"job.live.1", "job.live.2"}, drops); d != "" {
		t.Errorf("drops: the copy of job 1, and job 2 (-want +got):\n%s", d)
	}
	if o.Ledger.Completed != 2 || o.Ledger.Dropped != 1 {
		t.Errorf("ledger %+v, want two completed and one dropped", o.Ledger)
	}
}

// Clients that think while others send the last job send none: the limit used
// to be overrun by as many jobs as there were clients thinking. And the run
// ends when none thinks any more: it used to go on to the horizon.
func TestJobLimitOfClients(t *testing.T) {
	p := plan(t, nil, policy(t, "max_attempts", "1"), func(q *sim.Plan) {
		q.Types[0].Sources = []model.Source{{Name: "callers", Clients: 5, Think: law(chance.Constant{Value: time.Second})}}
		q.JobLimit = 7
	})
	if o, _ := play(t, p); o.Ledger.Jobs != 7 || o.End != 3*time.Second {
		t.Errorf("%d jobs until %v, want 7 (5 at 1s, 2 at 2s) until 3s", o.Ledger.Jobs, o.End)
	}
}

// All series have as many bins, also where the last fact falls on the border
// of a bin: levels used to be one shorter there.
func TestSeriesAreAsLong(t *testing.T) {
	for _, when := range []float64{0, 1, 1.5, 3} {
		o, _ := play(t, plan(t, at(when), policy(t, "max_attempts", "1")))
		want := int(when) + 1
		for _, s := range o.Series {
			if len(s.Values) != want {
				t.Errorf("job at %v s: series %s has %d bins, want %d", when, s.Name, len(s.Values), want)
			}
		}
	}
}

// Calls that a cut has held since before the end of the warm-up count neither
// as sent nor as refused: the share refused used to exceed 1.
func TestRefusedAfterWarmUp(t *testing.T) {
	o, _ := play(t, plan(t, at(0, 0, 3), policy(t, "max_attempts", "1"), func(q *sim.Plan) {
		q.WarmUp = time.Second
		q.Faults = []model.Fault{
			{Name: "cut", End: 2 * time.Second, Kind: model.FaultCut},
			outage(0, 10*time.Second),
		}
	}))
	if got := value(t, o, "dependency_rejected_share"); got != 1 {
		t.Errorf("share refused %v, want 1: one call after the warm-up, refused", got)
	}
}

// A limit of calls per time that comes by a ramp over one of calls at once, or
// the other way round, comes as from none: the first step, 5 %, allows 3 / 0.05
// = 60. The number used to be infinite, and the run panicked over its hint; or
// it was 0.
func TestRampedLimitOfAnotherNature(t *testing.T) {
	atOnce := model.RateLimit{Kind: model.Concurrency, Allow: 3, Status: 429}
	perTime := model.RateLimit{Kind: model.SlidingWindow, Allow: 3, Per: time.Second, Status: 429, UntilReset: true}
	for _, c := range []struct {
		own, fault model.RateLimit
		want       int64
	}{{atOnce, perTime, 60}, {perTime, atOnce, 60}, {atOnce, atOnce, 3}, {perTime, perTime, 3}} {
		o, _ := play(t, plan(t, model.Burst{Jobs: 100}, policy(t, "max_attempts", "1"), constant(10*time.Second), func(q *sim.Plan) {
			q.Stations[0].Limit = c.own
			q.Faults = []model.Fault{{
				Name: "ramped", End: 20 * time.Second, Kind: model.FaultRateLimit, Limit: c.fault,
				Windows: model.Windows{RampIn: 10 * time.Second},
			}}
		}))
		if got := o.Ledger.Completed; got != c.want {
			t.Errorf("%v over %v: %d of 100 pass, want %d", c.fault, c.own, got, c.want)
		}
	}
}

// A run without jobs ends as it begins, with a fault of no length at its start
// behind it and no bin in its series: it used to panic.
func TestNoJobsAfterFault(t *testing.T) {
	o, _ := play(t, plan(t, at(1), policy(t, "max_attempts", "1"), func(q *sim.Plan) {
		q.Until = time.Second // a job at this instant no longer comes
		q.Faults = []model.Fault{outage(0, 0)}
	}))
	if o.Ledger.Jobs != 0 || value(t, o, "backlog_clear_s") != 0 {
		t.Errorf("ledger %+v, backlog cleared after %v s", o.Ledger, value(t, o, "backlog_clear_s"))
	}
}
