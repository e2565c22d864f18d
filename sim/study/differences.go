package study

import (
	"fmt"
	"math"

	"retrysim/sim/stat"

	"retrysim/sim/result"
)

// topics are the metrics that a comparison speaks of, most important first,
// with their words.
var topics = []struct{ metric, words string }{
	{"unfinished", "jobs unfinished at the horizon a run"},
	{"given_up", "jobs given up a run"},
	{"lost", "jobs lost a run"},
	{"duplicate_effects", "effects applied again a run"},
	{"peak_after_fault_per_s", "peak after the fault"},
	{"time_to_recover_s", "time to recover"},
	{"backlog_clear_s", "time until the backlog is cleared"},
	{"done_p95_s", "time within which 95 % of all jobs are done"},
	{"peak_retries_per_s", "peak of retries"},
	{"wasted_attempts", "wasted attempts a run"},
}

// differences says, topic by topic, which row is shown to be better than the
// baseline and which worse.
func (s *study) differences() []result.Finding {
	var out []result.Finding
	for _, t := range topics {
		for _, text := range s.topic(t.metric, t.words) {
			out = append(out, result.Finding{Text: text, Metric: t.metric})
		}
	}
	out = append(out, s.undecided()...)
	if len(out) == 0 && s.done() > 1 {
		out = append(out, result.Finding{
			Text: "No difference shown to " + s.rows[s.Baseline].plan.Row + " in what dies, peaks, recovery and completion times; other metrics: -o wide.",
		})
	}
	return out
}

// undecided says in which topics the replications are too few to show anything.
func (s *study) undecided() []result.Finding {
	var out []result.Finding
	base := s.rows[s.Baseline]
	for _, t := range topics {
		for _, x := range s.rows {
			if c := contrastOf(x, base, t.metric); x != base && c.tooFew() {
				out = append(out, result.Finding{
					Text:   fmt.Sprintf("Too few replications to say in %s: %d pairs cannot show a difference by ranks; take 30.", t.words, c.n),
					Metric: t.metric,
				})
				break
			}
		}
	}
	return out
}

// judged is one row in one topic.
type judged struct {
	row *row
	cmp result.Comparison
	e   estimate
}

// topic gives up to two sentences: the best of the rows shown to be better
// than the baseline, the worst of those shown to be worse.
func (s *study) topic(metric, words string) []string {
	base := s.rows[s.Baseline]
	info := infoOf(s.catalogue, metric)
	from, ok := base.estimate(metric)
	if !ok || math.IsNaN(from.value) {
		return nil
	}
	if s.done() == 1 {
		if metric == "time_to_recover_s" {
			return nil // the verdict of each row says it
		}
		return s.sideBySide(metric, words, info)
	}
	var better, worse []judged
	for _, c := range s.compared {
		if c.Metric != metric {
			continue
		}
		j := judged{row: s.rowNamed(c.Policy), cmp: c}
		j.e, _ = j.row.estimate(metric)
		switch c.Verdict {
		case result.VerdictBetter:
			better = append(better, j)
		case result.VerdictWorse:
			worse = append(worse, j)
		}
	}
	var out []string
	if len(better) > 0 {
		best, second := firstTwo(better, info.Better == result.Lower)
		out = append(out, s.sentence(words, info, from, best)+s.apart(metric, best, second)+".")
	}
	if len(worse) > 0 {
		worst, _ := firstTwo(worse, info.Better != result.Lower)
		out = append(out, s.sentence("worse in "+words, info, from, worst)+".")
	}
	return out
}

// firstTwo are the rows with the lowest, or highest, values; of equals the
// first. second is nil when there is one row only.
func firstTwo(rows []judged, lowest bool) (first judged, second *judged) {
	before := func(a, b judged) bool {
		if lowest {
			return a.e.value < b.e.value
		}
		return a.e.value > b.e.value
	}
	first = rows[0]
	at := 0
	for i, j := range rows {
		if before(j, first) {
			first, at = j, i
		}
	}
	for i := range rows {
		if i != at && (second == nil || before(rows[i], *second)) {
			second = &rows[i]
		}
	}
	return first, second
}

// sentence sets one row against the baseline.
func (s *study) sentence(words string, info result.Info, from estimate, j judged) string {
	text := fmt.Sprintf("%s: %s with %s, %s with %s", capital(words),
		sayEstimate(&from, info.Unit), j.cmp.Against, sayEstimate(&j.e, info.Unit), j.cmp.Policy)
	if j.cmp.Difference == nil || j.cmp.CI95 == nil || !from.plain() || !j.e.plain() {
		return text // where never is among the runs, a difference of restricted means says little
	}
	change := plus(*j.cmp.Difference, say(*j.cmp.Difference, info.Unit))
	if j.cmp.Percent != nil {
		change = plus(*j.cmp.Percent, digits(*j.cmp.Percent)+"%")
	}
	ci := *j.cmp.CI95
	switch low, high := say(ci[0], info.Unit), say(ci[1], info.Unit); {
	case ci[1]-ci[0] <= noDifference*math.Abs(*j.cmp.Difference):
		change += ", the same in every run"
	case low != high:
		change += fmt.Sprintf(", 95 %% interval of the difference %s to %s", low, high)
	}
	return text + " (" + change + ")"
}

// plain reports whether the estimate is finite in all runs.
func (e *estimate) plain() bool { return !e.never && e.method != restrictedMethod }

// plus puts the sign before what grew.
func plus(v float64, text string) string {
	if v > 0 {
		return "+" + text
	}
	return text
}

// sayEstimate is a value in words.
func sayEstimate(e *estimate, unit string) string {
	switch {
	case e.never:
		return "never"
	case math.IsNaN(e.value):
		return "no value"
	case e.method == restrictedMethod:
		return "at least " + say(e.value, unit)
	}
	return say(e.value, unit)
}

// apart says of the best of several whether the runner-up is told apart from it.
func (s *study) apart(metric string, best judged, second *judged) string {
	if second == nil {
		return ""
	}
	if c := contrastOf(best.row, second.row, metric); c.p < stat.Alpha && c.shift != 0 {
		return fmt.Sprintf("; next is %s, at %s", second.row.plan.Row,
			sayEstimate(&second.e, infoOf(s.catalogue, metric).Unit))
	}
	return "; no difference shown between " + best.row.plan.Row + " and " + second.row.plan.Row
}

// sideBySide lists what one run of each row had, which shows no difference but
// is what happened.
func (s *study) sideBySide(metric, words string, info result.Info) []string {
	text, differ := capital(words)+", one run each:", false
	first, _ := s.rows[0].estimate(metric)
	for i, r := range s.rows {
		e, ok := r.estimate(metric)
		if !ok {
			return nil
		}
		if i > 0 {
			text += ","
		}
		text += " " + sayEstimate(&e, info.Unit) + " with " + r.plan.Row
		differ = differ || e.value != first.value
	}
	if !differ {
		return nil
	}
	return []string{text + "."}
}

// rowNamed is the row of that name, which must exist.
func (s *study) rowNamed(name string) *row {
	for _, r := range s.rows {
		if r.plan.Row == name {
			return r
		}
	}
	panic("study: no row " + name)
}
