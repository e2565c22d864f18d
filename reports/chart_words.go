package reports

import (
	"math"
	"regexp"
	"strings"

	"retrysim/sim/result"
)

// intervals are the parts of a finding that a title leaves to the table.
var intervals = regexp.MustCompile(`, 95 % interval [^)]*| \(95 % interval [^)]*\)|, the same in every run`)

// title is the finding that the chart shows.
func (l *chartLayout) title() string {
	switch {
	case l.o.Title != "":
		return clean(l.o.Title)
	case len(l.r.Findings) > 0:
		return strings.TrimSuffix(intervals.ReplaceAllString(clean(herdFinding(l.r).Text), ""), ".")
	}
	return clean(headline(l.r, l.h))
}

// herdFinding is the first finding about a peak, else the first of all. Of
// single runs side by side a finding only lists values: the first one.
func herdFinding(r *result.Result) result.Finding {
	for _, f := range r.Findings {
		if r.Replications == 1 && len(r.Policies) > 1 {
			break
		}
		if strings.HasPrefix(f.Metric, "peak_") {
			return f
		}
	}
	return r.Findings[0]
}

// headline is a finding from the drawn rates alone, for a result without one.
func headline(r *result.Result, h *herd) string {
	worst, best := -1, -1
	for i, row := range h.rows {
		if worst < 0 || row.peak > h.rows[worst].peak {
			worst = i
		}
		if best < 0 || row.peak < h.rows[best].peak {
			best = i
		}
	}
	switch {
	case worst < 0:
		return "The result has no rows"
	case h.rows[worst].silent:
		return "The result holds no series to draw"
	case h.rows[worst].peak == 0:
		return "No attempts: no job reached the dependency"
	}
	w := h.rows[worst]
	s := w.row.Name + " sends up to " + Rate(math.Round(w.peak)) + times(w)
	if b := h.rows[best]; b.peak < 0.95*w.peak {
		return s + "; " + b.row.Name + " up to " + Rate(math.Round(b.peak)) + times(b)
	}
	return s
}

// nothing says why a panel is empty.
func (row *herdRow) nothing() string {
	if row.silent {
		return "no series in this result"
	}
	return "no attempts"
}

// times is the peak in multiples of the capacity, if that is worth a word.
func times(row herdRow) string {
	if !(row.roof > 0) || row.peak < 1.05*row.roof {
		return ""
	}
	return ", " + significant(row.peak/row.roof, 2) + " times the capacity"
}

// subtitle states what the chart rests on.
func (l *chartLayout) subtitle() string {
	var parts []string
	if l.o.Subtitle != "" {
		parts = append(parts, clean(l.o.Subtitle))
	}
	if l.r.Partial {
		parts = append(parts, "PARTIAL: interrupted")
	}
	parts = append(
		parts, "Scenario "+clean(l.r.Scenario.Name)+", "+plural(l.r.Replications, "replication")+", seed "+itoa(l.r.Seed),
		"attempts per second in bins of "+Duration(l.h.step),
	)
	if l.h.cropped() && len(l.h.rows) > 0 {
		parts = append(parts, "showing "+Duration(l.h.from)+" to "+Duration(l.h.to)+" of "+Duration(l.h.whole))
	}
	if l.hidden > 0 {
		parts = append(parts, plural(l.hidden, "further row")+" not shown")
	}
	return strings.Join(parts, " · ")
}

// note is the line at the bottom.
func (l *chartLayout) note() string {
	tool := "retrysim " + l.r.Tool.Version + ", " + l.r.Tool.GOARCH + "."
	s := "One replication: how much of this is chance is not shown. " + tool
	if l.r.Replications > 1 {
		s = "Areas and lines are means over replications; their spread is chance in arrivals, service and jitter, not the assumption about the outage. " + tool
	}
	if w := l.r.PeakWindowMS / 1000; w > 0 {
		s = "Peaks in words are of any " + Duration(w) + "; bars are rates over " + Duration(l.h.step) + ". " + s
	}
	if l.h.clipped {
		s = "Peaks above the axis are cut and given as numbers. " + s
	}
	return clean(s)
}

// facts tells a panel's result in a few words, from the metrics.
func facts(r *result.Result, p *result.PolicyResult) string {
	var parts []string
	say := func(name, before, after string, write func(float64) string) {
		m, ok := p.Metrics.Get(name)
		switch {
		case !ok:
		case m.Value != nil && restricted(m):
			parts = append(parts, before+"≥ "+write(*m.Value)+after)
		case m.Value != nil:
			parts = append(parts, before+write(*m.Value)+after)
		case m.Never:
			parts = append(parts, before+wordNever+after)
		}
	}
	three := func(v float64) float64 { // no more digits than a picture bears
		if v < 100 {
			return v
		}
		return math.Round(v)
	}
	say("peak_retries_per_s", "retries peak at ", "", func(v float64) string { return Rate(three(v)) })
	if len(r.Faults) > 0 {
		say("time_to_recover_s", "recovery ", "", Duration)
	}
	say(pickMetric(r, []string{"given_up", "dead_lettered"}), "given up ", "", func(v float64) string { return Count(three(v)) })
	return strings.Join(parts, " · ")
}

// describe says in words what the chart shows, for those who cannot see it.
func (l *chartLayout) describe() string {
	s := l.subtitle() + ". One panel per row: first attempts and retries stacked, successes and capacity as lines."
	faults, actions, own := timelines(l.r)
	s += marksWords(faults, actions)
	for i, row := range l.h.rows {
		s += " " + clean(row.row.Name) + ": peak " + Rate(math.Round(row.peak)) + " at " + Duration(row.peakAt)
		if f := facts(l.r, row.row); f != "" {
			s += ", " + f
		}
		s += "."
		if more := marksWords(own[i].faults, own[i].actions); more != "" {
			s += " This row alone:" + more
		}
	}
	return s
}

// marksWords lists faults and actions in words.
func marksWords(faults []result.FaultWindow, actions []result.ActionMark) string {
	s := ""
	for _, f := range spansOf(faults) {
		s += " Fault " + f.name + " from " + Duration(f.from) + " to " + Duration(f.to) + "."
	}
	for _, a := range actions {
		s += " Action " + clean(a.Name) + " at " + Duration(a.AtMS/1000) + "."
	}
	return s
}
