package sim_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/model"
)

// starts lists when the attempts of a job start, in seconds.
func starts(facts []sim.Fact, job string) []float64 {
	var out []float64
	for _, f := range facts {
		if f.Event == "start" && f.Job == job {
			out = append(out, f.At.Seconds())
		}
	}
	return out
}

// A retry that is kept in a process's memory for longer than the visibility
// timeout is handed out again each time that lapses, and all copies fire when
// it is due, B29: due in 2 h with a timeout of 1 h makes 2 copies, as reported,
// and ceil(due / timeout) in general. The message is acknowledged when its run
// begins.
func TestCopiesOfKeptRetry(t *testing.T) {
	for _, c := range []struct {
		due, lock time.Duration
		copies    int
	}{
		{2 * time.Hour, time.Hour, 2},
		{5 * time.Hour, time.Hour, 5},
		{6 * time.Hour, time.Hour, 6},
		{time.Hour, time.Hour, 1},
		{time.Hour + sec, time.Hour, 2},
		{time.Hour - sec, time.Hour, 1},
		{2 * time.Hour, 0, 1}, // no timeout
	} {
		for _, workers := range []int{model.Unlimited, 100} {
			q := model.Queue{InMemory: true}
			o, facts := play(t, herd(t, 1, c.due.String(), q, constant(30*sec), func(p *sim.Plan) {
				p.Workers = model.Workers{Count: workers, Lock: c.lock, AckAtStart: true}
				p.Types[0].Steps[0].Effect.Name = "mail"
			}))
			want := []float64{0}
			for range c.copies {
				want = append(want, c.due.Seconds())
			}
			if d := cmp.Diff(want, starts(facts, "job.live.1")); d != "" {
				t.Errorf("due in %v, timeout %v, %d workers (-want +got):\n%s", c.due, c.lock, workers, d)
			}
			if got := value(t, o, "duplicate_effects"); got != float64(c.copies-1) || o.Ledger.Completed != 1 {
				t.Errorf("due in %v, timeout %v: %v duplicate effects, ledger %+v", c.due, c.lock, got, o.Ledger)
			}
		}
	}
}

// Where the message is acknowledged at the end of its run only, the timeout
// covers the run as well: a due time of exactly one timeout makes a second run.
func TestKeptRetryAcknowledgedAtEnd(t *testing.T) {
	_, facts := play(t, herd(t, 1, "1h", model.Queue{InMemory: true}, constant(30*sec), func(p *sim.Plan) {
		p.Workers.Lock, p.Workers.StallsApart, p.Workers.MaxStalls = time.Hour, true, model.Unlimited
	}))
	if d := cmp.Diff([]float64{0, 3600, 3600}, starts(facts, "job.live.1")); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

// Waiting in memory holds no worker: one is enough for the next job meanwhile.
func TestKeptRetryHoldsNoWorker(t *testing.T) {
	p := policy(t, "backoff", "fixed", "base", "10s", "max_attempts", "2")
	_, facts := play(t, plan(t, model.Times{Times: []time.Duration{0, sec}}, p, func(p *sim.Plan) {
		p.Queue.InMemory, p.Workers.Count = true, 1
		p.Faults = []model.Fault{outage(0, 500*time.Millisecond)}
	}))
	if d := cmp.Diff([]float64{1}, starts(facts, "job.live.2")); d != "" {
		t.Errorf("the second job starts (-want +got):\n%s", d)
	}
	if d := cmp.Diff([]float64{0, 10}, starts(facts, "job.live.1")); d != "" {
		t.Errorf("the first job starts (-want +got):\n%s", d)
	}
}

// twoProcesses is one slow job (10 s) and then three quick ones (1 s), a
// millisecond apart, for two processes with one worker each.
func twoProcesses(t *testing.T, prefetch int, change ...func(*sim.Plan)) *sim.Plan {
	p := policy(t, "max_attempts", "3", "retry", "all")
	return plan(t, model.Times{Times: []time.Duration{0}}, p, append([]func(*sim.Plan){constant(10 * sec), func(p *sim.Plan) {
		quick := p.Types[0]
		p.Types[0].Name, quick.Name = "slow", "quick"
		quick.Steps = []model.Step{{Station: 1, Effect: model.Effect{Name: "mail"}}}
		ms := time.Millisecond
		quick.Sources = []model.Source{from("live", model.Times{Times: []time.Duration{ms, 2 * ms, 3 * ms}})}
		p.Types = append(p.Types, quick)
		p.Stations = append(p.Stations, model.Station{
			Name: "quick", Servers: model.Unlimited, Room: model.Unlimited, Service: law(chance.Constant{Value: sec}),
		})
		p.Workers = model.Workers{Count: 2, Processes: 2, Prefetch: prefetch}
	}}, change...)...)
}

// What a process has prefetched waits behind the slow job there, while the
// other process has nothing to do; without prefetching it waits for nobody.
func TestPrefetchBehindSlowJob(t *testing.T) {
	for _, c := range []struct {
		prefetch int
		want     []float64 // starts of the three quick jobs
	}{{0, []float64{0.001, 1.001, 2.001}}, {1, []float64{0.001, 10, 1.001}}} {
		_, facts := play(t, twoProcesses(t, c.prefetch))
		var got []float64
		for i := range 3 {
			got = append(got, starts(facts, fmt.Sprint("quick.live.", i+1))...)
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("prefetch %d (-want +got):\n%s", c.prefetch, d)
		}
	}
}

// The lock of a prefetched job runs from its reservation: after 5 s the idle
// process gets the job too, and the first one runs what it has all the same.
func TestPrefetchedBeyondLock(t *testing.T) {
	o, facts := play(t, twoProcesses(t, 1, func(p *sim.Plan) {
		p.Workers.Lock, p.Workers.AckAtStart = 5*sec, true
	}))
	if d := cmp.Diff([]float64{5.002, 10}, starts(facts, "quick.live.2")); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	if o.Ledger.Completed != 4 || value(t, o, "duplicate_runs") != 1 || value(t, o, "duplicate_effects") != 1 {
		t.Errorf("ledger %+v, %v runs and %v effects twice", o.Ledger, value(t, o, "duplicate_runs"), value(t, o, "duplicate_effects"))
	}
}

// A dead process forgets what it has prefetched: the queue hands it out again
// when the locks end, or when it notices that the process is gone.
func TestPrefetchedByDeadProcess(t *testing.T) {
	for _, c := range []struct {
		disconnect time.Duration
		want       float64 // when the queue has the prefetched jobs again
	}{{0, 30.002}, {2 * sec, 2.5}} {
		o, facts := play(t, twoProcesses(t, 1, func(p *sim.Plan) {
			p.Workers.Lock, p.Workers.Disconnect = 30*sec, c.disconnect
			p.Faults = []model.Fault{{
				Name: "oom", Start: sec / 2, End: sec, Kind: model.FaultCrash, Target: model.TargetWorkers, Share: 1, Restart: sec,
			}}
		}))
		got := promoted(facts, "quick.live.2")
		if len(got) != 1 || got[0] != c.want || o.Ledger.Completed != 4 {
			t.Errorf("disconnect %v: handed out again at %v, want %v; ledger %+v", c.disconnect, got, c.want, o.Ledger)
		}
	}
}

// Workers that are let go give back what they have prefetched, at once.
func TestPrefetchedByDismissed(t *testing.T) {
	_, facts := play(t, twoProcesses(t, 1, func(p *sim.Plan) {
		p.Actions = []model.Action{{Name: "fewer", At: 100 * time.Millisecond, Kind: model.DoScale, Target: model.TargetWorkers, Count: 1, Policy: -1}}
	}))
	// The second process had the third quick job. It goes to the queue, behind
	// the slow job and the one that the first process has prefetched.
	if d := cmp.Diff([]float64{0.1, 11}, append(promoted(facts, "quick.live.3"), starts(facts, "quick.live.3")...)); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

// promoted lists when a job became ready again, in seconds.
func promoted(facts []sim.Fact, job string) []float64 {
	var out []float64
	for _, f := range facts {
		if f.Event == "promote" && f.Job == job {
			out = append(out, f.At.Seconds())
		}
	}
	return out
}
