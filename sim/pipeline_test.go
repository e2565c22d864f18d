package sim_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"retrysim/policies"
	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/ledger"
	"retrysim/sim/model"
)

// bury is a world in which every job fails until the outage ends: two attempts
// a second apart.
func bury(t *testing.T, a model.Arrivals, end time.Duration, change ...func(*sim.Plan)) (*sim.Outcome, []sim.Fact) {
	t.Helper()
	p := policy(t, "backoff", "fixed", "base", "1s", "max_attempts", "2")
	faults := func(p *sim.Plan) { p.Faults = append(p.Faults, outage(0, end)) }
	return play(t, plan(t, a, p, append([]func(*sim.Plan){faults}, change...)...))
}

// Dead-lettering off: the jobs are counted as lost, none vanishes.
func TestDeadLettersOff(t *testing.T) {
	o, _ := bury(t, model.Burst{Jobs: 10}, time.Hour, func(p *sim.Plan) { p.Dead = model.DeadLetters{} })
	if o.Ledger.Dropped != 10 || o.DroppedBy[ledger.DropDLQOff] != 10 || value(t, o, "lost") != 10 {
		t.Errorf("ledger %+v, dropped by %v", o.Ledger, o.DroppedBy)
	}
}

// A full dead-letter queue drops its oldest records, or refuses the new ones;
// incident B41 with 15,000 dead jobs and room for 10,000.
func TestDeadLettersFull(t *testing.T) {
	for _, refuse := range []bool{false, true} {
		o, _ := bury(t, model.Steady{Rate: 100}, time.Hour, func(p *sim.Plan) {
			p.Until = 150 * time.Second
			p.Dead.Limit, p.Dead.Refuse = 10_000, refuse
		})
		if o.Ledger.DeadLettered != 10_000 || o.DroppedBy[ledger.DropDLQFull] != 5000 {
			t.Errorf("refuse %v: ledger %+v, dropped by %v", refuse, o.Ledger, o.DroppedBy)
		}
		want := "job.live.5001" // the oldest are gone
		if refuse {
			want = "job.live.1"
		}
		if got := o.DeadLetters[0].Job; got != want {
			t.Errorf("refuse %v: the oldest record is %s, want %s", refuse, got, want)
		}
	}
}

// Retention drops records by age, counted from their arrival in the queue.
func TestRetention(t *testing.T) {
	o, facts := bury(t, at(0, 10), time.Hour, func(p *sim.Plan) {
		p.Dead.Keep = 30 * sec
		p.Actions = []model.Action{{Name: "look", At: 35 * sec, Kind: model.DoDiscard, Match: model.Match{JobType: -1, Class: "timeout"}, Policy: -1}}
	})
	if o.Ledger.DeadLettered != 1 || o.DroppedBy[ledger.DropRetention] != 1 {
		t.Errorf("ledger %+v, dropped by %v", o.Ledger, o.DroppedBy)
	}
	if d := cmp.Diff([]float64{31}, times(facts, "drop")); d != "" {
		t.Error(d)
	}
}

// A replay begins after the cause is fixed: the records leave the queue at
// the chosen rate, attempts count from one again, the ledger moves on.
func TestReplay(t *testing.T) {
	o, facts := bury(t, model.Burst{Jobs: 5}, 10*sec, func(p *sim.Plan) {
		p.Actions = []model.Action{{
			Name: "redrive", At: 20 * sec, Kind: model.DoReplay, Rate: 2, Policy: -1,
			Match: model.Match{Error: "unavailable", JobType: -1},
		}}
	})
	if d := cmp.Diff([]float64{20, 20.5, 21, 21.5, 22}, times(facts, "replay")); d != "" {
		t.Errorf("replays (-want +got):\n%s", d)
	}
	if o.Ledger.Completed != 5 || o.Ledger.DeadLettered != 0 || value(t, o, "dlq_records") != 5 {
		t.Errorf("ledger %+v, %v records", o.Ledger, value(t, o, "dlq_records"))
	}
}

// With dedupe a replayed job that dies again opens its record anew; without,
// it gets a second one.
func TestDedupe(t *testing.T) {
	for _, c := range []struct {
		dedupe      bool
		records     float64
		occurrences int
	}{{true, 1, 2}, {false, 2, 1}} {
		o, _ := bury(t, at(0), time.Hour, func(p *sim.Plan) {
			p.Dead.Dedupe = c.dedupe
			p.Actions = []model.Action{{Name: "redrive", At: 20 * sec, Kind: model.DoReplay, Match: model.Match{JobType: -1}, Policy: -1}}
		})
		d := o.DeadLetters[len(o.DeadLetters)-1]
		if value(t, o, "dlq_records") != c.records || d.Occurrences != c.occurrences || o.Ledger.DeadLettered != 1 {
			t.Errorf("dedupe %v: %v records, %+v, ledger %+v", c.dedupe, value(t, o, "dlq_records"), d, o.Ledger)
		}
		if c.dedupe && (d.FailedMS != 1000 || d.LastFailedMS != 21_000 || d.Attempts != 4) {
			t.Errorf("the record does not tell both failures: %+v", d)
		}
	}
}

// A record that cannot be run again is refused by the replay and counted.
func TestNotReplayable(t *testing.T) {
	o, _ := bury(t, model.Burst{Jobs: 4}, 10*sec, func(p *sim.Plan) {
		p.Types[0].Replayable = 0
		p.Actions = []model.Action{{Name: "redrive", At: 20 * sec, Kind: model.DoReplay, Match: model.Match{JobType: -1}, Policy: -1}}
	})
	if o.Ledger.DeadLettered != 4 || value(t, o, "replay_refused") != 4 {
		t.Errorf("ledger %+v, refused %v", o.Ledger, value(t, o, "replay_refused"))
	}
}

// Parking is two steps: a write that fails, or a worker that dies before it,
// loses the job.
func TestParkFaults(t *testing.T) {
	for _, kind := range []model.FaultKind{model.FaultParkFails, model.FaultParkCut} {
		o, _ := bury(t, model.Burst{Jobs: 1000}, time.Hour, func(p *sim.Plan) {
			p.Faults = append(p.Faults, model.Fault{Name: "park", End: time.Hour, Kind: kind, Target: model.TargetDeadLetters, Share: 0.25})
		})
		if n := o.DroppedBy[ledger.DropParkFailed]; n < 200 || n > 300 || o.Ledger.DeadLettered != 1000-n {
			t.Errorf("kind %v: ledger %+v, dropped by %v", kind, o.Ledger, o.DroppedBy)
		}
	}
}

// charge is a job whose effect happens but whose answer is lost, so that it
// dies; the replay after the fault succeeds.
func charge(t *testing.T, g model.Guard, s model.KeyScope, change ...func(*sim.Plan)) *sim.Outcome {
	t.Helper()
	once := policy(t, "max_attempts", "1")
	o, _ := play(t, plan(t, at(0), once, append([]func(*sim.Plan){constant(sec), func(p *sim.Plan) {
		p.Types[0].Timeout = 5 * sec
		p.Types[0].Steps[0].Effect = model.Effect{Name: "charge", Guard: g, Scope: s}
		p.Faults = []model.Fault{{Name: "lossy", End: 10 * sec, Kind: model.FaultResponseLost, Share: 1}}
		p.Actions = []model.Action{{Name: "redrive", At: 20 * sec, Kind: model.DoReplay, Match: model.Match{JobType: -1}, Policy: -1}}
	}}, change...)...))
	return o
}

// Answer lost, dead-lettered, replayed: a key that lives as long as the job
// charges twice, one that lives as long as the original job once.
func TestEffectKeys(t *testing.T) {
	for _, c := range []struct {
		name  string
		guard model.Guard
		scope model.KeyScope
		want  float64
	}{
		{"none", model.GuardNone, model.ScopeOriginalJob, 1},
		{"key of the original job", model.GuardIdempotencyKey, model.ScopeOriginalJob, 0},
		{"key of the job", model.GuardIdempotencyKey, model.ScopeJob, 1},
		{"key of the attempt", model.GuardIdempotencyKey, model.ScopeAttempt, 1},
		{"unique", model.GuardUnique, model.ScopeOriginalJob, 0},
		{"check then insert, one after the other", model.GuardCheckThenInsert, model.ScopeOriginalJob, 0},
	} {
		o := charge(t, c.guard, c.scope)
		if got := value(t, o, "duplicate_effects[charge]"); got != c.want || o.Ledger.Completed != 1 {
			t.Errorf("%s: %v duplicate charges, want %v; ledger %+v", c.name, got, c.want, o.Ledger)
		}
	}
}

// A replay cut between adding the job and removing its record runs it twice:
// check-then-insert lets both copies charge, an atomic guard does not.
func TestReplayCut(t *testing.T) {
	for _, c := range []struct {
		guard model.Guard
		want  float64
	}{{model.GuardUnique, 0}, {model.GuardCheckThenInsert, 1}, {model.GuardNone, 1}} {
		o := charge(t, c.guard, model.ScopeOriginalJob, func(p *sim.Plan) {
			p.Faults = []model.Fault{
				outage(0, 10*sec),
				{Name: "cut", Start: 15 * sec, End: 30 * sec, Kind: model.FaultReplayCut, Target: model.TargetDeadLetters, Share: 1},
			}
		})
		if got := value(t, o, "duplicate_effects"); got != c.want || o.Ledger.Jobs != 1 || o.Ledger.Completed != 1 {
			t.Errorf("guard %v: %v duplicates, want %v; ledger %+v", c.guard, got, c.want, o.Ledger)
		}
		if got := value(t, o, "duplicate_runs"); got != 1 {
			t.Errorf("guard %v: %v duplicate runs, want 1", c.guard, got)
		}
	}
}

// A retry runs the finished steps again: the first step's effect happens once
// an attempt without a guard.
func TestSteps(t *testing.T) {
	p := policy(t, "backoff", "fixed", "base", "1s", "max_attempts", "3")
	o, _ := play(t, plan(t, at(0), p, func(p *sim.Plan) {
		p.Stations = append(p.Stations, p.Stations[0])
		p.Types[0].Steps = []model.Step{
			{Name: "charge", Station: 0, Effect: model.Effect{Name: "charge"}},
			{Name: "mail", Station: 1, Effect: model.Effect{Name: "mail"}},
		}
		f := outage(0, 1500*time.Millisecond)
		f.Station = 1
		p.Faults = []model.Fault{f}
	}))
	if value(t, o, "duplicate_effects[charge]") != 2 || value(t, o, "duplicate_effects[mail]") != 0 || value(t, o, "attempts") != 3 {
		t.Errorf("%v", o.Values)
	}
}

// A worker that dies keeps its job locked until the lock runs out; another
// worker then runs it. The crashed worker is back after its restart.
func TestCrash(t *testing.T) {
	p := policy(t, "backoff", "fixed", "base", "1s", "max_attempts", "3")
	o, facts := play(t, plan(t, at(0), p, constant(10*sec), func(p *sim.Plan) {
		p.Workers = model.Workers{Count: 1, Lock: 60 * sec}
		p.Faults = []model.Fault{{Name: "oom", Start: 5 * sec, End: 5 * sec, Kind: model.FaultCrash, Target: model.TargetWorkers, Count: 1, Restart: 20 * sec}}
	}))
	if d := cmp.Diff([]float64{0, 60}, times(facts, "start")); d != "" {
		t.Errorf("starts (-want +got):\n%s", d)
	}
	if o.Ledger.Completed != 1 || value(t, o, "abandoned_attempts") != 1 {
		t.Errorf("ledger %+v, abandoned %v", o.Ledger, value(t, o, "abandoned_attempts"))
	}
}

// Asleep in its worker a job holds the worker; in the queue it does not.
func TestWaitInWorker(t *testing.T) {
	for _, c := range []struct {
		inWorker bool
		second   float64 // when the second job first starts
	}{{true, 10}, {false, 0}} {
		p := policy(t, "backoff", "fixed", "base", "10s", "max_attempts", "2")
		o, facts := play(t, plan(t, model.Burst{Jobs: 2}, p, func(p *sim.Plan) {
			p.Workers.Count = 1
			p.Queue.InWorker = c.inWorker
			p.Faults = []model.Fault{outage(0, sec)}
		}))
		var got float64
		for _, f := range facts {
			if f.Event == "start" && f.Job == "job.live.2" {
				got = f.At.Seconds()
				break
			}
		}
		if got != c.second || o.Ledger.Completed != 2 {
			t.Errorf("in worker %v: the second job starts at %v, want %v; ledger %+v", c.inWorker, got, c.second, o.Ledger)
		}
	}
}

// A ladder longer than the stale threshold trips the heartbeat though nothing
// is wrong with the process; no job is requeued unless the plan says so.
func TestStaleFalseAlarm(t *testing.T) {
	p := policy(t, "backoff", "fixed", "base", "10m", "max_attempts", "2")
	o, facts := play(t, plan(t, at(0), p, func(p *sim.Plan) {
		p.Workers = model.Workers{Count: 1, StaleAfter: 300 * sec}
		p.Alerts = []model.Alert{{Name: "stalled", Kind: model.AlertStalled, Pages: true}}
		p.Faults = []model.Fault{outage(0, sec)}
	}))
	if d := cmp.Diff([]float64{300}, times(facts, "stall")); d != "" {
		t.Error(d)
	}
	if value(t, o, "pages") != 1 || value(t, o, "duplicate_runs") != 0 || o.Ledger.Completed != 1 {
		t.Errorf("pages %v, ledger %+v", value(t, o, "pages"), o.Ledger)
	}
}

// A gauge that never falls pages on every further failure; the same level
// watched once pages once; failures in a window clear.
func TestAlerts(t *testing.T) {
	o, _ := bury(t, model.Steady{Rate: 1}, time.Hour, func(p *sim.Plan) {
		p.Until = 150 * sec
		p.Types[0].Name = "send"
		gauge := model.Alert{Name: "as-written", Kind: model.AlertGauge, Gauge: model.GaugeFailedJobs, Above: true, Level: 100, Every: true, Pages: true}
		once := gauge
		once.Name, once.Every = "once", false
		p.Alerts = []model.Alert{
			gauge, once,
			{Name: "window", Kind: model.AlertWindow, Above: true, Level: 10, Over: 60 * sec, Scope: model.PerJobType},
			{Name: "exhausted", Kind: model.AlertExhausted, Every: true},
			{Name: "first", Kind: model.AlertFirstFailure, Scope: model.PerJob},
			{Name: "error", Kind: model.AlertFirstFailure, Scope: model.PerError},
			{Name: "growing", Kind: model.AlertRises, Gauge: model.GaugeDLQDepth, Over: 10 * sec, Pages: true},
		}
	})
	// Job k (from 0) fails at k and k+1 s and is dead at k+1 s; the 101st death is at 101 s. The failures after
	// it: first ones of jobs 102 to 149 and one at 101 s that follows it, last ones of jobs 101 to 149.
	for name, want := range map[string]float64{
		"alerts[once]": 1, "alerts[window]": 1, "alerts[exhausted]": 150, "alerts[first]": 150, "alerts[error]": 1,
		"alerts[growing]": 1,
	} {
		if got := value(t, o, name); got != want {
			t.Errorf("%s = %v, want %v", name, got, want)
		}
	}
	if got := value(t, o, "alerts[as-written]"); got < 96 || got > 99 {
		t.Errorf("as written: %v pages, want one a failure after the 101st dead job", got)
	}
}

// Refusing has a price: a server that says no for half its time serves half.
func TestRefusalCost(t *testing.T) {
	once := policy(t, "max_attempts", "1")
	served := func(cost time.Duration) float64 {
		o, _ := play(t, plan(t, model.Steady{Rate: 20}, once, constant(100*time.Millisecond), func(p *sim.Plan) {
			p.Until = 1000 * sec
			p.Stations[0].Servers, p.Stations[0].Room, p.Stations[0].RefusalCost = 1, 1, cost
		}))
		return value(t, o, "goodput_per_s")
	}
	if free := served(0); free < 9.99 || free > 10.01 {
		t.Errorf("without a cost %v/s, want 10", free)
	}
	// g calls served and 20 - g refused a second: 0.1 g + 0.025 (20 - g) = 1
	if dear := served(25 * time.Millisecond); dear < 6.6 || dear > 6.75 {
		t.Errorf("with 25 ms a refusal %v/s, want 6.67", dear)
	}
}

// Abandoned work still occupies the dependency unless the scenario says that
// it is cancelled: the metastable example in small.
func TestAbandonedWork(t *testing.T) {
	retry := policy(t, "max_attempts", "2", "retry", "timeout")
	late := func(cancels bool) float64 {
		o, _ := play(t, plan(t, model.Steady{Rate: 280}, retry, func(p *sim.Plan) {
			p.Until, p.Horizon = 5*time.Minute, 20*time.Minute
			p.Types[0].Timeout, p.Types[0].Cancels = sec, cancels
			p.Stations[0].Servers, p.Stations[0].Service = 1, law(chance.Constant{Rate: 300})
			p.Faults = []model.Fault{{Name: "cut", Start: 60 * sec, End: 70 * sec, Kind: model.FaultCut}}
		}))
		var n float64
		for _, s := range o.Series {
			if s.Name == "completed" {
				for _, v := range s.Values[200:260] {
					n += v / 60
				}
			}
		}
		return n
	}
	if got := late(false); got != 0 {
		t.Errorf("goodput two minutes after the cut %v/s, want none", got)
	}
	if got := late(true); got < 279 {
		t.Errorf("goodput with cancelled work %v/s, want 280", got)
	}
}

// A policy that retries everything tries a permanent failure again and again:
// each of these attempts is in vain. One that knows better makes none.
func TestAttemptsOnPermanent(t *testing.T) {
	for _, c := range []struct {
		retry string
		again float64 // attempts in vain for each such job
	}{{"all", 3}, {"transient", 0}} {
		p := policy(t, "backoff", "fixed", "base", "1s", "max_attempts", "4", "retry", c.retry)
		o, _ := play(t, plan(t, model.Burst{Jobs: 1000}, p, func(p *sim.Plan) {
			p.Types[0].Permanent = []model.Outcome{{Class: policies.InvalidData, Share: 0.1}}
		}))
		n := float64(o.Ledger.DeadLettered)
		if n < 70 || n > 130 {
			t.Errorf("%v of 1,000 jobs fail for good, want about 100", n)
		}
		if got := value(t, o, "attempts_on_permanent"); got != c.again*n || value(t, o, "wasted_attempts") != got {
			t.Errorf("retry %s: %v attempts in vain, %v wasted, want %v", c.retry, got, value(t, o, "wasted_attempts"), c.again*n)
		}
	}
}
