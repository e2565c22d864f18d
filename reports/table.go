package reports

import (
	"io"
	"strings"

	"retrysim/sim/result"
)

// WriteTable writes what matters of r on a page of Options.Width columns:
// whether it recovers by itself, the findings in words, the ledger that adds up, the lead metrics with their
// intervals, thresholds, warnings and what is needed to trust and repeat them.
// One row is told by theme, several rows are compared with the baseline.
func WriteTable(w io.Writer, r *result.Result, o Options) error {
	p := &page{w: w, o: o}
	p.heading(r)
	p.recovery(r)
	if o.Verb == "check" {
		p.check(r)
		return p.err
	}
	p.findings(r)
	switch len(r.Policies) {
	case 0:
		p.title("No rows")
	case 1:
		p.oneRow(r)
	default:
		p.manyRows(r)
	}
	p.thresholds(r)
	p.warnings(r)
	p.footer(r)
	return p.err
}

// check writes the thresholds only, and the verdict over all of them last,
// where a log's reader looks first.
func (p *page) check(r *result.Result) {
	p.thresholds(r)
	p.warnings(r)
	p.footer(r)
	p.line("")
	word, text := overall(r.Thresholds)
	for i, l := range wrap(text, p.o.width(), word+": ", "  ") {
		if i == 0 {
			l = p.o.ink(verdictInk(strings.ToLower(word)), word) + strings.TrimPrefix(l, word)
		}
		p.line(l)
	}
}

// overall is the verdict over all thresholds, in a word and in numbers.
func overall(all []result.Threshold) (word, text string) {
	var fail, open int
	for _, t := range all {
		switch t.Verdict {
		case result.VerdictFail:
			fail++
		case result.VerdictInconclusive:
			open++
		}
	}
	n := plural(len(all), "threshold")
	switch {
	case len(all) == 0:
		return "INCONCLUSIVE", "there is no threshold to judge"
	case fail > 0 && open > 0:
		return "FAIL", fixed(float64(fail), 0) + " of " + n + " fail, " + fixed(float64(open), 0) + " cannot be called"
	case fail > 0:
		return "FAIL", fixed(float64(fail), 0) + " of " + n + " fail"
	case open > 0:
		return "INCONCLUSIVE", fixed(float64(open), 0) + " of " + n + " cannot be called, none fails"
	}
	if len(all) == 1 {
		return "PASS", n + " holds"
	}
	return "PASS", "all " + n + " hold"
}

// heading names the scenario and its overrides, and says if r is partial.
func (p *page) heading(r *result.Result) {
	s := clean(r.Scenario.Name)
	if len(r.Policies) == 1 {
		s += ": " + clean(r.Policies[0].Name)
	}
	for i, l := range wrap(s, p.o.width(), "", "  ") {
		if i == 0 {
			l = p.o.ink(inkBold, l)
		}
		p.line(l)
	}
	if r.Partial {
		p.paraInk(inkDoubt, "PARTIAL:", partialNote, "  ")
	}
}

// partialNote says what an interrupted result holds.
const partialNote = "interrupted; this holds the replications that were done."

// findings writes the sentences that the numbers support.
func (p *page) findings(r *result.Result) {
	if len(r.Findings) == 0 {
		return
	}
	p.line("")
	for _, f := range r.Findings {
		p.para(f.Text, "", "  ")
	}
}

// thresholds writes one line per judged expression, its verdict first.
func (p *page) thresholds(r *result.Result) {
	if len(r.Thresholds) == 0 {
		return
	}
	p.title("Thresholds")
	for _, t := range r.Thresholds {
		for i, l := range wrap(thresholdSentence(t), p.o.width(), pad(t.Verdict, 14), "              ") {
			if i == 0 {
				l = p.o.ink(verdictInk(t.Verdict), t.Verdict) + strings.TrimPrefix(l, t.Verdict)
			}
			p.line(l)
		}
	}
}

// pad fills s with spaces up to width columns.
func pad(s string, width int) string { return s + strings.Repeat(" ", max(0, width-columns(s))) }

// thresholdSentence is a threshold after its verdict.
func thresholdSentence(t result.Threshold) string {
	s := t.Expression
	if t.Policy != "" {
		s = t.Policy + ": " + s
	}
	s += ", measured " + measured(t)
	if t.Note != "" {
		s += "; " + t.Note
	}
	return s
}

// measured is the value that a threshold judged, with its interval.
func measured(t result.Threshold) string {
	if t.Measured == nil {
		return "no value"
	}
	if t.CI95 == nil {
		return number(*t.Measured, 0)
	}
	half := max(t.CI95[1]-*t.Measured, *t.Measured-t.CI95[0])
	return number(*t.Measured, half) + " [" + number(t.CI95[0], half) + ", " + number(t.CI95[1], half) + "]"
}

// allWarnings are the warnings of the result, then those of its rows that it
// does not repeat.
func allWarnings(r *result.Result) []result.Warning {
	out := append([]result.Warning(nil), r.Warnings...)
	seen := map[result.Warning]bool{}
	for _, w := range out {
		seen[w] = true
	}
	for i := range r.Policies {
		for _, w := range r.Policies[i].Warnings {
			if w.Policy == "" {
				w.Policy = r.Policies[i].Name
			}
			if !seen[w] {
				seen[w], out = true, append(out, w)
			}
		}
	}
	return out
}

// warningSentence is a warning with its row and code.
func warningSentence(w result.Warning) string {
	s := w.Message
	if w.Policy != "" {
		s = w.Policy + ": " + s
	}
	if w.Code != "" {
		s += " (" + w.Code + ")"
	}
	return s
}

// warnings writes the doubts about the numbers.
func (p *page) warnings(r *result.Result) {
	all := allWarnings(r)
	if len(all) == 0 {
		return
	}
	p.title("Warnings")
	for _, w := range all {
		p.paraInk(inkDoubt, "!", warningSentence(w), "  ")
	}
}

// footer says what the numbers rest on.
func (p *page) footer(r *result.Result) {
	p.line("")
	for _, s := range footnotes(r) {
		p.para(s, "", "  ")
	}
}

// intervalNote says what ± means and what it does not cover.
func intervalNote(replications int) string {
	if replications < 2 {
		return "One replication: no intervals. Use -n 30 to see how much chance there is in these numbers, " +
			"and remember that none of it covers the assumption about the outage."
	}
	return "± and [ ] are 95 % intervals over replications: they cover chance in arrivals, service and jitter, " +
		"not the assumption about the outage."
}

// footnotes are the sentences under every report.
func footnotes(r *result.Result) []string {
	notes := []string{intervalNote(r.Replications)}
	if marks := restrictedNote(r); marks != "" {
		notes = append(notes, marks)
	}
	load := r.Load
	switch load {
	case "open":
		load = "open load (arrivals wait for nobody)"
	case "closed":
		load = "closed load (clients wait for their answer)"
	case "mixed":
		load = "mixed open and closed load"
	}
	s := "Peaks over sliding windows of " + Duration(r.PeakWindowMS/1000) + "; " + plural(r.Replications, "replication") + ", seed " + itoa(r.Seed)
	if load != "" {
		s += ", " + load
	}
	s += ", retrysim " + r.Tool.Version + " on " + r.Tool.GOARCH + "."
	return append(notes, s, digests(r))
}

// restrictedNote explains ">=".
func restrictedNote(r *result.Result) string {
	for i := range r.Policies {
		for _, m := range r.Policies[i].Metrics {
			if m.Value != nil && restricted(m) {
				return ">= marks a mean cut off at the horizon, since not every replication got there: the true one is larger."
			}
		}
	}
	return ""
}

// digests names scenario and plans in short.
func digests(r *result.Result) string {
	s := "Scenario " + short(r.Scenario.Digest)
	for i, p := range r.Policies {
		s += map[bool]string{true: "; plans ", false: ", "}[i == 0] + p.Name + " " + short(p.PlanDigest)
	}
	return s + "."
}

// short is the first eight characters of a digest.
func short(digest string) string {
	if digest == "" {
		return "without digest"
	}
	if _, rest, ok := strings.Cut(digest, ":"); ok { // "sha256:..."
		digest = rest
	}
	return digest[:min(8, len(digest))]
}
