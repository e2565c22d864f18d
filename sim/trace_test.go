package sim_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/model"
)

func at(seconds ...float64) model.Times {
	var t model.Times
	for _, s := range seconds {
		t.Times = append(t.Times, time.Duration(s*1e9))
	}
	return t
}

// Hand traces of one job through an outage [0, 10) (validation rows
// TRACE_RETRY): the window is half-open, the cap applies to each delay.
func TestTraceRetry(t *testing.T) {
	for _, c := range []struct {
		name, cap, attempts string
		want                []float64
		dead                int64
	}{
		{"succeeds on attempt 5", "8s", "5", []float64{0, 1, 3, 7, 15}, 0},
		{"dead after 4", "8s", "4", []float64{0, 1, 3, 7}, 1},
		{"cap 3s", "3s", "10", []float64{0, 1, 3, 6, 9, 12}, 0},
	} {
		p := policy(t, "backoff", "exponential", "base", "1s", "factor", "2", "cap", c.cap, "max_attempts", c.attempts)
		o, facts := play(t, plan(t, at(0), p, func(p *sim.Plan) { p.Faults = []model.Fault{outage(0, 10*time.Second)} }))
		if d := cmp.Diff(c.want, times(facts, "start")); d != "" {
			t.Errorf("%s: attempts (-want +got):\n%s", c.name, d)
		}
		if o.Ledger.DeadLettered != c.dead {
			t.Errorf("%s: dead-lettered %d, want %d", c.name, o.Ledger.DeadLettered, c.dead)
		}
		if c.dead == 1 && o.End != 7*time.Second {
			t.Errorf("%s: died at %v, want 7s", c.name, o.End)
		}
	}
}

// Hand traces of a FIFO station (validation rows TRACE_FIFO).
func TestTraceFIFO(t *testing.T) {
	never := policy(t, "max_attempts", "1")
	served := func(servers int, service time.Duration, arrivals ...float64) (*sim.Outcome, []sim.Fact) {
		return play(t, plan(t, at(arrivals...), never, func(p *sim.Plan) {
			p.Stations[0].Servers, p.Stations[0].Service = servers, law(chance.Constant{Value: service})
			p.Until = 10 * time.Second
		}))
	}
	o, facts := served(1, 2*time.Second, 0, 1, 2, 3, 4)
	if d := cmp.Diff([]float64{2, 4, 6, 8, 10}, times(facts, "success")); d != "" {
		t.Errorf("one server (-want +got):\n%s", d)
	}
	if got := value(t, o, "dependency_in_system_mean"); got != 2 {
		t.Errorf("time average in system %v, want 2", got)
	}
	if got := value(t, o, "dependency_wait_mean_s"); got != 2 {
		t.Errorf("mean wait %v, want (0+1+2+3+4)/5", got)
	}
	_, facts = served(2, 3*time.Second, 0, 0, 0, 1, 5)
	if d := cmp.Diff([]float64{3, 3, 6, 6, 9}, times(facts, "success")); d != "" {
		t.Errorf("two servers (-want +got):\n%s", d)
	}
}

// The polled queue's golden timeline: the lease is set at the taking, reviews
// come every 310 s, a job that has used its retries fails in place.
func TestPolledQueue(t *testing.T) {
	for _, c := range []struct {
		arrives       float64
		delay         string
		want, renewed []float64
	}{
		{0, "600s", []float64{0, 310, 1240, 2790}, []float64{300, 1210, 2740, 4890}},
		{20, "600s", []float64{20, 620, 1550, 3100}, []float64{320, 1520, 3050, 5200}},
		{0, "0s", []float64{0, 310, 620, 930}, []float64{300, 610, 920, 1230}},
	} {
		p := policy(t, "backoff", "linear", "base", "300s", "step", c.delay, "anchor", "taken", "retries", "3", "retry", "all")
		o, facts := play(t, plan(t, at(c.arrives), p, func(p *sim.Plan) {
			p.Queue.Review = 310 * time.Second
			p.Dead = model.DeadLetters{InPlace: true}
			p.Faults = []model.Fault{outage(0, time.Hour)}
		}))
		if d := cmp.Diff(c.want, times(facts, "start")); d != "" {
			t.Errorf("taken at %v: attempts (-want +got):\n%s", c.arrives, d)
		}
		var due []float64
		for _, f := range facts {
			if f.Event == "take" {
				due = append(due, f.Due.Seconds())
			}
		}
		if d := cmp.Diff(c.renewed, due); d != "" {
			t.Errorf("taken at %v: dateRetry (-want +got):\n%s", c.arrives, d)
		}
		if o.Ledger.Failed != 1 {
			t.Errorf("taken at %v: ledger %+v, want one failed in place", c.arrives, o.Ledger)
		}
	}
}
