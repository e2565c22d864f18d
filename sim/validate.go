package sim

import (
	"errors"
	"fmt"
	"time"

	"retrysim/policies"
	"retrysim/sim/model"
	"retrysim/sim/result"
)

// The limits of a plan. Every one is far beyond what a run can play.
const (
	MaxBins     = 1_000_000 // of a series, up to the horizon
	MaxTime     = 30 * 365 * 24 * time.Hour
	maxTypes    = 200
	maxStations = 200
	maxPolicies = 250
	maxJobs     = 2e9 // half an hour of computing at a microsecond a job
)

// Validate reports every reason why the plan cannot run, joined. Scenario
// files are checked with positions before they become plans; this is the last
// guard for plans made by programs.
func (p *Plan) Validate() error {
	var errs []error
	no := func(bad bool, format string, args ...any) {
		if bad {
			errs = append(errs, fmt.Errorf("sim: plan %s: "+format, append([]any{p.Row}, args...)...))
		}
	}
	no(p.Until < 0 || p.Until > MaxTime, "until is %v, want 0 to 30 years", p.Until)
	no(p.Horizon < p.Until || p.Horizon > MaxTime, "horizon is %v, want until (%v) to 30 years", p.Horizon, p.Until)
	no(p.Bin <= 0 || int64(p.Horizon)/max(1, int64(p.Bin)) > MaxBins, "bin is %v, want more than 0 and at most %d bins up to the horizon", p.Bin, MaxBins)
	no(p.Window <= 0, "peak window is %v, want more than 0", p.Window)
	no(len(p.Types) == 0 || len(p.Types) > maxTypes, "%d job types, want 1 to %d", len(p.Types), maxTypes)
	no(len(p.Stations) == 0 || len(p.Stations) > maxStations, "%d dependencies, want 1 to %d", len(p.Stations), maxStations)
	no(len(p.Policies) == 0 || len(p.Policies) > maxPolicies, "%d policies, want 1 to %d", len(p.Policies), maxPolicies)
	p.validateQueue(no)
	p.validateWorkers(no)
	no(p.Queue.Order == model.Shared, "the queue is shared, which only servers can be")
	for i := range p.Stations {
		if err := p.Stations[i].Validate(); err != nil {
			errs = append(errs, fmt.Errorf("sim: plan %s: dependency %s: %w", p.Row, p.Stations[i].Name, err))
		}
	}
	p.validateKeys(no)
	for t := range p.Types {
		errs = append(errs, p.validateType(&p.Types[t])...)
	}
	jobs, together := p.expectedJobs()
	no(jobs > maxJobs, "about %.3g jobs are to come, want at most %.0g; let fewer come, or shorten until", jobs, maxJobs)
	no(together > mostAlive, "%.3g jobs are to come at one instant, want at most %d", together, mostAlive)
	errs = append(errs, p.validateFaults()...)
	errs = append(errs, p.validateScale()...)
	p.validateDead(no)
	p.validateParked(no)
	for i := range p.Actions {
		p.validateAction(&p.Actions[i], no)
	}
	return errors.Join(errs...)
}

func (p *Plan) validateAction(a *model.Action, no func(bad bool, format string, args ...any)) {
	no(a.Kind >= model.Actions, "action %s is of an unknown kind", a.Name)
	no(a.Policy >= len(p.Policies) || (a.Kind == model.DoSwitch && a.Policy < 0), "action %s has no policy", a.Name)
	for _, t := range a.Types {
		no(t < 0 || t >= len(p.Types), "action %s is aimed at no job type", a.Name)
	}
	if a.Kind == model.DoScale {
		no(a.Target == model.TargetWorkers && p.Workers.Count == model.Unlimited, "action %s needs a number of workers", a.Name)
		no(a.Target == model.TargetStation && !p.hasStations(a.Station, a.Shards), "action %s has no dependency", a.Name)
		no(a.Factor <= 0 && a.Count <= 0, "action %s scales to nothing", a.Name)
	}
	p.validateRamps(a, no)
	no(a.Batch < 0, "action %s has batches of %d", a.Name, a.Batch)
	no(a.When.Set() && a.When.Gauge == model.WatchDepth && !p.hasStations(a.When.Station, a.When.Shards),
		"action %s looks at no dependency", a.Name)
}

func (p *Plan) validateType(t *model.JobType) []error {
	var errs []error
	no := func(bad bool, format string, args ...any) {
		if bad {
			errs = append(errs, fmt.Errorf("sim: plan %s: job type %s: "+format, append([]any{p.Row, t.Name}, args...)...))
		}
	}
	no(len(t.Steps) == 0 || len(t.Steps) > MaxSteps, "%d calls an attempt, want 1 to %d", len(t.Steps), MaxSteps)
	for _, s := range t.Steps {
		no(!p.hasRoutes(&s), "step %s calls no dependency", s.Name)
	}
	no(t.Validate() != nil, "%v", t.Validate())
	no(t.Policy < 0 || t.Policy >= len(p.Policies), "no policy")
	if err := t.Budget.Validate(); err != nil {
		no(true, "%v", err)
	}
	no(t.Replayable < 0 || t.Replayable > 1, "replayable is %v, want 0 to 1", t.Replayable)
	if t.Size != nil {
		no(t.Size.Validate() != nil, "size: %v", t.Size.Validate())
	}
	for _, s := range t.Sources {
		no(s.Clients == 0 && s.Arrivals.Arrivals == nil, "source %s has no arrivals", s.Name)
	}
	return errs
}

// warnings are the doubts about one run.
func (w *world) warnings(o *Outcome) []result.Warning {
	var out []result.Warning
	if o.Ledger.Jobs == 0 {
		out = append(out, result.Warning{Code: "no_jobs", Message: "no job arrived: there is nothing to measure"})
	}
	if n := o.Ledger.Unfinished; n > 0 && !o.Partial {
		out = append(out, result.Warning{
			Code:    "unfinished",
			Message: "jobs were still alive at the horizon of " + policies.FormatDuration(w.plan.Horizon) + " and count as unfinished",
		})
	}
	return out
}

// expectedJobs is about how many jobs come in all, and the most that come at
// one instant. Rates are looked at in a thousand places, except where a process
// counts its jobs itself.
func (p *Plan) expectedJobs() (all, together float64) {
	const steps = 1000
	each := func(s *model.Source) {
		switch a := s.Arrivals.Arrivals.(type) {
		case nil: // closed clients: their pace is that of the answers
		case model.Burst:
			all, together = all+float64(a.Jobs), max(together, float64(a.Jobs))
		case *model.Burst:
			all, together = all+float64(a.Jobs), max(together, float64(a.Jobs))
		case model.Counted:
			all += a.Count(0, p.Until)
		default:
			for i := range steps {
				all += a.Mean(p.Until/steps*time.Duration(i)) * (p.Until / steps).Seconds()
			}
		}
	}
	for t := range p.Types {
		for i := range p.Types[t].Sources {
			each(&p.Types[t].Sources[i])
		}
	}
	for i := range p.Common {
		each(&p.Common[i])
	}
	if p.JobLimit > 0 {
		all, together = min(all, float64(p.JobLimit)), min(together, float64(p.JobLimit))
	}
	return all, together
}
