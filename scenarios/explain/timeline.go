package explain

import (
	"fmt"
	"strings"
	"time"

	"retrysim/policies"
	"retrysim/reports"
	"retrysim/scenarios/lint/estimate"
	"retrysim/sim/model"
)

// timeline says what befalls whom, and what the operator does.
func (e *explainer) timeline() {
	e.title("What happens")
	if len(e.p.Faults)+len(e.p.Actions) == 0 {
		e.say("Nothing: no fault, no operator.")
	}
	for i := range e.p.Faults {
		f := &e.p.Faults[i]
		when := exactly(f.Start) + " to " + exactly(f.End)
		if f.Start == f.End {
			when = exactly(f.Start)
		}
		e.item(18, when, "%s: %s%s.", f.Name, e.faultWords(f), e.furthermore(f))
	}
	for i := 0; i < len(e.p.Actions); {
		a := &e.p.Actions[i]
		times, every := e.again(i)
		i += times
		if a.When.Set() {
			e.item(18, "on a condition", "%s: %s, %s.", a.Name, e.watchWords(&a.When), e.actionWords(a))
			continue
		}
		more := ""
		if times > 1 {
			more = fmt.Sprintf("; again every %s, %d times in all", estimate.Text(every), times)
		}
		e.item(18, exactly(a.At), "%s: %s%s.", a.Name, e.actionWords(a), more)
	}
}

// exactly is a time of the run as a file can give it, to the nanosecond where
// the usual way of telling times rounds it.
func exactly(t time.Duration) string {
	text := at(t)
	if same, err := policies.ParseDuration(text); err == nil && same == t {
		return text
	}
	return policies.FormatDuration(t)
}

// faultWords says what a fault does.
func (e *explainer) faultWords(f *model.Fault) string {
	to := ""
	if f.Target == model.TargetStation {
		to = e.p.TargetName(f.Station, f.Shards)
	}
	share := reports.Percent(f.Share)
	switch f.Kind {
	case model.FaultRefuse:
		text := fmt.Sprintf("%s answers every call with %d at once", to, f.Status)
		if f.Hint.Kind == model.HintSays {
			text += " and asks to come back after " + estimate.Text(f.Hint.After)
		}
		return text
	case model.FaultCut:
		if f.Loses {
			return "nothing gets through to " + to + " or back; what is on its way is lost"
		}
		return "nothing gets through to " + to + " or back; what is on its way is held and arrives when the cut ends"
	case model.FaultError:
		return fmt.Sprintf("of the calls to %s %s, after the full work", to, errorWords(f.Errors))
	case model.FaultLatency:
		return latencyWords(f, to)
	case model.FaultHang:
		held := "no server is held"
		if f.HoldsServe {
			held = "each holds a server until its caller gives up or the fault ends"
		}
		return fmt.Sprintf("%s of the calls to %s are never answered; %s", share, to, held)
	case model.FaultCapacity:
		return fmt.Sprintf("%s works at %s of its speed", to, reports.Percent(f.Factor))
	case model.FaultRateLimit:
		if !f.Limit.Wait {
			return fmt.Sprintf("%s allows %s and answers the others %d%s", to, limitWords(&f.Limit), f.Limit.Status, hintWords(&f.Limit))
		}
		return fmt.Sprintf("%s allows %s, %s", to, limitWords(&f.Limit), overWords(&f.Limit))
	case model.FaultResponseLost:
		return fmt.Sprintf("%s of the answers of %s are lost after the work is done", share, to)
	case model.FaultCrash:
		who := share + " of the workers die"
		if f.Share == 0 {
			who = counted(f.Count, "worker dies", "workers die")
		}
		if f.Drawn() && f.Restart == 0 {
			return who + " with what they hold, and are back at its end"
		}
		return fmt.Sprintf("%s with what they hold, and are back after %s", who, estimate.Text(f.Restart))
	case model.FaultParkFails:
		return share + " of the dead letters cannot be written: those jobs are lost"
	case model.FaultParkCut:
		return "the worker dies before it writes the dead letter, for " + share + " of them: those jobs are lost"
	case model.FaultReplayCut:
		return share + " of the replays are cut before the record is removed: those jobs run twice"
	}
	return e.moreFaultWords(f, to, share)
}

func errorWords(list []model.Outcome) string {
	var parts []string
	for _, o := range list {
		as := o.Class.String()
		if o.Status > 0 {
			as = fmt.Sprintf("%s (%d)", as, o.Status)
		}
		parts = append(parts, reports.Percent(o.Share)+" fail with "+as)
	}
	return estimate.List(parts)
}

// actionWords says what the operator does.
func (e *explainer) actionWords(a *model.Action) string {
	switch a.Kind {
	case model.DoReplay:
		return e.replayWords(a)
	case model.DoDiscard:
		return "the operator throws away " + e.matchWords(&a.Match)
	case model.DoPause:
		return "the operator pauses " + e.typeWords(a.Types) + ": they wait in the queue, what is in hand goes on"
	case model.DoResume:
		return "the operator resumes " + e.typeWords(a.Types) + takesWords(a)
	case model.DoThrottle:
		return "the operator throttles " + e.typeWords(a.Types) + takesWords(a)
	case model.DoRestart:
		return restartWords(a)
	case model.DoPurge:
		return "the operator drops every waiting job of " + e.typeWords(a.Types)
	case model.DoSwitch:
		text := reports.Percent(a.Share) + " of the jobs of " + e.typeWords(a.Types)
		return text + " are retried by policy " + e.p.Policies[a.Policy].Name + " from their next failure on"
	case model.DoDeadLetters:
		if a.Enabled {
			return "the operator turns dead-lettering on"
		}
		return "the operator turns dead-lettering off: what is given up is lost"
	case model.DoScale:
		return e.scaleWords(a)
	}
	panic(fmt.Sprintf("explain: no words for action kind %d", a.Kind))
}

// scaleWords says what size the operator gives to what.
func (e *explainer) scaleWords(a *model.Action) string {
	what, unit := "the workers", "workers"
	if a.Target == model.TargetStation {
		what, unit = e.p.TargetName(a.Station, a.Shards), "servers"
	}
	if a.Count > 0 {
		return fmt.Sprintf("the operator scales %s to %d %s%s", what, a.Count, unit, stepWords(&a.Steps))
	}
	return "the operator scales " + what + " to " + reports.Percent(a.Factor) + " of its size" + stepWords(&a.Steps)
}

// typeWords names the job types that an action is aimed at.
func (e *explainer) typeWords(types []int) string {
	if len(types) == len(e.p.Types) && len(types) > 1 {
		return "all job types"
	}
	var names []string
	for _, t := range types {
		names = append(names, e.p.Types[t].Name)
	}
	return estimate.List(names)
}

// watchWords says which condition an action waits for.
func (e *explainer) watchWords(w *model.Watch) string {
	what := map[model.WatchGauge]string{
		model.WatchQueue: "the queue", model.WatchDLQ: "the dead-letter queue", model.WatchInFlight: "the number of attempts in flight",
	}[w.Gauge]
	if w.Gauge == model.WatchDepth {
		what = "the number of calls at " + e.p.TargetName(w.Station, w.Shards)
	}
	if w.Below {
		return fmt.Sprintf("once %s is %d or less", what, w.Level)
	}
	return fmt.Sprintf("once %s is %d or more", what, w.Level)
}

func (e *explainer) replayWords(a *model.Action) string {
	text := "the operator replays " + e.matchWords(&a.Match)
	switch {
	case a.Ramp.On():
		text += " " + rampWords(&a.Ramp)
	case a.Rate > 0:
		text += " at " + reports.Rate(a.Rate)
	default:
		text += ", all at once"
	}
	text += portionWords(a)
	if a.Policy >= 0 {
		text += " under policy " + e.p.Policies[a.Policy].Name
	}
	return text + ", their attempts counted anew"
}

func (e *explainer) matchWords(m *model.Match) string {
	var parts []string
	if m.JobType >= 0 {
		parts = append(parts, "of type "+e.p.Types[m.JobType].Name)
	}
	if m.Error != "" {
		parts = append(parts, fmt.Sprintf("whose error says %q", m.Error))
	}
	if m.Class != "" {
		parts = append(parts, "of class "+m.Class)
	}
	if m.OlderThan > 0 {
		parts = append(parts, "older than "+estimate.Text(m.OlderThan))
	}
	if len(parts) == 0 {
		return "all dead letters"
	}
	return "the dead letters " + strings.Join(parts, ", ")
}
