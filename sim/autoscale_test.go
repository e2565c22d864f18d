package sim_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"retrysim/sim"
	"retrysim/sim/model"
)

// scales lists what the autoscalers did: the time in seconds and the change.
func scales(facts []sim.Fact) []string {
	var out []string
	for _, f := range facts {
		if f.Event == "scale" {
			out = append(out, f.At.String()+" "+f.Name)
		}
	}
	return out
}

// series is a series of an outcome.
func series(t testing.TB, o *sim.Outcome, name string) []float64 {
	t.Helper()
	for _, s := range o.Series {
		if s.Name == name {
			return s.Values
		}
	}
	t.Fatalf("no series %s", name)
	return nil
}

// Incident B70: start-up 150 s, a look each 60 s, 100 messages. Those not yet
// there are launched again at each look: 300; counted, 100.
func TestStartingNotCounted(t *testing.T) {
	once := policy(t, "max_attempts", "1")
	for _, c := range []struct {
		ignore bool
		most   float64
		done   []string
	}{
		// At 240 s nothing waits and nothing is wanted: 100 are there and end what they have in hand, 200 more come and go.
		{true, 300, []string{"1m0s workers +100", "2m0s workers +100", "3m0s workers +100", "4m0s workers -100", "5m0s workers -100"}},
		{false, 100, []string{"1m0s workers +100", "4m0s workers -100"}},
	} {
		o, facts := play(t, plan(t, model.Burst{Jobs: 100, At: 30 * sec}, once, constant(100*sec), func(p *sim.Plan) {
			p.Workers = model.Workers{Autoscale: model.Autoscale{
				Signal: model.ScaleQueue, Target: 1, Every: 60 * sec, Delay: 150 * sec, Max: 1000, IgnoreStarting: c.ignore,
			}}
		}))
		if d := cmp.Diff(c.done, scales(facts)); d != "" {
			t.Errorf("ignore %v (-want +got):\n%s", c.ignore, d)
		}
		if got := value(t, o, "workers_max"); got != c.most {
			t.Errorf("ignore %v: %v workers at most, want %v", c.ignore, got, c.most)
		}
		if o.Ledger.Completed != 100 || o.End != 310*sec { // there at 210, 100 s of work
			t.Errorf("ignore %v: %+v at %v", c.ignore, o.Ledger, o.End)
		}
	}
}

// What is paid: one worker for 40 s, a second one from its order at 10 s, a third
// likewise, both let go by the look at 30 s, when the second one is still busy.
func TestWorkerHours(t *testing.T) {
	once := policy(t, "max_attempts", "1")
	o, facts := play(t, plan(t, at(0, 0, 0), once, constant(17*sec), func(p *sim.Plan) {
		p.Workers = model.Workers{Count: 1, Autoscale: model.Autoscale{
			Signal: model.ScaleDepth, Target: 1, Every: 10 * sec, Delay: 5 * sec, Min: 1, Max: 9,
		}}
		p.Actions = []model.Action{do(40*sec, model.DoDiscard)} // the run goes on until then
	}))
	// Jobs run 0-17, 15-32, 15-32. At 20 two are in hand and none waits: one of three is let go, a busy one, which
	// ends at 32; at 30 two are in hand and two are there. At 40 the action comes before the look, and the run is over.
	if d := cmp.Diff([]string{"10s workers +2", "20s workers -1"}, scales(facts)); d != "" {
		t.Error(d)
	}
	// Paid: 1 for 40 s; from 10 s on 2 more, one of them until 32 s.
	if got, want := value(t, o, "worker_hours"), (40.0+30+22)/3600; !near(got, want) {
		t.Errorf("%v worker hours, want %v", got, want)
	}
	if got := value(t, o, "workers_max"); got != 3 {
		t.Errorf("%v workers at most, want 3", got)
	}
}

func near(a, b float64) bool { return a > b*(1-1e-9) && a < b*(1+1e-9) }

// Utilisation, by the formula of the Kubernetes autoscaler: 2 servers, both busy
// at a target of 50 %, make 4; of 4 then 8; and as the load ends, what no look
// within the cool-down wanted is stopped.
func TestScaleByUtilisation(t *testing.T) {
	once := policy(t, "max_attempts", "1")
	o, facts := play(t, plan(t, model.Burst{Jobs: 64}, once, constant(4*sec), func(p *sim.Plan) {
		p.Stations[0].Servers = 2
		p.Stations[0].Autoscale = model.Autoscale{
			Signal: model.ScaleUtilisation, Target: 0.5, Every: 10 * sec, Min: 2, Max: 8, CoolDown: 25 * sec,
		}
		p.Actions = []model.Action{do(85*sec, model.DoDiscard)}
	}))
	// 2 servers until 10 s: 4 jobs done, 2 in service until 12; 4 until 20; then 8. 64 jobs: 6 by 12 s, at 10, 14 and
	// 18 2 each on the two new ones and so on: the last ones end at 46 s. From 40 to 50 s 3.6 of the 8 are busy in the
	// mean, which makes 8 once more; from 50 s on none, but until 75 s the wish at 50 s counts.
	want := []string{"10s dep +2", "20s dep +4", "1m20s dep -6"}
	if d := cmp.Diff(want, scales(facts)); d != "" {
		t.Error(d)
	}
	levels := series(t, o, "servers")
	if got := []float64{levels[8], levels[9], levels[18], levels[19], levels[78], levels[79]}; !slices.Equal(got, []float64{2, 4, 4, 8, 8, 2}) {
		t.Errorf("servers at 9, 10, 19, 20, 79 and 80 s: %v", got)
	}
	if got := value(t, o, "servers_max"); got != 8 {
		t.Errorf("%v servers at most, want 8", got)
	}
	if caps := series(t, o, "capacity"); caps[0] != 0.5 || caps[15] != 1 || caps[30] != 2 {
		t.Errorf("capacity %v, %v and %v a second, want 0.5, 1 and 2", caps[0], caps[15], caps[30])
	}
}

// A step bounds each look, a tolerance lets small wishes be, and jobs in backoff
// count where they are to.
func TestScaleLimits(t *testing.T) {
	retry := policy(t, "backoff", "fixed", "base", "35s", "max_attempts", "2")
	for _, c := range []struct {
		name   string
		change func(*model.Autoscale)
		want   []string
	}{
		{"plain", func(*model.Autoscale) {}, []string{"40s workers +8"}},
		{"delayed", func(a *model.Autoscale) { a.CountsDelayed = true }, []string{"10s workers +9", "40s workers -9"}},
		{"step", func(a *model.Autoscale) { a.CountsDelayed, a.Step = true, 4 }, []string{"10s workers +4", "20s workers +4", "30s workers +1", "40s workers -4"}},
		{"tolerance", func(a *model.Autoscale) { a.CountsDelayed, a.Tolerance, a.Target = true, 0.9, 100 }, nil},
	} {
		_, facts := play(t, plan(t, model.Burst{Jobs: 10}, retry, constant(6*sec), func(p *sim.Plan) {
			p.Workers = model.Workers{Count: 1, Autoscale: model.Autoscale{Signal: model.ScaleQueue, Target: 1, Every: 10 * sec, Min: 1, Max: 10}}
			c.change(&p.Workers.Autoscale)
			p.Faults = []model.Fault{outage(0, sec)} // all fail at once and come again at 35 s
		}))
		if d := cmp.Diff(c.want, scales(facts)); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, d)
		}
	}
}

// An operator's size counts as what there is; the next look goes on from it. A
// scaled speed leaves the autoscaler's number of servers alone.
func TestScaleActionBesideAutoscaler(t *testing.T) {
	once := policy(t, "max_attempts", "1")
	o, facts := play(t, plan(t, model.Burst{Jobs: 100}, once, constant(10*sec), func(p *sim.Plan) {
		p.Stations[0].Servers = 1
		p.Stations[0].Autoscale = model.Autoscale{Signal: model.ScaleQueue, Target: 20, Every: 10 * sec, Delay: 5 * sec, Min: 1, Max: 5}
		p.Actions = []model.Action{
			do(16*sec, model.DoScale, func(a *model.Action) { a.Factor = 2 }),
			do(22*sec, model.DoScale, func(a *model.Action) { a.Count = 9 }),
		}
	}))
	// At 10 s 98 wait (the second is in service): 5 wanted, 5 there at 15 s. At 22 s there are 9, 5 wanted at 30 s.
	if d := cmp.Diff([]string{"10s dep +4", "30s dep -4"}, scales(facts)[:2]); d != "" {
		t.Error(d)
	}
	if caps := series(t, o, "capacity"); caps[15] != 0.5 || caps[17] != 1 || caps[25] != 0.9 {
		t.Errorf("capacity %v, %v and %v a second, want 0.5, 1 (twice as fast) and 0.9 (9 at the plan's speed)", caps[15], caps[17], caps[25])
	}
}

// An autoscaler keeps no run open, and a run without one has no series of sizes.
func TestScalerEndsWithRun(t *testing.T) {
	once := policy(t, "max_attempts", "1")
	o, _ := play(t, plan(t, at(1), once, func(p *sim.Plan) {
		p.Workers = model.Workers{Count: 1, Autoscale: model.Autoscale{Signal: model.ScaleQueue, Target: 1, Every: 100 * time.Millisecond, Min: 1, Max: 1}}
	}))
	if o.End != sec {
		t.Errorf("the run ends at %v, want 1s", o.End)
	}
	o, _ = play(t, plan(t, at(1), once))
	for _, s := range o.Series {
		if s.Name == "workers" || s.Name == "servers" {
			t.Errorf("a series of %s without a scaler", s.Name)
		}
	}
}
