package study

import (
	"fmt"
	"math"
	"slices"

	"retrysim/sim/result"
)

// findings are the sentences that the numbers support, most important first.
func (s *study) findings(out *result.Result) []result.Finding {
	switch {
	case out.Replications == 0:
		return nil
	case len(s.rows) == 1:
		return s.storyOf(s.rows[0])
	}
	return s.differences()
}

// storyOf tells what happened in one row.
func (s *study) storyOf(r *row) []result.Finding {
	var out []result.Finding
	for _, tell := range []struct {
		metric string
		words  func(*row) string
	}{
		{"given_up", tellDead},
		{"lost", tellLost},
		{"duplicate_effects", tellDuplicates},
		{"peak_retries_per_s", tellHerd},
		{"echo_count", tellEchoes},
		{"done_p95_s", tellDone},
		{"wasted_attempts", tellWaste},
	} {
		if text := tell.words(r); text != "" {
			out = append(out, result.Finding{Text: text, Metric: tell.metric})
		}
	}
	return out
}

// value is a metric's finite value, ok false where there is none.
func (r *row) value(name string) (v float64, e estimate, ok bool) {
	e, ok = r.estimate(name)
	return e.value, e, ok && number(e.value) != nil
}

// between writes the interval of an estimate, "" without one or where it has
// no width.
func between(e *estimate, unit string) string {
	if interval(e.lo, e.hi) == nil || e.lo == e.hi {
		return ""
	}
	return fmt.Sprintf(" (95 %% interval %s to %s)", say(e.lo, unit), say(e.hi, unit))
}

// tellHerd sets the peak of retries against the capacity.
func tellHerd(r *row) string {
	v, e, ok := r.value("peak_retries_per_s")
	switch {
	case !ok:
		return ""
	case v == 0:
		return "Nothing was retried."
	}
	text := "Retries peak at " + say(v, "/s") + between(&e, "/s")
	if !math.IsInf(r.capacity, 1) && r.capacity > 0 {
		text += fmt.Sprintf(", %s times the capacity of %s", digits(v/r.capacity), say(r.capacity, "/s"))
	}
	return text + "."
}

// finite reports whether no job arrives after the last fault: recovery is then
// the end of the work, whatever became of it.
func (r *row) finite() bool {
	i := slices.IndexFunc(r.bands, func(b *band) bool { return b.name == "arrivals" })
	if i < 0 {
		return false
	}
	after := int(lastFault(r.plan) / r.plan.Bin)
	for _, n := range r.bands[i].sum[min(after, len(r.bands[i].sum)):] {
		if n > 0 {
			return false
		}
	}
	return true
}

// perRun writes a total of the ledger as a share of the jobs and per run.
func (r *row) perRun(n int64) string {
	text := fmt.Sprintf("%s of jobs (%s of %s", percent(float64(n)/float64(r.total.Jobs)),
		digits(float64(n)/float64(r.done)), digits(float64(r.total.Jobs)/float64(r.done)))
	if r.done > 1 {
		text += " a run"
	}
	return text + ")"
}

// tellDead says how many jobs were given up.
func tellDead(r *row) string {
	l := r.total
	switch {
	case l.Jobs == 0:
		return "No job arrived."
	case l.DeadLettered > 0 && l.Failed > 0:
		return "Dead letters: " + r.perRun(l.DeadLettered) + "; failed in place: " + r.perRun(l.Failed) + "."
	case l.DeadLettered > 0:
		return "Dead letters: " + r.perRun(l.DeadLettered) + "."
	case l.Failed > 0:
		return "Failed for good, in place: " + r.perRun(l.Failed) + "."
	case l.Completed == l.Jobs:
		return fmt.Sprintf("All %s jobs completed.", digits(float64(l.Jobs)))
	}
	return ""
}

// tellLost says what nobody can bring back, and what was still going on.
func tellLost(r *row) string {
	l := r.total
	switch {
	case l.Dropped > 0:
		return "Lost for good: " + r.perRun(l.Dropped) + "."
	case l.Unfinished > 0:
		return "Still unfinished at the horizon: " + r.perRun(l.Unfinished) + "."
	case l.Expired > 0:
		return "Expired: " + r.perRun(l.Expired) + "."
	}
	return ""
}

// tellDuplicates says how often an effect was applied again.
func tellDuplicates(r *row) string {
	v, e, ok := r.value("duplicate_effects")
	if !ok || v == 0 {
		return ""
	}
	text := "Effects applied more than once: " + digits(v)
	if r.done > 1 {
		text += " a run"
	}
	return text + between(&e, "") + "."
}

// tellDone says how long jobs take, those that never complete included.
func tellDone(r *row) string {
	e, ok := r.estimate("done_p95_s")
	switch {
	case !ok || math.IsNaN(e.value):
		return ""
	case e.never:
		return "More than 5 % of all jobs never complete, so that no time covers 95 % of them."
	}
	return fmt.Sprintf("95 %% of all jobs are done within %s%s.", say(e.value, "s"), between(&e, "s"))
}

// tellWaste says which part of the attempts could not help.
func tellWaste(r *row) string {
	wasted, _, ok := r.value("wasted_attempts")
	attempts, _, known := r.value("attempts")
	if !ok || !known || wasted == 0 || attempts == 0 {
		return ""
	}
	return fmt.Sprintf("Wasted: %s of %s attempts (%s), in vain or answered to nobody.",
		digits(wasted), digits(attempts), percent(wasted/attempts))
}
