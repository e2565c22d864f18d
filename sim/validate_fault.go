package sim

import (
	"fmt"

	"retrysim/sim/model"
)

// validateFaults reports what is wrong with a plan's faults.
func (p *Plan) validateFaults() []error {
	var errs []error
	scoped := 0
	for i := range p.Faults {
		f := &p.Faults[i]
		if f.Scoped() {
			scoped++
		}
		no := func(bad bool, format string, args ...any) {
			if bad {
				errs = append(errs, fmt.Errorf("sim: plan %s: fault %s "+format, append([]any{p.Row, f.Name}, args...)...))
			}
		}
		no(f.Start < 0 || f.End < f.Start, "ends before it starts")
		no(f.Kind >= model.FaultKinds, "is of kind %d, unknown", f.Kind)
		no(f.Target == model.TargetStation && !p.hasStations(f.Station, f.Shards), "has no dependency")
		kills := f.Kind == model.FaultCrash || f.Kind == model.FaultPoison
		no(kills && p.Workers.Count == model.Unlimited, "needs a number of workers")
		no(f.Scope.Share < 0 || f.Scope.Share > 1, "hits a share of %v, want 0 to 1", f.Scope.Share)
		no(f.Scoped() && f.Kind == model.FaultRateLimit, "is a rate limit, which holds for all calls")
		no(f.Scoped() && f.Kind == model.FaultCapacity && f.Factor == 0, "stops the servers for some calls only")
		no(f.While > 0 && f.Target != model.TargetStation, "is conditional and has no dependency")
		for _, t := range f.Scope.Types {
			no(t < 0 || t >= len(p.Types), "hits job type %d, which does not exist", t)
		}
		no(f.Kind == model.FaultDisconnect && (f.Scoped() || f.While > 0), "closes connections, whosever they are")
		no(f.Kind == model.FaultRateLimit && f.Limit.Kind == model.Concurrency && p.shapes(f),
			"counts calls at once where calls wait for a limit of their rate")
		no(f.Kind == model.FaultRateLimit && f.Limit.Validate() != nil, "%v", f.Limit.Validate())
		v := &f.Windows
		no(v.Times > 1 && v.Every <= f.End-f.Start, "comes again after %v, before it has ended", v.Every)
		no(v.Between.Set() != v.Lasts.Set(), "draws either how long it lasts or when, want both")
		no(v.Between.Set() && v.Times > 1, "both recurs and is drawn")
		no(v.RampIn < 0 || v.RampOut < 0, "has a negative ramp")
	}
	if scoped > maxScoped {
		errs = append(errs, fmt.Errorf("sim: plan %s: %d faults leave some calls out, want at most %d", p.Row, scoped, maxScoped))
	}
	return errs
}

// shapes reports whether calls wait for the rate limit of a station that a fault
// is aimed at.
func (p *Plan) shapes(at *model.Fault) bool {
	for station := range p.Stations {
		if !at.Hits(station) {
			continue
		}
		for i := range p.Faults {
			if f := &p.Faults[i]; f.Kind == model.FaultRateLimit && f.Hits(station) && f.Limit.Wait {
				return true
			}
		}
		if p.Stations[station].Limit.Wait {
			return true
		}
	}
	return false
}
