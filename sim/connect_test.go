package sim_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/model"
)

// linked is a station that answers after 1 s over connections that are set up
// in 100 ms.
func linked(change func(c *model.Connections)) func(*model.Station) {
	return func(s *model.Station) {
		s.Service = law(chance.Constant{Value: sec})
		s.Connections = model.Connections{
			Most: model.Unlimited, Setup: law(chance.Constant{Value: 100 * ms}), AtOnce: model.Unlimited, Backlog: model.Unlimited,
		}
		change(&s.Connections)
	}
}

// Connections by hand: what a call waits for, and what that lets happen when.
func TestConnectionsByHand(t *testing.T) {
	for _, c := range []struct {
		about  string
		calls  []float64
		change func(c *model.Connections)
		want   map[string][]float64
	}{
		{
			"a new one each, and an old one at 2 s",
			[]float64{0, 0, 2},
			func(*model.Connections) {},
			map[string][]float64{"connect": {0.1, 0.1}, "reuse": {2}, "success": {1.1, 1.1, 3}},
		},
		{
			"one set-up at a time",
			[]float64{0, 0, 0},
			func(c *model.Connections) { c.AtOnce = 1 },
			map[string][]float64{"connect": {0.1, 0.2, 0.3}, "success": {1.1, 1.2, 1.3}},
		},
		{
			"a full backlog",
			[]float64{0, 0, 0},
			func(c *model.Connections) { c.AtOnce, c.Backlog = 1, 1 },
			map[string][]float64{"connect": {0.1, 0.2}, "reject": {0}, "success": {1.1, 1.2}},
		},
		{
			"one connection, in turn",
			[]float64{0, 0, 0},
			func(c *model.Connections) { c.Most = 1 },
			map[string][]float64{"connect_wait": {0, 0}, "connect": {0.1}, "reuse": {1.1, 2.1}, "success": {1.1, 2.1, 3.1}},
		},
		{
			"one connection, and 1.5 s of patience",
			[]float64{0, 0, 0},
			func(c *model.Connections) { c.Most, c.Wait = 1, 1500*ms },
			map[string][]float64{"connect": {0.1}, "reuse": {1.1}, "reject": {1.5}, "success": {1.1, 2.1}},
		},
		{
			// The first is idle from 1.1 s and the second, set up at 0.6 s, from
			// 1.6 s. At 2 s the newer one is used again; the older is closed at 2.1 s.
			"idle ones close after 1 s",
			[]float64{0, 0.5, 2, 2.2},
			func(c *model.Connections) { c.Idle = sec },
			map[string][]float64{"connect": {0.1, 0.6, 2.3}, "reuse": {2}, "success": {1.1, 1.6, 3, 3.3}},
		},
	} {
		facts := once(t, at(c.calls...), linked(c.change))
		for event, want := range c.want {
			if d := cmp.Diff(want, times(facts, event)); d != "" {
				t.Errorf("%s: %s (-want +got):\n%s", c.about, event, d)
			}
		}
	}
}

// A caller that gives up after 0.5 s closes its connection, so that the next
// call needs a new one; the server works on, unless the caller cancels.
func TestConnectionTimeout(t *testing.T) {
	for _, c := range []struct {
		cancels bool
		wasted  []float64
	}{{false, []float64{1.1, 2.1}}, {true, nil}} {
		facts := once(t, at(0, 1), linked(func(*model.Connections) {}), func(p *sim.Plan) {
			p.Types[0].Timeout, p.Types[0].Cancels = 500*ms, c.cancels
		})
		for event, want := range map[string][]float64{"connect": {0.1, 1.1}, "close": {0.5, 1.5}, "timeout": {0.5, 1.5}, "abandoned": c.wasted} {
			if d := cmp.Diff(want, times(facts, event)); d != "" {
				t.Errorf("cancels %v: %s (-want +got):\n%s", c.cancels, event, d)
			}
		}
	}
}

// A caller that gives up while its connection waits for the acceptor leaves the
// set-up to it: of three at once with 150 ms of patience, set up in 100 ms each,
// one gets through and two are set up in vain; the call at 250 ms waits for the
// second of these and makes it just in time. Who cancels takes the set-up along.
func TestSetUpInVain(t *testing.T) {
	for _, c := range []struct {
		cancels      bool
		connect, won []float64
	}{{false, []float64{0.1, 0.2, 0.3, 0.4}, []float64{0.1, 0.4}}, {true, []float64{0.1, 0.35}, []float64{0.1, 0.35}}} {
		o, facts := play(t, plan(t, at(0, 0, 0, 0.25), policy(t, "max_attempts", "1"), func(p *sim.Plan) {
			linked(func(c *model.Connections) { c.AtOnce = 1 })(&p.Stations[0])
			p.Stations[0].Service = model.Law{}
			// The first connection is not there for the last call: it closes.
			p.Stations[0].Connections.Idle = 50 * ms
			p.Types[0].Timeout, p.Types[0].Cancels = 150*ms, c.cancels
		}))
		for event, want := range map[string][]float64{"connect": c.connect, "success": c.won} {
			if d := cmp.Diff(want, times(facts, event)); d != "" {
				t.Errorf("cancels %v: %s (-want +got):\n%s", c.cancels, event, d)
			}
		}
		want(t, o, map[string]float64{"connections_opened": float64(len(c.connect)), "connections_refused": 0})
	}
}

// The three measures: two connections for four calls at once, 100 ms for each
// set-up, one at a time; the third call waits until 1.1 s, the fourth until 1.15
// s and then no more.
func TestConnectionValues(t *testing.T) {
	o, _ := play(t, plan(t, at(0, 0, 0, 0), policy(t, "max_attempts", "1"), func(p *sim.Plan) {
		linked(func(c *model.Connections) { c.AtOnce, c.Most, c.Wait = 1, 2, 1150*ms })(&p.Stations[0])
	}))
	want(t, o, map[string]float64{
		"connections_opened": 2, "connections_refused": 1, "connection_wait_mean_s": (0.1 + 0.2 + 1.1) / 3,
		"dependency_wait_mean_s": 0, "dependency_rejected_share": 0.25,
	})
}

// What faults do to connections. Four are idle at 2 s, used last at 1.1 s.
func TestConnectionsBreak(t *testing.T) {
	half := model.Fault{Name: "half", Start: 2 * sec, End: 2 * sec, Kind: model.FaultDisconnect, Share: 0.5}
	cut := model.Fault{Name: "cut", Start: 2 * sec, End: 2500 * ms, Kind: model.FaultCut}
	reset := model.Fault{Name: "reset", Start: 2 * sec, End: 2500 * ms, Kind: model.FaultReset, Share: 0.25}
	refuse := model.Fault{Name: "refuse", Start: 2 * sec, End: 2500 * ms, Kind: model.FaultRefuse, Status: 503}
	for _, c := range []struct {
		fault  model.Fault
		opened int // besides the first four, by four calls at 3 s
	}{{half, 2}, {cut, 4}, {reset, 1}, {refuse, 0}} {
		o, _ := play(t, plan(t, at(0, 0, 0, 0, 3, 3, 3, 3), policy(t, "max_attempts", "1"), func(p *sim.Plan) {
			linked(func(*model.Connections) {})(&p.Stations[0])
			p.Faults = []model.Fault{c.fault}
		}))
		want(t, o, map[string]float64{"connections_opened": float64(4 + c.opened)})
	}
}

// A call whose connection is closed under it fails at once, with an error of the
// connection; the server works on.
func TestDisconnected(t *testing.T) {
	facts := once(t, at(0), linked(func(*model.Connections) {}), func(p *sim.Plan) {
		p.Faults = []model.Fault{{Name: "gone", Start: 500 * ms, End: 500 * ms, Kind: model.FaultDisconnect, Share: 1}}
	})
	for event, want := range map[string][]float64{"failure": {0.5}, "close": {0.5}, "abandoned": {1.1}} {
		if d := cmp.Diff(want, times(facts, event)); d != "" {
			t.Errorf("%s (-want +got):\n%s", event, d)
		}
	}
}

// Calls that a cut holds need their connections when it ends; one that had its
// connection before is let through on it.
func TestConnectionsAfterCut(t *testing.T) {
	facts := once(t, at(0, 0.05, 1), linked(func(c *model.Connections) { c.AtOnce = 1 }), func(p *sim.Plan) {
		p.Stations[0].Service = law(chance.Constant{Value: 20 * ms})
		p.Faults = []model.Fault{{Name: "cut", Start: 60 * ms, End: 2 * sec, Kind: model.FaultCut}}
	})
	for event, want := range map[string][]float64{"connect": {0.1, 0.2, 2.1}, "success": {2.02, 2.02, 2.12}} {
		if d := cmp.Diff(want, times(facts, event)); d != "" {
			t.Errorf("%s (-want +got):\n%s", event, d)
		}
	}
}

// Each step of an attempt needs a connection of its own dependency, and gives it
// back before the next step.
func TestConnectionPerStep(t *testing.T) {
	facts := once(t, at(0, 0.35), linked(func(c *model.Connections) { c.Most = 1 }), func(p *sim.Plan) {
		p.Stations[0].Service = law(chance.Constant{Value: 200 * ms})
		p.Stations = append(p.Stations, p.Stations[0])
		p.Types[0].Steps = append(p.Types[0].Steps, model.Step{Station: 1})
	})
	if d := cmp.Diff([]float64{0.6, 0.8}, times(facts, "success")); d != "" {
		t.Errorf("answered (-want +got):\n%s", d)
	}
}
