package explain

import (
	"math"
	"strings"
	"time"

	"retrysim/policies"
	"retrysim/reports"
	"retrysim/scenarios/lint/estimate"
	"retrysim/sim/model"
)

// load tells what comes to a dependency against what it serves: of one in shards
// to the shard that gets the most.
func (e *explainer) load(first int) {
	i := first
	if e.p.Stations[first].Shard.Count > 1 {
		i = estimate.Hottest(e.p, first)
	}
	w, clients := estimate.BehindAt(e.p, i), estimate.ClientRate(e.p, i)
	come := e.come(&w, clients)
	st := &e.p.Stations[i]
	if come == "" || st.Leg.Set() || st.Slot > 0 {
		e.loadOfChannel(st, come)
		return
	}
	name := st.Dependency()
	if i != first || st.Shard.Count > 1 {
		name = st.Name + ", the hottest shard"
	}
	capacity := estimate.Capacity(e.p, i)
	if math.IsInf(capacity, 1) {
		e.say("%s: %s, and nothing limits what it serves.", name, come)
		return
	}
	text := name + ": " + come + ", against " + reports.Rate(capacity)
	if w.Least < capacity {
		text += ", at worst " + reports.Rate(w.Least)
	}
	e.say("%s.%s", text, e.behindWords(i, &w))
}

// loadOfChannel tells what comes where no capacity can be set against it.
func (e *explainer) loadOfChannel(st *model.Station, come string) {
	if come == "" {
		come = "no first attempt comes"
	}
	e.say("%s: %s.", st.Dependency(), come)
}

// come says what arrives by itself: a mean, its peak, the largest burst, clients.
func (e *explainer) come(w *estimate.Behind, clients float64) string {
	var parts []string
	if n := w.Mean * e.p.Until.Seconds(); n > 0 && n < few {
		parts = append(parts, counts(n, "first attempt comes", "first attempts come")+" in all")
	} else if w.Mean > 0 {
		text := "first attempts come at " + reports.Rate(w.Mean)
		if w.Peak > 1.05*w.Mean {
			text += " in the mean and " + reports.Rate(w.Peak) + " at the peak"
		}
		parts = append(parts, text)
	}
	if w.AtOnce > 1 {
		parts = append(parts, about(w.AtOnce)+" calls at once at "+at(w.BurstAt))
	}
	if clients > 0 {
		parts = append(parts, "closed clients send up to "+reports.Rate(clients))
	}
	return estimate.List(parts)
}

// behindWords says by how much more comes than can be served, and what that
// does to callers who give up; "" where it is less than one call.
func (e *explainer) behindWords(i int, w *estimate.Behind) string {
	capacity := estimate.Capacity(e.p, i)
	if w.Most < 1.5 || capacity == 0 || e.squeezedAt(i, w.At) {
		return ""
	}
	most := twoDigits(w.Most)
	wait := estimate.Span(most / capacity * float64(time.Second))
	if wait < 10*time.Millisecond {
		return ""
	}
	text := " By " + at(w.At) + " it has got about " + about(most) + " calls more than it could serve, " + estimate.Text(wait) + " of its work"
	switch {
	case w.CaughtUp == policies.Longest:
		text += "."
	case w.CaughtUp > 0:
		text += "; retries aside, it has caught up at " + at(w.CaughtUp) + "."
	}
	return text + e.giveUpWords(i, w, wait)
}

// twoDigits rounds a guess.
func twoDigits(n float64) float64 {
	if n < 100 {
		return math.Round(n)
	}
	unit := math.Pow(10, math.Floor(math.Log10(n))-1)
	return math.Round(n/unit) * unit
}

// squeezedAt reports whether a fault fails calls of a station at a time, so that
// what comes then is told with the fault.
func (e *explainer) squeezedAt(station int, t time.Duration) bool {
	for i := range e.p.Faults {
		f := &e.p.Faults[i]
		stops := f.Kind == model.FaultRefuse || f.Kind == model.FaultCut || f.Kind == model.FaultRateLimit ||
			f.Kind == model.FaultError || f.Kind == model.FaultCapacity && f.Factor == 0
		if stops && f.Hits(station) && f.While == 0 && t >= f.Start && t < f.End {
			return true
		}
	}
	return false
}

// giveUpWords says what callers send who give up before such a wait is over.
func (e *explainer) giveUpWords(i int, w *estimate.Behind, wait time.Duration) string {
	var parts []string
	for t := range e.p.Types {
		policy := e.p.Policies[e.p.Types[t].Policy].Policy
		patience := estimate.Patience(&e.p.Types[t], policy)
		if estimate.Calls(e.p, t, i) == 0 || patience == 0 || wait <= patience {
			continue
		}
		parts = append(parts, e.p.Types[t].Name+" gives up a call after "+estimate.Text(patience)+", "+e.triesWords(t, w))
	}
	if len(parts) == 0 {
		return ""
	}
	return " Of those that wait " + strings.Join(parts, "; ") + "."
}

// triesWords says how often a job that times out is tried.
func (e *explainer) triesWords(t int, w *estimate.Behind) string {
	policy := e.p.Policies[e.p.Types[t].Policy].Policy
	n, limited := policy.Retries()
	switch {
	case !policy.Retryable.Matches(policies.Timeout, 0) || limited && n == 0:
		return "for good"
	case !limited:
		return "and tries again without end"
	case len(e.p.Types) == 1 && w.Peak > 0:
		return "and makes up to " + counted(n+1, "attempt", "attempts") + ": up to " + reports.Rate(w.Peak*float64(n+1))
	}
	return "and makes up to " + counted(n+1, "attempt", "attempts")
}
