package explain

import (
	"fmt"
	"time"

	"retrysim/reports"
	"retrysim/scenarios/lint/estimate"
	"retrysim/sim/model"
)

// autoscaleWords says how a number of workers or servers follows the load; each is
// what one of them does, and one the noun for it.
func autoscaleWords(a *model.Autoscale, one, each string) string {
	if !a.On() {
		return ""
	}
	text := fmt.Sprintf("An autoscaler looks every %s: %s, from %d to %d of them", estimate.Text(a.Every), signalWords(a, one, each), a.Min, a.Max)
	if a.Step > 0 {
		text += fmt.Sprintf(", at most %d more or fewer at a time", a.Step)
	}
	if a.Delay > 0 {
		text += fmt.Sprintf(". A new one is there after %s", estimate.Text(a.Delay))
		if a.IgnoreStarting {
			text += ", and is not counted until then: each look starts it again"
		}
	}
	if a.CoolDown > 0 {
		text += fmt.Sprintf(". Only what was not wanted for %s is stopped", estimate.Text(a.CoolDown))
	}
	if a.Tolerance > 0 {
		text += fmt.Sprintf(". A number that is %s off is let be", reports.Percent(a.Tolerance))
	}
	return text + "."
}

// signalWords says what an autoscaler wants.
func signalWords(a *model.Autoscale, one, each string) string {
	if a.Signal == model.ScaleUtilisation {
		return fmt.Sprintf("it wants as many as keep each %s busy for %s of the time", one, reports.Percent(a.Target))
	}
	what := each + "s that wait"
	if a.Signal == model.ScaleDepth {
		what += " or are in hand"
	}
	if a.CountsDelayed {
		what += ", those in backoff included"
	}
	if a.Target == 1 {
		return fmt.Sprintf("it wants a %s for each of the %s", one, what)
	}
	return fmt.Sprintf("it wants a %s for each %s of the %s", one, reports.Count(a.Target), what)
}

// rampWords says how a rate changes.
func rampWords(r *model.Ramp) string {
	return fmt.Sprintf("at a rate that goes from %s to %s over %s and stays", reports.Rate(r.From), reports.Rate(r.To), estimate.Text(r.Over))
}

// takesWords says at which rate jobs are taken, "" without a limit.
func takesWords(a *model.Action) string {
	switch {
	case a.Ramp.On():
		return ", " + rampWords(&a.Ramp)
	case a.Most > 0:
		return ", at most " + reports.Rate(a.Most)
	}
	return ""
}

// restartWords says how workers restart.
func restartWords(a *model.Action) string {
	r := &a.Restart
	who := "all workers are restarted"
	if a.Share < 1 {
		who = reports.Percent(a.Share) + " of the workers are restarted"
	}
	if r.Rolling > 0 {
		who += ", " + reports.Percent(r.Rolling) + " of them at a time"
	}
	end := ", what they have in hand is cut at once"
	if r.Grace > 0 {
		end = fmt.Sprintf(", each may end what it has in hand within %s", estimate.Text(r.Grace))
	}
	left := "what is cut stays locked until its lock runs out"
	if r.Requeue {
		left = "what is cut goes back into the queue"
	}
	return fmt.Sprintf("%s%s and each is gone for %s; %s", who, end, estimate.Text(r.Down), left)
}

// stepWords says in how many steps a size changes.
func stepWords(s *model.SizeSteps) string {
	if s.Count <= 1 {
		return ""
	}
	return fmt.Sprintf(" in %d steps over %s", s.Count, estimate.Text(s.Over))
}

// again counts the actions from i on that are one entry of the timeline, which
// happens each so long.
func (e *explainer) again(i int) (times int, every time.Duration) {
	all := e.p.Actions
	for times = 1; i+times < len(all) && all[i+times].Name == all[i].Name && all[i].Name != ""; times++ {
		every = all[i+1].At - all[i].At
	}
	return times, every
}
