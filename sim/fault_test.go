package sim_test

import (
	"context"
	"math"
	"slices"
	"testing"
	"time"

	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/model"
)

// once is a policy without retries, patient for ever.
func onlyOnce(t *testing.T) sim.PolicyUse { return policy(t, "max_attempts", "1") }

// faulted is a plan with one fault on its dependency, one job a second.
func faulted(t *testing.T, p sim.PolicyUse, f model.Fault, change ...func(*sim.Plan)) *sim.Plan {
	f.Name = "fault"
	return plan(t, model.Steady{Rate: 1}, p, append([]func(*sim.Plan){func(p *sim.Plan) {
		p.Until, p.Horizon = time.Minute, time.Hour
		p.Faults = []model.Fault{f}
	}}, change...)...)
}

// A window of 3 s, again every 10 s, three times: the jobs of nine seconds are
// refused, and each edge is told.
func TestRecurring(t *testing.T) {
	f := outage(10*sec, 13*sec)
	f.Windows = model.Windows{Every: 10 * sec, Times: 3}
	o, facts := play(t, faulted(t, onlyOnce(t), f))
	if got, want := times(facts, "reject"), []float64{10, 11, 12, 20, 21, 22, 30, 31, 32}; !slices.Equal(got, want) {
		t.Errorf("refused at %v, want %v", got, want)
	}
	if got, want := times(facts, "fault_start"), []float64{10, 20, 30}; !slices.Equal(got, want) {
		t.Errorf("starts %v, want %v", got, want)
	}
	if got := value(t, o, "amplification_in_fault"); got != 1 {
		t.Errorf("amplification in fault %v, want 1", got)
	}
	if got := value(t, o, "time_to_recover_s"); got != 0 {
		t.Errorf("recovered %v s after the last window, want 0", got)
	}
}

// Random windows are the same under two policies, another replication has
// others, and measures know them as drawn.
func TestRandomWindowsInWorld(t *testing.T) {
	f := outage(0, 10*time.Minute)
	f.Windows = model.Windows{Between: law(chance.Exponential{Average: 30 * sec}), Lasts: law(chance.Exponential{Average: 10 * sec})}
	long := func(p *sim.Plan) { p.Until = 10 * time.Minute }
	o, one := play(t, faulted(t, onlyOnce(t), f, long))
	_, two := play(t, faulted(t, policy(t, "backoff", "fixed", "base", "2s", "max_attempts", "3"), f, long))
	starts, ends := times(one, "fault_start"), times(one, "fault_end")
	if len(starts) < 5 || !slices.Equal(starts, times(two, "fault_start")) || !slices.Equal(ends, times(two, "fault_end")) {
		t.Errorf("windows %v and %v", starts, times(two, "fault_start"))
	}
	within := func(at float64) bool {
		for i := range starts {
			if at >= starts[i] && (i >= len(ends) || at < ends[i]) {
				return true
			}
		}
		return false
	}
	rejected := times(one, "reject")
	for _, at := range times(one, "start") {
		if within(at) != slices.Contains(rejected, at) {
			t.Errorf("a call at %v: within a window %v, refused %v", at, within(at), !within(at))
		}
	}
	if got := value(t, o, "amplification_in_fault"); got != 1 {
		t.Errorf("amplification in fault %v, want 1", got)
	}
	var other []float64
	if _, err := sim.Run(context.Background(), faulted(t, onlyOnce(t), f, long), sim.Options{Replication: 1, Trace: func(f sim.Fact) {
		if f.Event == "fault_start" {
			other = append(other, f.At.Seconds())
		}
	}}); err != nil || slices.Equal(other, starts) {
		t.Errorf("replication 1: %v, windows %v as in replication 0", err, other)
	}
}

// A share of errors that rises over 100 s: in the k-th tenth (k - 1/2)/10 of
// the calls fail. 1,000 calls a step; four standard errors are 6.4 %.
func TestRampedErrors(t *testing.T) {
	f := model.Fault{End: 100 * sec, Kind: model.FaultError, Errors: []model.Outcome{{Class: 5, Status: 500, Share: 1}}}
	f.Windows.RampIn = 100 * sec
	_, facts := play(t, faulted(t, onlyOnce(t), f, func(p *sim.Plan) {
		p.Types[0].Sources[0] = from("live", model.Steady{Rate: 100})
		p.Until = 100 * sec
	}))
	var failed [10]float64
	for _, at := range times(facts, "failure") {
		failed[int(at/10)]++
	}
	for k, n := range failed {
		if want := (float64(k) + 0.5) / 10; math.Abs(n/1000-want) > 0.064 {
			t.Errorf("step %d: %v of 1000 fail, want about %v", k+1, n, want*1000)
		}
	}
}

// Factors, limits and delays halfway up a ramp.
func TestStrengthOfEffects(t *testing.T) {
	own := model.RateLimit{Allow: 100, Per: sec}
	c := (&model.Station{}).Healthy()
	for _, f := range []model.Fault{
		{Kind: model.FaultCapacity, Factor: 0.2},
		{Kind: model.FaultRateLimit, Limit: model.RateLimit{Allow: 20, Per: sec}},
		{Kind: model.FaultLatency, Multiply: 3},
		{Kind: model.FaultHang, Share: 0.4},
	} {
		f.Apply(&c, &own, 0.5)
	}
	if c.Speed != 0.6 || c.Limit.Allow != 60 || c.Multiply != 2 || c.Hang != 0.2 {
		t.Errorf("at half strength: speed %v, allow %v, multiply %v, hang %v; want 0.6, 60, 2, 0.2", c.Speed, c.Limit.Allow, c.Multiply, c.Hang)
	}
	limit := model.Fault{Kind: model.FaultRateLimit, Limit: model.RateLimit{Allow: 20, Per: sec}}
	limit.Apply(&c, &model.RateLimit{}, 0.5)
	if c.Limit.Allow != 40 {
		t.Errorf("from no limit at all halfway to 20: %v, want 40", c.Limit.Allow)
	}
}

// A share of the jobs is hit at every attempt or at none.
func TestShareOfJobs(t *testing.T) {
	f := outage(0, time.Hour)
	f.Scope.Share = 0.3
	p := faulted(t, policy(t, "backoff", "fixed", "base", "100ms", "max_attempts", "3"), f, func(p *sim.Plan) {
		p.Types[0].Sources[0] = from("live", model.Steady{Rate: 50})
	})
	o, facts := play(t, p)
	if got := len(times(facts, "reject")); int64(got) != 3*o.Ledger.DeadLettered {
		t.Errorf("%d refusals for %d dead jobs of three attempts", got, o.Ledger.DeadLettered)
	}
	// 3,000 jobs, 900 hit, standard deviation 25.
	if n := o.Ledger.DeadLettered; n < 800 || n > 1000 {
		t.Errorf("%d of 3000 jobs hit, want about 900", n)
	}
}

// A fault for one job type leaves the other alone, in the same second.
func TestOneJobType(t *testing.T) {
	f := outage(0, time.Hour)
	f.Scope.Types = []int{1}
	o, _ := play(t, faulted(t, onlyOnce(t), f, func(p *sim.Plan) {
		other := p.Types[0]
		other.Name = "other"
		p.Types = append(p.Types, other)
	}))
	if a, b := value(t, o, "dead_lettered[job]"), value(t, o, "dead_lettered[other]"); a != 0 || b != 60 {
		t.Errorf("dead: %v and %v, want 0 and 60", a, b)
	}
}

// The first two attempts of a job fail, the third does not; two overlapping
// scopes add up, and neither changes what the other jobs meet.
func TestFirstAttempts(t *testing.T) {
	f := outage(0, time.Hour)
	f.Scope.FirstAttempts = 2
	o, facts := play(t, faulted(t, policy(t, "backoff", "fixed", "base", "10ms", "max_attempts", "5"), f, func(p *sim.Plan) {
		slow := model.Fault{End: time.Hour, Kind: model.FaultLatency, Latency: law(chance.Constant{Value: 3 * sec})}
		slow.Scope.Share = 0.5
		p.Faults = append(p.Faults, slow)
	}))
	if n := len(times(facts, "reject")); n != 120 || o.Ledger.Completed != 60 {
		t.Errorf("%d refusals, %d completed; want 120 and 60", n, o.Ledger.Completed)
	}
	late := 0
	for _, f := range facts {
		if f.Event == "success" && f.At%sec == 20*time.Millisecond {
			late++
		}
	}
	if late != 60 {
		t.Errorf("%d of 60 answers 20 ms after a whole second", late)
	}
}

// A cut for some jobs holds their calls and lets them through when it ends,
// while the others pass.
func TestScopedCut(t *testing.T) {
	f := model.Fault{End: 30 * sec, Kind: model.FaultCut}
	f.Scope.Share = 0.5
	_, facts := play(t, faulted(t, onlyOnce(t), f))
	at30, others := 0, 0
	for _, at := range times(facts, "success") {
		if at == 30 {
			at30++
		} else if at < 30 {
			others++
		}
	}
	if at30+others != 31 || at30 < 5 || others < 5 {
		t.Errorf("%d answers at 30 s, %d before; want 31 in all and some of each", at30, others)
	}
}
