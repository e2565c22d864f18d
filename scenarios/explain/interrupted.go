package explain

import (
	"math"
	"strings"

	"retrysim/reports"
	"retrysim/scenarios/lint"
	"retrysim/scenarios/lint/estimate"
	"retrysim/sim/model"
	"retrysim/sim/result"
)

// cutShort tells how many attempts a fault of a moment, or one of the workers,
// finds in hand.
func (e *explainer) cutShort(f *model.Fault) {
	switch f.Kind {
	case model.FaultDisconnect:
		station := e.hottestOf(f)
		n, rate := f.Share*e.inFlight(station, 0), estimate.StationRate(e.p, station, 0, e.p.Until)
		if n < 1 {
			return
		}
		text := f.Name + ": about " + counts(math.Round(n), "call is", "calls are") + " in flight and fail together; their retries come beside " +
			reports.Rate(rate) + " of first attempts"
		if setup := e.p.Stations[station].Connections.SetupRate(); !math.IsInf(setup, 1) {
			text += ", all of which need a new connection, and " + reports.Rate(setup) + " can be set up"
		}
		e.say("%s.", text)
	case model.FaultCrash:
		if n := f.Share * e.inHand(); n >= 1 && f.Share > 0 {
			e.say("%s: about %s in hand, and cut.", f.Name, counts(math.Round(n), "attempt is", "attempts are"))
		}
	}
}

// inHand is how many attempts are in hand in the mean, by Little's law, waits
// left aside; at most one for each worker.
func (e *explainer) inHand() float64 {
	n := 0.0
	for t := range e.p.Types {
		n += float64(estimate.Rate(e.p, t, 0, e.p.Until) * estimate.Service(e.p, t).Seconds())
	}
	if workers := estimate.Workers(e.p); workers != model.Unlimited {
		n = min(n, float64(workers))
	}
	return n
}

// held tells what the operator's restarts cut, and what has gathered when a
// pause is over.
func (e *explainer) held() {
	for i := range e.p.Actions {
		a := &e.p.Actions[i]
		if a.When.Set() || a.At >= e.p.Horizon {
			continue
		}
		switch a.Kind {
		case model.DoRestart:
			if n := a.Share * e.inHand(); n >= 1 {
				then := "are cut and run again"
				if a.Restart.Grace > 0 {
					then = "have " + estimate.Text(a.Restart.Grace) + " to end"
				}
				e.say("%s: about %s in hand at %s and %s.", a.Name, counts(math.Round(n), "attempt is", "attempts are"), at(a.At), then)
			}
		case model.DoPause:
			e.gathered(i)
		}
	}
}

// gathered tells how many jobs come in a pause, up to the action that ends it.
func (e *explainer) gathered(pause int) {
	a := &e.p.Actions[pause]
	for i := pause + 1; i < len(e.p.Actions); i++ {
		b := &e.p.Actions[i]
		if b.Kind != model.DoResume || b.When.Set() || b.At <= a.At || !strings.EqualFold(e.typeWords(a.Types), e.typeWords(b.Types)) {
			continue
		}
		jobs, capacity := 0.0, math.Inf(1)
		for _, t := range a.Types {
			jobs += estimate.Jobs(e.p, t, a.At, b.At)
			capacity = min(capacity, estimate.JobCapacity(e.p, t))
		}
		if jobs < 1 {
			return
		}
		text := a.Name + ": about " + counts(jobs, "job", "jobs") + " of " + e.typeWords(a.Types) + " wait by " + at(b.At)
		switch {
		case b.Most > 0:
			text += "; at " + reports.Rate(b.Most) + " they begin over " + estimate.Text(estimate.Span(jobs/b.Most*1e9)) + ", later ones behind them"
		case !b.Ramp.On():
			text += " and can all begin then"
			if n := estimate.Workers(e.p); n != model.Unlimited && float64(n) < jobs {
				text = strings.TrimSuffix(text, " and can all begin then") + " and begin as fast as " + counted(n, "worker takes", "workers take") + " them"
			}
		}
		if !math.IsInf(capacity, 1) {
			text += ", against " + reports.Rate(capacity) + ": at least " + estimate.Text(estimate.Span(jobs/capacity*1e9)) + " of work"
		}
		e.say("%s.", text)
		return
	}
}

// sustaining are the rules that find an overload that outlives its cause.
var sustaining = map[string]bool{"metastable": true, "congestion-collapse": true, "shared-without-room": true}

// keepsAlive reports whether the linter finds that an overload of what a fault
// is aimed at can keep itself alive.
func (e *explainer) keepsAlive(f *model.Fault) bool {
	for _, found := range e.lint() {
		if !sustaining[found.Rule] {
			continue
		}
		if strings.HasPrefix(found.Path, "dependencies."+e.p.Stations[f.Station].Dependency()+".") {
			return true
		}
		for t := range e.p.Types {
			policy := "policies." + e.p.Policies[e.p.Types[t].Policy].Name + "."
			if strings.HasPrefix(found.Path, policy) && estimate.Struck(e.p, t, f) > 0 {
				return true
			}
		}
	}
	return false
}

// lint asks the linter once.
func (e *explainer) lint() []result.LintFinding {
	if !e.linted {
		e.found, e.linted = lint.Plan(e.p, e.o.Known...), true
	}
	return e.found
}

// coldCapacity is what the stations that a fault has stopped serve at first
// when it ends; 0 where they are as fast as ever.
func (e *explainer) coldCapacity(f *model.Fault) float64 {
	c := &e.p.Stations[f.Station].ColdStart
	stops := f.Kind == model.FaultRefuse || f.Kind == model.FaultCapacity && f.Factor == 0
	if !c.On() || !stops {
		return 0
	}
	return estimate.StruckCapacity(e.p, f) / c.Factor
}
