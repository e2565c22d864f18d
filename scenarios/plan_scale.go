package scenarios

import (
	"time"

	"retrysim/sim/model"
)

var scaleSignals = map[string]model.ScaleSignal{
	"utilisation": model.ScaleUtilisation, "queue": model.ScaleQueue, "depth": model.ScaleDepth,
}

func (a *Autoscale) model() model.Autoscale {
	if a == nil {
		return model.Autoscale{}
	}
	return model.Autoscale{
		Signal: scaleSignals[a.Signal], Target: float64(a.Target), Every: a.Every, Delay: a.Delay, Min: a.Min, Max: a.Max,
		IgnoreStarting: !a.CountsStarting, CountsDelayed: a.CountsDelayed, Step: a.Step, CoolDown: a.CoolDown,
		Tolerance: float64(a.Tolerance),
	}
}

// sizeSteps is how many steps a scale takes that says nothing.
const sizeSteps = 10

// rollOut adds to an action what it does bit by bit.
func (e *Event) rollOut(a *model.Action) {
	if r := e.Ramp; r != nil {
		if a.Kind == model.DoScale {
			a.Steps = model.SizeSteps{Count: orElse(r.Steps, sizeSteps), Over: r.Over}
		} else {
			a.Ramp = model.Ramp{From: float64(r.From), To: float64(r.To), Over: r.Over}
		}
	}
	if a.Kind == model.DoRestart {
		a.Restart = model.Restart{Grace: e.Grace, Down: e.Down, Requeue: e.OnShutdown == "requeue"}
		if e.Rolling != nil {
			a.Restart.Rolling = float64(*e.Rolling)
		}
	}
}

// repeated are an action's times: one, or several.
func (e *Event) repeated(first time.Duration) []time.Duration {
	out := []time.Duration{first}
	for k := 1; k < e.Times; k++ {
		out = append(out, later(out[k-1], e.Every))
	}
	return out
}
