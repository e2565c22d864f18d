package sim_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"retrysim/sim"
	"retrysim/sim/model"
)

// shaping is a limit of two calls a second for which calls wait.
func shaping(kind model.LimitKind) func(*model.Station) {
	return func(s *model.Station) {
		s.Limit = model.RateLimit{Kind: kind, Allow: 2, Per: sec, Burst: 2, Status: 429, Wait: true}
	}
}

// Six calls at 0.25 s and one at 2.1 s, two a second: when each way of counting
// lets them pass.
func TestShaped(t *testing.T) {
	for _, c := range []struct {
		kind model.LimitKind
		want []float64
	}{
		{model.FixedWindow, []float64{0.25, 0.25, 1, 1, 2, 2, 3}},
		{model.SlidingWindow, []float64{0.25, 0.25, 1.25, 1.25, 2.25, 2.25, 3.25}},
		{model.TokenBucket, []float64{0.25, 0.25, 0.75, 1.25, 1.75, 2.25, 2.75}},
	} {
		facts := once(t, at(0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 2.1), shaping(c.kind))
		if d := cmp.Diff(c.want, times(facts, "success")); d != "" {
			t.Errorf("%v: passed (-want +got):\n%s", c.kind, d)
		}
	}
}

// Two may wait: of five at once two pass, two wait and one is refused. The wait
// counts as one at the station: 0.5 s and 1 s of four calls.
func TestShapedHold(t *testing.T) {
	p := plan(t, at(0, 0, 0, 0, 0), policy(t, "max_attempts", "1"), func(p *sim.Plan) {
		shaping(model.TokenBucket)(&p.Stations[0])
		p.Stations[0].Limit.Hold = 2
	})
	o, facts := play(t, p)
	for event, want := range map[string][]float64{"reject": {0}, "shape": {0, 0}, "release": {0.5, 1}, "success": {0, 0, 0.5, 1}} {
		if d := cmp.Diff(want, times(facts, event)); d != "" {
			t.Errorf("%s (-want +got):\n%s", event, d)
		}
	}
	want(t, o, map[string]float64{"dependency_wait_mean_s": 1.5 / 4, "queue_depth_max": 2, "dependency_in_system_mean": 1.5})
}

// A caller that gives up after 0.7 s uses a token up all the same, unless it
// cancels: then the one that came at 0.6 s moves up.
func TestShapedTimeout(t *testing.T) {
	for _, c := range []struct {
		cancels bool
		want    []float64
	}{{false, []float64{0, 0, 0.5}}, {true, []float64{0, 0, 0.5, 1}}} {
		facts := once(t, at(0, 0, 0, 0, 0.6), shaping(model.TokenBucket), func(p *sim.Plan) {
			p.Types[0].Timeout, p.Types[0].Cancels = 700*ms, c.cancels
		})
		if d := cmp.Diff(c.want, times(facts, "success")); d != "" {
			t.Errorf("cancels %v: answered (-want +got):\n%s", c.cancels, d)
		}
	}
}

// Who waits meets the station as it is when the limit lets it pass, and a limit
// of nothing lets nobody pass until it ends.
func TestShapedMeetsFaults(t *testing.T) {
	facts := once(t, at(0, 0, 0, 0), shaping(model.TokenBucket), func(p *sim.Plan) {
		p.Faults = []model.Fault{outage(800*ms, 2*sec)}
	})
	if d := cmp.Diff([]float64{1}, times(facts, "reject")); d != "" {
		t.Errorf("refused (-want +got):\n%s", d)
	}
	facts = once(t, at(0, 0, 0, 0), shaping(model.TokenBucket), func(p *sim.Plan) {
		none := p.Stations[0].Limit
		none.Allow = 0
		p.Faults = []model.Fault{{Name: "none", Start: 600 * ms, End: 5 * sec, Kind: model.FaultRateLimit, Limit: none}}
	})
	// The bucket lost the part of a token that it had, and gains none until 5 s.
	if d := cmp.Diff([]float64{0, 0, 0.5, 5.5}, times(facts, "success")); d != "" {
		t.Errorf("answered around a limit of nothing (-want +got):\n%s", d)
	}
}
