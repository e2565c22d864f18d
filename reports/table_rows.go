package reports

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"retrysim/sim/result"
)

// plural is "1 replication", "30 replications".
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fixed(float64(n), 0) + " " + noun + "s"
}

// itoa writes a seed.
func itoa(n uint64) string { return strconv.FormatUint(n, 10) }

// oneRow tells one row: how it retries, where its jobs ended, and its metrics
// by theme.
func (p *page) oneRow(r *result.Result) {
	row := &r.Policies[0]
	p.retrying(row)
	p.title("Jobs")
	p.para(ledgerSentence(row.Ledger), "  ", "    ")
	p.dropped(row)
	if r.Replications > 1 {
		p.para("(totals over "+plural(r.Replications, "replication")+")", "  ", "  ")
	}
	var cells [][]string
	heads := map[int]string{}
	for _, g := range metricGroups {
		lines := groupLines(r, row, g)
		if len(lines) > 0 {
			heads[len(cells)] = g.title
			cells = append(cells, lines...)
		}
	}
	if len(cells) == 0 {
		return
	}
	for i, l := range layout("  ", false, cells, nil) {
		if h, ok := heads[i]; ok {
			p.title(h)
		}
		p.line(l)
	}
}

// retrying says how the row retries each job type, attempts and retries both.
func (p *page) retrying(row *result.PolicyResult) {
	if len(row.Policies) == 0 && len(row.Settings) == 0 {
		return
	}
	p.title("Policy")
	for _, jp := range row.Policies {
		s := jp.Policy + ": " + attemptsWords(jp.MaxAttempts)
		if jp.JobType != "" {
			s = jp.JobType + ": " + s
		}
		if jp.Formula != "" {
			s += "; " + jp.Formula
		}
		p.para(s, "  ", "    ")
	}
	for _, s := range row.Settings {
		p.para(s, "  ", "    ")
	}
}

// attemptsWords states attempts and retries: "5 attempts = 4 retries".
func attemptsWords(maxAttempts *int) string {
	if maxAttempts == nil {
		return "no limit on attempts"
	}
	retries := "no retry"
	if *maxAttempts == 2 {
		retries = "1 retry"
	} else if *maxAttempts > 2 {
		retries = fixed(float64(*maxAttempts-1), 0) + " retries"
	}
	return plural(*maxAttempts, "attempt") + " = " + retries
}

// dropped says why jobs were dropped.
func (p *page) dropped(row *result.PolicyResult) {
	if s := droppedWords(row); s != "" {
		p.para(s, "  ", "    ")
	}
}

// droppedWords is "dropped: 100 dlq_off, 200 queue_full", reasons in order of
// their names, "" where nothing was dropped.
func droppedWords(row *result.PolicyResult) string {
	reasons := make([]string, 0, len(row.DroppedBy))
	for reason, n := range row.DroppedBy {
		if n != 0 {
			reasons = append(reasons, reason)
		}
	}
	sort.Strings(reasons)
	for i, reason := range reasons {
		reasons[i] = fixed(float64(row.DroppedBy[reason]), 0) + " " + reason
	}
	if len(reasons) == 0 {
		return ""
	}
	return "dropped: " + strings.Join(reasons, ", ")
}

// groupLines are the present metrics of a theme: name, value, long durations
// once more for people. Dead letters show their job types too.
func groupLines(r *result.Result, row *result.PolicyResult, g metricGroup) [][]string {
	var out [][]string
	for _, name := range g.names {
		for _, m := range row.Metrics {
			if m.Name == name || (g.title == "Dead letters" && strings.HasPrefix(m.Name, name+"[")) {
				aside := ""
				if m.Unit == "s" && m.Value != nil && *m.Value >= 120 {
					aside = "(" + Duration(*m.Value) + ")"
				}
				out = append(out, []string{clean(m.Name), withUnit(m, r, row), aside})
			}
		}
	}
	return out
}

// manyRows compares the rows: two lead metrics side by side per theme, one line
// per row; then every row's ledger.
func (p *page) manyRows(r *result.Result) {
	for _, b := range leadBlocks {
		p.block(r, b)
	}
	p.comparisonNote(r)
	p.pipeline(r)
	p.title("Jobs, totals over " + plural(r.Replications, "replication"))
	p.ledgers(r)
}

// pipeline states the settings without which the numbers cannot be read: those
// of the first row, then what the others have instead.
func (p *page) pipeline(r *result.Result) {
	first := r.Policies[0].Settings
	if len(first) == 0 {
		return
	}
	p.title("Pipeline")
	for _, s := range first {
		p.para(s, "  ", "    ")
	}
	for i := range r.Policies {
		for _, s := range r.Policies[i].Settings {
			if !slices.Contains(first, s) {
				p.para(clean(r.Policies[i].Name)+": "+s, "  ", "    ")
			}
		}
	}
}

// block writes one theme: its metrics side by side, or one below the other
// where the page is too narrow.
func (p *page) block(r *result.Result, b leadBlock) {
	var names []string
	for _, try := range b.columns {
		if name := pickMetric(r, try); name != "" {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return
	}
	if lines := p.blockLines(r, b.title, names); len(names) == 1 || p.fit(lines) {
		p.table(lines)
		return
	}
	for _, name := range names {
		p.table(p.blockLines(r, b.title, []string{name}))
	}
}

// blockLines lays out the named metrics, one line per row.
func (p *page) blockLines(r *result.Result, title string, names []string) []string {
	cells := [][]string{{title}}
	for i := range r.Policies {
		cells = append(cells, []string{clean(r.Policies[i].Name)})
	}
	for _, name := range names {
		for i, c := range p.metricColumn(r, name) {
			cells[i] = append(cells[i], c)
		}
	}
	p.fitNames(cells, nil)
	return layout("", true, cells, nil)
}

// metricColumn is one metric of all rows under its name: values right-aligned,
// differences left-aligned behind them.
func (p *page) metricColumn(r *result.Result, name string) []string {
	head := name
	if unit := unitOf(r, name); unit != "" && unit != "s" && unit != "/s" { // else the name says it
		head += " (" + unit + ")"
	}
	values, widest := make([]string, len(r.Policies)), 0
	for i := range r.Policies {
		values[i] = wordNoData
		if m, ok := r.Policies[i].Metrics.Get(name); ok {
			values[i] = plusMinus(m, r, &r.Policies[i])
		}
		widest = max(widest, columns(values[i]))
	}
	out := []string{head}
	for i, v := range values {
		d, verdict := delta(r, r.Policies[i].Name, name)
		if r.Policies[i].Name == baseline(r) {
			d, verdict = "baseline", ""
		}
		out = append(out, strings.Repeat(" ", widest-columns(v))+v+"  "+p.o.ink(verdictInk(verdict), d))
	}
	return out
}

// fit reports whether no line passes the page.
func (p *page) fit(lines []string) bool {
	for _, l := range lines {
		if columns(l) > p.o.width() {
			return false
		}
	}
	return true
}

// table writes lines, the first of them a heading, after an empty line.
func (p *page) table(lines []string) {
	p.title(lines[0])
	for _, l := range lines[1:] {
		p.line(l)
	}
}

// fitNames shortens the names in the first column, in their middle, until the
// block fits the page, and keeps them apart.
func (p *page) fitNames(cells [][]string, right []int) {
	widest := 0
	for _, l := range layout("", true, cells, right) {
		widest = max(widest, columns(l))
	}
	over := widest - p.o.width()
	if over <= 0 {
		return
	}
	longest := 0
	for _, c := range cells {
		longest = max(longest, columns(c[0]))
	}
	seen := map[string]bool{}
	for i, c := range cells {
		c[0] = shorten(c[0], max(8, longest-over))
		if seen[c[0]] { // the differing middle was cut: number the row instead
			c[0] = shorten("#"+fixed(float64(i), 0)+" "+c[0], max(8, longest-over))
		}
		seen[c[0]] = true
	}
}

// comparisonNote explains the marks of the comparison.
func (p *page) comparisonNote(r *result.Result) {
	if base := baseline(r); base != "" && r.Replications > 1 {
		p.line("")
		p.para("Differences are to "+base+" on the same random numbers; ~ means no difference shown.", "", "  ")
	}
}
