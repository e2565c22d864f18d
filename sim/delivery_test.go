package sim_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/model"
)

// A job of 2 h in a window of 30 min starts at 0, 30, 60, 90 min, B30, and
// completes after its first run; where stalls are limited it is given up for
// the first one too many, without a wait, whatever the policy allows.
func TestStallsApart(t *testing.T) {
	for _, c := range []struct {
		max    int
		starts []float64
		dead   []float64 // when it is given up
	}{
		{model.Unlimited, []float64{0, 1800, 3600, 5400}, nil},
		{3, []float64{0, 1800, 3600, 5400}, nil},
		{2, []float64{0, 1800, 3600}, []float64{5400}},
		{0, []float64{0}, []float64{1800}},
	} {
		p := policy(t, "backoff", "fixed", "base", "1h", "max_attempts", "1", "retry", "all")
		o, facts := play(t, plan(t, at(0), p, constant(2*time.Hour), func(p *sim.Plan) {
			p.Workers.Lock, p.Workers.StallsApart, p.Workers.MaxStalls = 30*time.Minute, true, c.max
		}))
		if d := cmp.Diff(c.starts, times(facts, "start")); d != "" {
			t.Errorf("%d stalls allowed: starts (-want +got):\n%s", c.max, d)
		}
		if d := cmp.Diff(c.dead, times(facts, "dead_letter")); d != "" {
			t.Errorf("%d stalls allowed: given up (-want +got):\n%s", c.max, d)
		}
		if c.dead != nil && (len(o.DeadLetters) != 1 || o.DeadLetters[0].FailureReason != "lease_lost") {
			t.Errorf("%d stalls allowed: dead letters %+v", c.max, o.DeadLetters)
		}
	}
}

// A worker dies with the job at 1 s, and the run after that fails. Where stalls
// count apart this is the first failure of two allowed; else the second
// attempt, and the last.
func TestStallIsNoFailure(t *testing.T) {
	for _, apart := range []bool{false, true} {
		p := policy(t, "backoff", "fixed", "base", "20s", "max_attempts", "2", "retry", "all")
		o, facts := play(t, plan(t, at(0), p, constant(5*sec), func(p *sim.Plan) {
			p.Workers = model.Workers{Count: 1, Lock: 10 * sec, StallsApart: apart, MaxStalls: 1}
			p.Faults = []model.Fault{
				{Name: "oom", Start: sec, End: 2 * sec, Kind: model.FaultCrash, Target: model.TargetWorkers, Share: 1, Restart: sec},
				outage(9*sec, 12*sec),
			}
		}))
		want := []float64{0, 10}
		if apart {
			want = append(want, 30)
		}
		if d := cmp.Diff(want, times(facts, "start")); d != "" || (o.Ledger.Completed == 1) != apart {
			t.Errorf("stalls apart %v: ledger %+v, starts (-want +got):\n%s", apart, o.Ledger, d)
		}
	}
}

// Each taking counts as a receive, whatever its end; a job that has been
// received so often goes to the dead letters when it would be received again,
// not before: three receives 10 s apart, given up at 30 s.
func TestMaxReceives(t *testing.T) {
	p := policy(t, "backoff", "fixed", "base", "10s", "max_attempts", "unlimited")
	o, facts := play(t, plan(t, at(0), p, func(p *sim.Plan) {
		p.Queue.MaxReceives = 3
		p.Faults = []model.Fault{outage(0, time.Hour)}
	}))
	if d := cmp.Diff([]float64{0, 10, 20}, times(facts, "take")); d != "" {
		t.Errorf("taken (-want +got):\n%s", d)
	}
	if d := cmp.Diff([]float64{30}, times(facts, "dead_letter")); d != "" || o.Ledger.DeadLettered != 1 {
		t.Errorf("given up (-want +got):\n%s%+v", d, o.Ledger)
	}
}

// A poisoned job that kills its worker is handed out again after each lock for
// ever, B44: with a restart of 2 s and a lock of 4 s it eats half a worker. A
// limit of five receives ends that after the fifth.
func TestPoisonWithoutReceiveLimit(t *testing.T) {
	run := func(max int) (*sim.Outcome, []float64) {
		p := policy(t, "max_attempts", "unlimited", "retry", "all")
		o, facts := play(t, plan(t, at(0), p, func(p *sim.Plan) {
			p.Queue.MaxReceives, p.Horizon = max, 2*time.Hour
			p.Workers = model.Workers{Count: 1, Lock: 4 * sec}
			p.Faults = []model.Fault{{
				Name: "pill", End: 100 * time.Hour, Kind: model.FaultPoison, Target: model.TargetWorkers, Count: 1, Restart: 2 * sec,
			}}
		}))
		return o, times(facts, "take")
	}
	o, takes := run(0)
	if len(takes) != 1801 || o.Ledger.Unfinished != 1 { // every 4 s up to 7200 s
		t.Errorf("without a limit: %d takes, ledger %+v", len(takes), o.Ledger)
	}
	o, takes = run(5)
	if d := cmp.Diff([]float64{0, 4, 8, 12, 16}, takes); d != "" || o.Ledger.DeadLettered != 1 || o.End != 20*sec {
		t.Errorf("five receives: ledger %+v, end %v, takes (-want +got):\n%s", o.Ledger, o.End, d)
	}
}

// A message that is acknowledged at the start of its run is never handed out
// again: no duplicate of a long run, and no second try after a crash.
func TestAcknowledgedAtStart(t *testing.T) {
	crash := model.Fault{Name: "oom", Start: 1 * sec, End: 2 * sec, Kind: model.FaultCrash, Target: model.TargetWorkers, Share: 1, Restart: sec}
	run := func(faults ...model.Fault) (*sim.Outcome, []float64) {
		o, facts := play(t, plan(t, at(0), policy(t, "max_attempts", "9", "retry", "all"), constant(30*sec), func(p *sim.Plan) {
			p.Workers = model.Workers{Count: 3, Lock: 10 * sec, AckAtStart: true, Disconnect: sec}
			p.Faults = faults
		}))
		return o, times(facts, "start")
	}
	if o, got := run(); !slices.Equal(got, []float64{0}) || o.Ledger.Completed != 1 {
		t.Errorf("starts %v, ledger %+v", got, o.Ledger)
	}
	if o, got := run(crash); !slices.Equal(got, []float64{0}) || o.Ledger.Unfinished != 1 {
		t.Errorf("after a crash: starts %v, ledger %+v", got, o.Ledger)
	}
}

// A worker dies at 1 s. The job is taken again when the lock of 10 min ends,
// B34, or as soon as the queue notices that the worker is gone.
func TestDisconnectSeen(t *testing.T) {
	for _, c := range []struct {
		seen  time.Duration
		renew bool
		want  float64
	}{{0, false, 600}, {0, true, 601}, {5 * sec, false, 6}, {5 * sec, true, 6}} {
		_, facts := play(t, plan(t, at(0), policy(t, "max_attempts", "9", "retry", "all"), constant(30*sec), func(p *sim.Plan) {
			p.Workers = model.Workers{Count: 1, Lock: 600 * sec, Renew: c.renew, Disconnect: c.seen}
			p.Faults = []model.Fault{{Name: "oom", Start: sec, End: 2 * sec, Kind: model.FaultCrash, Target: model.TargetWorkers, Share: 1, Restart: sec}}
		}))
		if d := cmp.Diff([]float64{0, c.want}, times(facts, "start")); d != "" {
			t.Errorf("seen after %v, renewed %v (-want +got):\n%s", c.seen, c.renew, d)
		}
	}
}

// A worker's clock that is 2 s off writes that a retry is due 2 s late or
// early, though never before now: a wait of 1 s becomes 3 s or none. Its locks
// of 10 s end after 12 s or 8 s. Where the worker itself keeps the retry, it
// reads what it has written, and the wait is what it should be.
func TestClockSkew(t *testing.T) {
	second := func(rep int, memory bool, change ...func(*sim.Plan)) float64 {
		p := herd(t, 1, "1s", model.Queue{InMemory: memory}, append([]func(*sim.Plan){func(p *sim.Plan) {
			p.Seed = uint64(rep)
			p.Workers = model.Workers{Count: 1, ClockSkew: law(chance.Constant{Value: 2 * sec})}
			p.Faults = []model.Fault{{Name: "once", End: time.Hour, Kind: model.FaultRefuse, Status: 503, Scope: model.FaultScope{FirstAttempts: 1}}}
		}}, change...)...)
		_, facts := play(t, p)
		return times(facts, "start")[1]
	}
	long := func(p *sim.Plan) {
		p.Faults, p.Workers.Lock, p.Workers.Count = nil, 10*sec, 2
		p.Stations[0].Service = law(chance.Constant{Value: time.Minute})
	}
	ahead := 0
	for rep := range 40 {
		wait, lock := second(rep, false), second(rep, false, long)
		switch {
		case wait == 3 && lock == 12:
			ahead++
		case wait != 0 || lock != 8:
			t.Fatalf("seed %d: the retry starts after %v s, the second run of a long job after %v s", rep, wait, lock)
		}
		if got := second(rep, true); got != 1 {
			t.Fatalf("seed %d: kept by the worker itself it starts after %v s, want 1", rep, got)
		}
	}
	if ahead < 10 || ahead > 30 { // 20 +- 3.2
		t.Errorf("%d of 40 clocks are ahead", ahead)
	}
}
