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
