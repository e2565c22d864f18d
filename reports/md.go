package reports

import (
	"io"
	"strings"

	"retrysim/sim/result"
)

// WriteMarkdown writes a summary for a pull request: findings, one table of
// the lead metrics, verdicts, warnings, and the rest folded away.
func WriteMarkdown(w io.Writer, r *result.Result, _ Options) error {
	m := &markdown{page{w: w}}
	m.line("### retrysim: " + mdText(r.Scenario.Name))
	if r.Partial {
		m.line("\n**PARTIAL:** " + partialNote)
	}
	m.recovery(r)
	if len(r.Findings) > 0 {
		m.line("")
	}
	for _, f := range r.Findings {
		m.line("- " + mdText(f.Text))
	}
	m.thresholds(r)
	m.summary(r)
	if ws := allWarnings(r); len(ws) > 0 {
		m.line("\n**Warnings**\n")
		for _, x := range ws {
			m.line("- " + mdText(warningSentence(x)))
		}
	}
	m.details(r)
	return m.err
}

// markdown is a page of Markdown.
type markdown struct{ page }

// mdText makes a text safe inside Markdown and its tables.
func mdText(s string) string {
	return strings.NewReplacer(
		"&", "&amp;", "<", "&lt;", ">", "&gt;", "|", "\\|", "*", "\\*", "_", "\\_", "`", "\\`", "[", "\\[", "~", "\\~",
	).Replace(clean(s))
}

// mdCode is a name set in code type.
func mdCode(s string) string {
	return "`" + strings.NewReplacer("`", "'", "|", "\\|").Replace(clean(s)) + "`"
}

// row writes one table row.
func (m *markdown) row(cells ...string) { m.line("| " + strings.Join(cells, " | ") + " |") }

// rule writes the line under a table's head, the first column left-aligned.
func (m *markdown) rule(n int) {
	m.line("|:--" + strings.Repeat("|--:", n-1) + "|")
}

// thresholds is the table of verdicts.
func (m *markdown) thresholds(r *result.Result) {
	if len(r.Thresholds) == 0 {
		return
	}
	m.line("")
	m.row("verdict", "threshold", "row", "measured", "note")
	m.line("|:--|:--|:--|--:|:--|")
	for _, t := range r.Thresholds {
		m.row("**"+t.Verdict+"**", mdCode(t.Expression), mdText(t.Policy), measured(t), mdText(t.Note))
	}
}

// summary is the table of the lead metrics, one line per row.
func (m *markdown) summary(r *result.Result) {
	head := []string{"policy"}
	var names []string
	for _, b := range leadBlocks {
		for _, try := range b.columns {
			if name := pickMetric(r, try); name != "" {
				names, head = append(names, name), append(head, mdCode(name))
			}
		}
	}
	if len(names) == 0 || len(r.Policies) == 0 {
		return
	}
	m.line("")
	m.row(head...)
	m.rule(len(head))
	for i := range r.Policies {
		m.row(m.summaryRow(r, &r.Policies[i], names)...)
	}
	if base := baseline(r); base != "" {
		m.line("\nDifferences are to " + mdText(base) + " on the same random numbers; \\~ means no difference shown.")
	}
}

// summaryRow is one policy: value, and below it the difference.
func (m *markdown) summaryRow(r *result.Result, row *result.PolicyResult, names []string) []string {
	cells := []string{mdText(row.Name)}
	for _, name := range names {
		x, ok := row.Metrics.Get(name)
		if !ok {
			cells = append(cells, wordNoData)
			continue
		}
		cell := plusMinus(x, r, row)
		if d, _ := delta(r, row.Name, name); d != "" && row.Name != baseline(r) {
			cell += "<br>" + mdText(d)
		}
		cells = append(cells, cell)
	}
	return cells
}

// details folds away ledgers, all metrics and what the numbers rest on.
func (m *markdown) details(r *result.Result) {
	m.line("\n<details><summary>Jobs, all metrics, how this was measured</summary>\n")
	for i := range r.Policies {
		s := ledgerSentence(r.Policies[i].Ledger)
		if d := droppedWords(&r.Policies[i]); d != "" {
			s += " (" + d + ")"
		}
		m.line("- " + mdText(r.Policies[i].Name+": "+s))
	}
	names := metricNames(r)
	if len(names) > 0 {
		m.line("")
		head := []string{"metric", "unit"}
		for i := range r.Policies {
			head = append(head, mdText(r.Policies[i].Name))
		}
		m.row(head...)
		m.rule(len(head))
	}
	for _, name := range names {
		cells := []string{mdCode(name), unitOf(r, name)}
		for i := range r.Policies {
			s := ""
			if x, ok := r.Policies[i].Metrics.Get(name); ok {
				s = plusMinus(x, r, &r.Policies[i])
			}
			cells = append(cells, s)
		}
		m.row(cells...)
	}
	m.line("")
	for _, s := range footnotes(r) {
		m.line(mdText(s) + "  ")
	}
	m.line("\n</details>")
}
