package study

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"retrysim/sim/stat"

	"retrysim/sim/model"
)

// recovery says whether the row recovered after its last fault, and, where it
// did not, what sustains the collapse; "" for a plan without faults.
func (r *row) recovery() string {
	if len(r.plan.Faults) == 0 || r.done == 0 {
		return ""
	}
	var times []float64
	var sick []int // replications that did not recover
	for i, t := range r.values["time_to_recover_s"] {
		switch {
		case math.IsInf(t, 1):
			sick = append(sick, i)
		case !math.IsNaN(t):
			times = append(times, t)
		}
	}
	var parts []string
	switch {
	case len(times)+len(sick) == 0:
		return "nothing to recover from: no fault came, or it outlasted every job"
	case len(sick) == 0:
		parts = append(parts, r.allRecovered(times))
	default:
		parts = append(parts, notRecovered(times, sick), r.goodput(sick), r.goodputAlone(sick), r.sustaining(sick))
	}
	parts = append(parts, r.echoes())
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), "; ")
}

// allRecovered is the verdict over runs that all recovered.
func (r *row) allRecovered(times []float64) string {
	text := "recovered after " + say(median(times), "s")
	if median(times) == 0 {
		text = r.atOnce()
	}
	if r.finite() {
		text += ", when the last job settled"
	}
	if len(times) > 1 {
		text += fmt.Sprintf(" (median of %d runs)", len(times))
	}
	return text
}

// atOnce words a recovery by the end of the last fault. That may be long after
// the first began, since a plan can write a remedy as a fault too, and it may
// be bought with jobs that were given up.
func (r *row) atOnce() string {
	text := "recovered at once"
	if r.severalFaults() {
		first := r.plan.Faults[0].Start
		for i := range r.plan.Faults {
			first = min(first, r.plan.Faults[i].Start)
		}
		text = "recovered by the end of the last fault, " + say((lastFault(r.plan)-first).Seconds(), "s") + " after the first began"
	}
	all := make([]int, r.done)
	for i := range all {
		all[i] = i
	}
	dead, _ := r.over("given_up", all)
	var jobs int64
	for i := range r.ledgers {
		jobs += r.ledgers[i].Jobs
	}
	if share := dead * float64(r.done) / float64(jobs); jobs > 0 && share >= least {
		text += ", with " + percent(share) + " of the jobs given up"
	}
	return text
}

// severalFaults reports whether the plan's faults begin at different times,
// all known beforehand.
func (r *row) severalFaults() bool {
	apart := false
	for i := range r.plan.Faults {
		f := &r.plan.Faults[i]
		if f.Drawn() || f.While > 0 {
			return false
		}
		apart = apart || f.Start != r.plan.Faults[0].Start
	}
	return apart
}

// notRecovered is the verdict over runs of which some or all did not recover.
func notRecovered(times []float64, sick []int) string {
	switch n := len(times) + len(sick); {
	case n == 1:
		return "not within the horizon"
	case len(times) == 0:
		return fmt.Sprintf("not within the horizon in any of %d runs", n)
	default:
		return fmt.Sprintf("recovered after %s (median) in %d of %d runs, not within the horizon in %d",
			say(median(times), "s"), len(times), n, len(sick))
	}
}

// median is the middle value, or the mean of the two in the middle.
func median(xs []float64) float64 {
	s := slices.Sorted(slices.Values(xs))
	n := len(s)
	return (s[(n-1)/2] + s[n/2]) / 2
}

// over is a metric's mean over some replications, ok false where none of them
// has a value.
func (r *row) over(name string, replications []int) (v float64, ok bool) {
	var m stat.Moments
	for _, i := range replications {
		if all := r.values[name]; i < len(all) && !math.IsNaN(all[i]) {
			m.Add(all[i])
		}
	}
	return m.Mean, m.N > 0
}

// goodput sets what is completed against what comes.
func (r *row) goodput(sick []int) string {
	done, _ := r.over("goodput_after_fault_per_s", sick)
	come, ok := r.over("arrivals_after_fault_per_s", sick)
	switch {
	case !ok: // no time is left after the fault
		return "the last fault lasts to the end"
	case come == 0:
		return ""
	}
	return fmt.Sprintf("goodput %s of %s", say(done, "/s"), say(come, "/s"))
}

// goodputAlone says that goodput came back and the queue did not.
func (r *row) goodputAlone(sick []int) string {
	for _, i := range sick {
		if v := r.values["goodput_recover_s"]; i >= len(v) || math.IsInf(v[i], 1) {
			return ""
		}
	}
	done, _ := r.over("goodput_after_fault_per_s", sick)
	if come, ok := r.over("arrivals_after_fault_per_s", sick); ok && done < come/2 {
		return "" // ten good seconds that did not last
	}
	switch t, ok := r.over("goodput_recover_s", sick); {
	case !ok:
		return ""
	case t == 0:
		return "goodput is back at once, the queue is not"
	default:
		return fmt.Sprintf("goodput is back after %s, the queue is not", say(t, "s"))
	}
}

// sustaining says what the dependency's work goes into meanwhile.
func (r *row) sustaining(sick []int) string {
	var parts []string
	work, of := r.workWords()
	add := func(metric, words string) {
		v, ok := r.over(metric, sick)
		if !ok || v < least {
			return
		}
		if len(parts) == 0 {
			parts = append(parts, percent(v)+" of "+work+" "+words)
			return
		}
		parts = append(parts, percent(v)+of+words)
	}
	add("work_abandoned_share", "to "+r.abandonedWords(sick))
	add("work_repeated_share", "to retries")
	add("work_refused_share", "to refusals")
	add("work_first_useful_share", "to first attempts that succeed")
	return strings.Join(parts, ", ")
}

// least is the smallest share of the work that is worth a word.
const least = 0.005

// workWords are the words for the dependency's work, and for a further part of
// it, since the parts overlap.
func (r *row) workWords() (work, of string) {
	timed := slices.ContainsFunc(r.plan.Stations, func(s model.Station) bool { return s.Servers != model.Unlimited })
	switch {
	case !timed:
		return "the calls go", " of them "
	case len(r.plan.Stations) == 1:
		return r.plan.Stations[0].Name + "'s time goes", " of it "
	}
	return "the dependencies' time goes", " of it "
}

// abandonedWords tell calls whose caller is gone when their service begins from
// those whose caller leaves while it lasts: the latter look alive to a station
// that drops what has expired.
func (r *row) abandonedWords(sick []int) string {
	all, _ := r.over("work_abandoned_share", sick)
	left, _ := r.over("work_left_in_service_share", sick)
	switch {
	case left < least:
		return "calls whose caller has left"
	case left < 0.9*all:
		return "calls whose caller has left (" + percent(left) + " of it during the service)"
	}
	text := "calls that are still wanted when their service begins and no longer when it ends"
	if slices.ContainsFunc(r.plan.Stations, func(s model.Station) bool { return s.Drop == model.DropExpired }) {
		text += " (which drop: expired lets through)"
	}
	return text
}

// echoes says that retries come back again and again, where they do so in half
// of the runs or more.
func (r *row) echoes() string {
	all := make([]int, r.done)
	echoing := 0
	for i := range all {
		all[i] = i
		if v := r.values["echo_count"]; i < len(v) && v[i] > 0 {
			echoing++
		}
	}
	if 2*echoing < max(1, r.done) {
		return ""
	}
	period, _ := r.over("echo_period_s", all)
	count, _ := r.over("echo_count", all)
	decay, _ := r.over("echo_decay", all)
	return fmt.Sprintf("retries echo every %s, %s times, each peak %s of the one before", say(period, "s"), digits(count), percent(decay))
}

// tellEchoes is echoes as a sentence.
func tellEchoes(r *row) string {
	if text := r.echoes(); text != "" && len(r.plan.Faults) == 0 { // else the verdict on recovery has it
		return capital(text) + "."
	}
	return ""
}
