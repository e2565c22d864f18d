package sim

import (
	"fmt"

	"retrysim/sim/model"
)

// maxLooks is the most looks of one autoscaler, up to the horizon.
const maxLooks = 10_000_000

// validateScale reports what is wrong with the plan's autoscalers.
func (p *Plan) validateScale() []error {
	var errs []error
	check := func(name string, a *model.Autoscale, count int) {
		err := a.Validate(count)
		switch {
		case !a.On():
		case count == model.Unlimited:
			err = fmt.Errorf("autoscale: unlimited already")
		case err == nil && int64(p.Horizon)/int64(a.Every) > maxLooks:
			err = fmt.Errorf("autoscale: looks every %v, want at most %d looks up to the horizon", a.Every, maxLooks)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("sim: plan %s: %s: %w", p.Row, name, err))
		}
	}
	check("workers", &p.Workers.Autoscale, p.Workers.Count)
	for i := range p.Stations {
		st := &p.Stations[i]
		check("dependency "+st.Name, &st.Autoscale, st.Servers)
		if a := &st.Autoscale; a.On() && (a.Min < 1 || a.CountsDelayed) {
			errs = append(errs, fmt.Errorf("sim: plan %s: dependency %s: autoscale: keeps %d servers or counts delayed jobs, want at least 1 and none",
				p.Row, st.Name, a.Min))
		}
	}
	return errs
}

// maxSteps is the most steps of an action's size.
const maxSteps = 10_000

// validateRamps sees to what an action does bit by bit.
func (p *Plan) validateRamps(a *model.Action, no func(bad bool, format string, args ...any)) {
	if a.Ramp.On() {
		err := a.Ramp.Validate()
		no(err != nil || a.Ramp.From+a.Ramp.To == 0, "action %s has a ramp from %v/s to %v/s over %v", a.Name, a.Ramp.From, a.Ramp.To, a.Ramp.Over)
	}
	no(a.Steps.Count < 0 || a.Steps.Count > maxSteps || a.Steps.Over < 0, "action %s takes %d steps over %v, want 0 to %d", a.Name,
		a.Steps.Count, a.Steps.Over, maxSteps)
	if a.Kind == model.DoRestart {
		r := &a.Restart
		no(p.Workers.Count == model.Unlimited, "action %s needs a number of workers", a.Name)
		no(a.Share < 0 || a.Share > 1 || r.Rolling < 0 || r.Rolling > 1, "action %s restarts %v of the workers, %v at a time, want 0 to 1",
			a.Name, a.Share, r.Rolling)
		no(r.Grace < 0 || r.Down < 0, "action %s has a grace of %v and is down for %v, want neither below 0", a.Name, r.Grace, r.Down)
	}
}
