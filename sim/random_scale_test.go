package sim_test

import (
	"time"

	"retrysim/sim"
	"retrysim/sim/model"
)

// autoscalers draws autoscalers of the workers and of the stations that have
// numbers.
func (m maker) autoscalers(p *sim.Plan) {
	if n := p.Workers.Count; n != model.Unlimited && m.yes("autoscaled workers") {
		p.Workers.Autoscale = m.autoscale(n, m.n("fewest workers", 0, n))
		p.Workers.Autoscale.CountsDelayed = m.yes("counts delayed")
	}
	for i := range p.Stations {
		if n := p.Stations[i].Servers; n > 0 && m.n("autoscaled servers", 0, 2) == 2 {
			p.Stations[i].Autoscale = m.autoscale(n, m.n("fewest servers", 1, n))
		}
	}
}

func (m maker) autoscale(n, least int) model.Autoscale {
	a := model.Autoscale{
		Signal: of(m, "signal", model.ScaleQueue, model.ScaleDepth, model.ScaleUtilisation), Target: of(m, "scale target", 1, 0.3),
		Every: of(m, "looks every", time.Second, 170*time.Millisecond), Delay: of(m, "start-up", 0, 400*time.Millisecond, 2*time.Second),
		Min: least, Max: max(1, n+m.n("most more", 0, 10)), IgnoreStarting: m.yes("ignore starting"), Step: of(m, "scale step", 0, 1),
		CoolDown: of(m, "cool-down", 0, time.Second), Tolerance: of(m, "tolerance", 0, 0.1),
	}
	if a.Signal == model.ScaleUtilisation && a.Min < 1 {
		a.Signal = model.ScaleQueue
	}
	return a
}

// bitByBit draws how an action's rate rises, its size changes in steps, or its
// workers restart.
func (m maker) bitByBit(p *sim.Plan, a *model.Action) {
	if m.n("ramp", 0, 2) == 2 {
		a.Ramp = model.Ramp{From: of(m, "ramp from", 0.0, 30), To: of(m, "ramp to", 20.0, 3), Over: of(m, "ramp over", time.Second, 5*time.Second)}
	}
	if m.n("steps", 0, 2) == 2 {
		a.Steps = model.SizeSteps{Count: m.n("how many steps", 1, 5), Over: of(m, "steps over", time.Second, 4*time.Second)}
	}
	if a.Kind == model.DoRestart && p.Workers.Count == model.Unlimited {
		a.Kind = model.DoThrottle
	}
	if a.Kind == model.DoRestart {
		a.Restart = model.Restart{
			Grace: of(m, "grace", 0, 300*time.Millisecond, 5*time.Second), Down: of(m, "down", 0, 500*time.Millisecond),
			Rolling: of(m, "rolling", 0, 0.3), Requeue: m.yes("hands back"),
		}
	}
}
