package sim_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"retrysim/sim"
	"retrysim/sim/model"
)

// A throttle whose rate rises from 0/s to 2/s over 4 s has let t^2/4 pass t
// seconds after its first, and 4 + 2 (t - 4) from 4 s on: the k-th after that
// comes at 2 sqrt(k) s up to the 4th, then each half second. Idle time saves
// nothing up: the gate goes on with the rate that the ramp has reached.
func TestThrottleRamp(t *testing.T) {
	once := policy(t, "max_attempts", "1")
	_, facts := play(t, plan(t, at(0, 0, 0, 0, 0, 0, 0, 20, 20, 20), once, func(p *sim.Plan) {
		p.Actions = []model.Action{do(0, model.DoThrottle, func(a *model.Action) { a.Ramp = model.Ramp{To: 2, Over: 4 * sec} })}
	}))
	want := []float64{0, 2, 2.828427125, 3.464101615, 4, 4.5, 5, 20, 20.5, 21}
	if d := cmp.Diff(want, times(facts, "start")); d != "" {
		t.Error(d)
	}
}

// A ramp that starts again from the middle: what comes 2 s after its beginning,
// when 1 has been allowed, finds 1 per second: t^2/4 = 2 at 2.828 s.
func TestThrottleRampLate(t *testing.T) {
	once := policy(t, "max_attempts", "1")
	_, facts := play(t, plan(t, at(2, 2), once, func(p *sim.Plan) {
		p.Actions = []model.Action{do(0, model.DoThrottle, func(a *model.Action) { a.Ramp = model.Ramp{To: 2, Over: 4 * sec} })}
	}))
	if d := cmp.Diff([]float64{2, 2.828427125}, times(facts, "start")); d != "" {
		t.Error(d)
	}
}

// A replay whose rate rises likewise: record k, from 0, goes at 2 sqrt(k) s.
func TestReplayRamp(t *testing.T) {
	once := policy(t, "max_attempts", "1")
	_, facts := play(t, plan(t, at(0, 0, 0, 0, 0, 0), once, func(p *sim.Plan) {
		p.Faults = []model.Fault{outage(0, sec)}
		p.Actions = []model.Action{do(10*sec, model.DoReplay, func(a *model.Action) {
			a.Match.JobType, a.Ramp = -1, model.Ramp{To: 2, Over: 4 * sec}
		})}
	}))
	if d := cmp.Diff([]float64{10, 12, 12.828427125, 13.464101615, 14, 14.5}, times(facts, "replay")); d != "" {
		t.Error(d)
	}
}

// A size in steps: 2 to 8 workers in 3 steps over 30 s is 4, 6 and 8, and
// another action ends it. A speed likewise.
func TestScaleInSteps(t *testing.T) {
	once := policy(t, "max_attempts", "1")
	steps := model.SizeSteps{Count: 3, Over: 30 * sec}
	o, _ := play(t, plan(t, at(99), once, constant(10*sec), func(p *sim.Plan) {
		p.Workers.Count, p.Stations[0].Servers = 2, 1
		p.Actions = []model.Action{
			do(10*sec, model.DoScale, func(a *model.Action) { a.Target, a.Count, a.Steps = model.TargetWorkers, 8, steps }),
			do(10*sec, model.DoScale, func(a *model.Action) { a.Factor, a.Steps = 4, steps }),
			do(35*sec, model.DoScale, func(a *model.Action) { a.Target, a.Count = model.TargetWorkers, 3 }),
		}
	}))
	at := func(name string, seconds ...int) (out []float64) {
		for _, s := range seconds {
			out = append(out, series(t, o, name)[s])
		}
		return out
	}
	if d := cmp.Diff([]float64{2, 4, 6, 3, 3}, at("workers", 12, 22, 32, 37, 50)); d != "" {
		t.Errorf("workers (-want +got):\n%s", d)
	}
	if d := cmp.Diff([]float64{0.1, 0.2, 0.3, 0.4}, at("capacity", 12, 22, 32, 45)); d != "" {
		t.Errorf("capacity (-want +got):\n%s", d)
	}
}

// What no run could play is refused.
func TestValidateRollouts(t *testing.T) {
	once := policy(t, "max_attempts", "1")
	for name, change := range map[string]func(*sim.Plan){
		"a restart of unlimited workers": func(p *sim.Plan) { p.Actions = []model.Action{do(0, model.DoRestart, restart(1, model.Restart{}))} },
		"a ramp to nothing": func(p *sim.Plan) {
			p.Actions = []model.Action{do(0, model.DoThrottle, func(a *model.Action) { a.Ramp.Over = sec })}
		},
		"too many steps": func(p *sim.Plan) {
			p.Actions = []model.Action{do(0, model.DoScale, func(a *model.Action) { a.Factor, a.Steps.Count = 2, 1_000_000 })}
		},
		"an autoscaler of unlimited servers": func(p *sim.Plan) {
			p.Stations[0].Autoscale = model.Autoscale{Signal: model.ScaleQueue, Target: 1, Every: time.Second, Min: 1, Max: 2}
		},
		"an autoscaler that starts outside": func(p *sim.Plan) {
			p.Workers = model.Workers{Count: 3, Autoscale: model.Autoscale{Signal: model.ScaleQueue, Target: 1, Every: time.Second, Max: 2}}
		},
		"an autoscaler that looks always": func(p *sim.Plan) {
			p.Workers = model.Workers{Count: 1, Autoscale: model.Autoscale{Signal: model.ScaleQueue, Target: 1, Every: 1, Max: 2}}
		},
	} {
		if err := plan(t, at(0), once, change).Validate(); err == nil {
			t.Errorf("%s is valid", name)
		}
	}
}
