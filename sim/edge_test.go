package sim_test

import (
	"errors"
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"retrysim/policies"
	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/model"
)

const sec = time.Second

// constant is a station's service of one length.
func constant(d time.Duration) func(*sim.Plan) {
	return func(p *sim.Plan) { p.Stations[0].Service = law(chance.Constant{Value: d}) }
}

// A lease that ends at the instant of the completion loses to it: one run. One
// nanosecond less and the job is taken again, as often as its length divided
// by the lease, rounded up.
func TestLeaseAgainstCompletion(t *testing.T) {
	once := policy(t, "max_attempts", "9", "retry", "all")
	for _, c := range []struct {
		lock time.Duration
		want []float64
	}{
		{120 * time.Minute, []float64{0}},
		{30 * time.Minute, []float64{0, 30 * 60, 60 * 60, 90 * 60}},
		{50 * time.Minute, []float64{0, 50 * 60, 100 * 60}},
	} {
		o, facts := play(t, plan(t, at(0), once, constant(2*time.Hour), func(p *sim.Plan) { p.Workers.Lock = c.lock }))
		if d := cmp.Diff(c.want, times(facts, "start")); d != "" {
			t.Errorf("lock %v: starts (-want +got):\n%s", c.lock, d)
		}
		if got, want := value(t, o, "duplicate_runs"), float64(len(c.want)-1); got != want {
			t.Errorf("lock %v: %v duplicate runs, want %v", c.lock, got, want)
		}
		if o.Ledger.Completed != 1 {
			t.Errorf("lock %v: ledger %+v", c.lock, o.Ledger)
		}
	}
}

// A retry that is due between two reviews starts at the next one, never before
// it is due; one that is due at a review starts then.
func TestDueBetweenReviews(t *testing.T) {
	for _, c := range []struct{ delay, want float64 }{{1, 5}, {5, 5}, {6, 10}} {
		p := policy(t, "backoff", "fixed", "base", time.Duration(c.delay*1e9).String(), "max_attempts", "2")
		_, facts := play(t, plan(t, at(0), p, func(p *sim.Plan) {
			p.Queue.Review = 5 * sec
			p.Faults = []model.Fault{outage(0, sec)}
		}))
		if d := cmp.Diff([]float64{0, c.want}, times(facts, "start")); d != "" {
			t.Errorf("delay %vs (-want +got):\n%s", c.delay, d)
		}
	}
}

// A delay counted from the failure starts after the call, B08: a job of 30 s
// with 1 s of backoff starts again at 31 s.
func TestDelayFromFailure(t *testing.T) {
	p := policy(t, "backoff", "fixed", "base", "1s", "max_attempts", "2")
	_, facts := play(t, plan(t, at(0), p, constant(30*sec), func(p *sim.Plan) {
		p.Faults = []model.Fault{{
			Name: "bad", End: 10 * sec, Kind: model.FaultError,
			Errors: []model.Outcome{{Class: policies.ServerError, Status: 500, Share: 1}},
		}}
	}))
	if d := cmp.Diff([]float64{0, 31}, times(facts, "start")); d != "" {
		t.Error(d)
	}
}

// A request that spans the edge of a fault: refusal is decided at its arrival,
// speed when its service starts, a lost response at its completion.
func TestRequestSpansEdge(t *testing.T) {
	once := policy(t, "max_attempts", "1")
	run := func(f model.Fault, arrive float64) (*sim.Outcome, []sim.Fact) {
		return play(t, plan(t, at(arrive), once, constant(2*sec), func(p *sim.Plan) {
			p.Types[0].Timeout = 30 * sec
			p.Faults = []model.Fault{f}
		}))
	}
	if o, _ := run(outage(1*sec, 5*sec), 0); o.Ledger.Completed != 1 {
		t.Error("a call that arrived before the outage was refused")
	}
	if o, _ := run(outage(1*sec, 5*sec), 1); o.Ledger.Completed != 0 {
		t.Error("a call at the first instant of the outage was served")
	}
	if o, _ := run(outage(1*sec, 5*sec), 5); o.Ledger.Completed != 1 {
		t.Error("a call at the instant in which the outage ends was refused")
	}
	slow := model.Fault{Name: "slow", Start: 1 * sec, End: 5 * sec, Kind: model.FaultCapacity, Factor: 0.5}
	if _, facts := run(slow, 0); times(facts, "success")[0] != 2 {
		t.Error("a service that began before the slow-down changed its speed")
	}
	if _, facts := run(slow, 4); times(facts, "success")[0] != 8 {
		t.Error("a service that began in the slow-down is not slow to its end")
	}
	lost := model.Fault{Name: "lossy", Start: 1 * sec, End: 3 * sec, Kind: model.FaultResponseLost, Share: 1}
	if _, facts := run(lost, 0); len(times(facts, "timeout")) != 1 {
		t.Error("a response at 2 s was not lost")
	}
	if _, facts := run(lost, 1); len(times(facts, "success")) != 1 {
		t.Error("a response at 3 s, when the fault is over, was lost")
	}
}

// Nothing ever recovers: the run ends at the horizon, the jobs in flight are
// unfinished, recovery is never.
func TestNeverRecovers(t *testing.T) {
	p := policy(t, "backoff", "fixed", "base", "1s", "max_attempts", "unlimited")
	o, _ := play(t, plan(t, model.Steady{Rate: 2}, p, func(p *sim.Plan) {
		p.Until, p.Horizon = 20*sec, 30*sec
		p.Faults = []model.Fault{outage(5*sec, 1000*sec)}
	}))
	if o.End != 30*sec || o.Ledger.Unfinished != 30 || o.Ledger.Completed != 10 {
		t.Errorf("end %v, ledger %+v", o.End, o.Ledger)
	}
	if got := value(t, o, "time_to_recover_s"); !math.IsInf(got, 1) {
		t.Errorf("time to recover %v, want never", got)
	}
	if len(o.Warnings) == 0 {
		t.Error("no warning of unfinished jobs")
	}
}

// Zero arrivals, zero workers, zero capacity are valid runs; what has no
// sample is no number, not 0.
func TestZeroes(t *testing.T) {
	p := policy(t, "backoff", "fixed", "base", "1s", "max_attempts", "3")
	o, _ := play(t, plan(t, at(0), p, func(p *sim.Plan) { p.Until = 0 }))
	if o.Ledger.Jobs != 0 || !math.IsNaN(value(t, o, "done_p95_s")) || !math.IsNaN(value(t, o, "amplification")) {
		t.Errorf("no jobs: %+v, done_p95_s %v", o.Ledger, value(t, o, "done_p95_s"))
	}
	o, _ = play(t, plan(t, at(0, 1), p, func(p *sim.Plan) { p.Workers.Count = 0 }))
	if o.Ledger.Unfinished != 2 {
		t.Errorf("no workers: %+v", o.Ledger)
	}
	o, _ = play(t, plan(t, at(0, 1), p, func(p *sim.Plan) { p.Stations[0].Servers = 0; p.Stations[0].Room = 0 }))
	if o.Ledger.DeadLettered != 2 {
		t.Errorf("no servers and no room: %+v", o.Ledger)
	}
}

// Waits of weeks and a horizon of months overflow nothing.
func TestMonths(t *testing.T) {
	p := policy(t, "backoff", "exponential", "base", "24h", "factor", "2", "max_attempts", "8")
	_, facts := play(t, plan(t, at(0), p, func(p *sim.Plan) {
		p.Until, p.Horizon, p.Bin = 24*time.Hour, 400*24*time.Hour, time.Hour
		p.Faults = []model.Fault{outage(0, 120*24*time.Hour)}
	}))
	starts := times(facts, "start")
	if last := starts[len(starts)-1] / 86400; last != 1+2+4+8+16+32+64 {
		t.Errorf("last attempt on day %v, want 127", last)
	}
}

// A job's deadline: it expires instead of being taken.
func TestDeadline(t *testing.T) {
	p := policy(t, "backoff", "fixed", "base", "4s", "max_attempts", "9")
	o, facts := play(t, plan(t, at(0), p, func(p *sim.Plan) {
		p.Types[0].Deadline = 10 * sec
		p.Faults = []model.Fault{outage(0, time.Hour)}
	}))
	if d := cmp.Diff([]float64{0, 4, 8}, times(facts, "start")); d != "" {
		t.Error(d)
	}
	if o.Ledger.Expired != 1 || times(facts, "expire")[0] != 10 {
		t.Errorf("ledger %+v, expired at %v", o.Ledger, times(facts, "expire"))
	}
}

// A thousand jobs at one instant against a limit of 50 calls a calendar second
// and five attempts, incident P36: a fixed or exponential wait without jitter
// leaves 750 dead, jitter saves nearly all.
func TestDailyBurstMeetsRateLimit(t *testing.T) {
	for _, c := range []struct {
		name     string
		words    []string
		low, top int64
	}{
		{"fixed 3s", []string{"backoff", "fixed", "base", "3s"}, 750, 750},
		{"fixed 3s +-30 %", []string{"backoff", "fixed", "base", "3s", "jitter.plus_minus", "0.3"}, 300, 366},
		{"exponential 3s", []string{"backoff", "exponential", "base", "3s", "factor", "2"}, 750, 750},
		{"exponential 3s +-30 %", []string{"backoff", "exponential", "base", "3s", "factor", "2", "jitter.plus_minus", "0.3"}, 0, 0},
		{"exponential 3s full", []string{"backoff", "exponential", "base", "3s", "factor", "2", "jitter", "full"}, 5, 40},
	} {
		p := policy(t, append(c.words, "max_attempts", "5")...)
		o, _ := play(t, plan(t, model.Burst{Jobs: 1000}, p, func(p *sim.Plan) {
			p.Stations[0].Limit = model.RateLimit{Allow: 50, Per: sec, Status: 429}
		}))
		if got := o.Ledger.DeadLettered; got < c.low || got > c.top {
			t.Errorf("%s: %d dead, want %d to %d", c.name, got, c.low, c.top)
		}
	}
}

// A million jobs due at one instant finish.
func TestMillionAtOnce(t *testing.T) {
	p := policy(t, "backoff", "fixed", "base", "1s", "max_attempts", "2")
	o, err := sim.Run(t.Context(), plan(t, model.Burst{Jobs: 1_000_000}, p, func(p *sim.Plan) {
		p.Faults = []model.Fault{outage(0, sec)}
	}), sim.Options{})
	if err != nil || o.Ledger.Completed != 1_000_000 {
		t.Errorf("%+v, %v", o, err)
	}
	if got := value(t, o, "peak_retries_per_s"); got != 1_000_000 {
		t.Errorf("peak of retries %v, want all at once", got)
	}
}

// A retry without wait or limit, or a client without pause, against a
// dependency that answers at once ends with an error, not never. A huge burst
// at one instant is legal.
func TestTimeStandsStill(t *testing.T) {
	hot := plan(t, at(0), policy(t, "max_attempts", "unlimited"), func(p *sim.Plan) {
		p.Faults = []model.Fault{outage(0, time.Hour)}
	})
	greedy := plan(t, at(), policy(t, "max_attempts", "1"), func(p *sim.Plan) {
		p.Types[0].Sources = []model.Source{{Name: "clients", Clients: 2}}
	})
	for _, p := range []*sim.Plan{hot, greedy} {
		if _, err := sim.Run(t.Context(), p, sim.Options{}); !errors.Is(err, sim.ErrStandsStill) {
			t.Errorf("error %v, want one that says that time stands still", err)
		}
	}
}
