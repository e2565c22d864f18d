package reports

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"

	"retrysim/sim/result"
)

// writeDiffCSV writes one line a difference.
func writeDiffCSV(w io.Writer, d *result.Diff, _ Options) error {
	c := csv.NewWriter(w)
	records := [][]string{{"kind", "policy", "name", "unit", "a", "b"}}
	for _, s := range d.Settings {
		records = append(records, []string{"setting", s.Policy, s.Setting, "", textOf(s.A), textOf(s.B)})
	}
	for _, l := range d.Scenario {
		line := []string{"scenario line", "", strconv.Itoa(l.Line), "", l.Text, ""}
		if l.Side == "b" {
			line[4], line[5] = "", l.Text
		}
		records = append(records, line)
	}
	for i := range d.Outcome {
		m := &d.Outcome[i]
		records = append(records, []string{"metric", m.Policy, m.Metric, m.Unit, exactOrNever(m.A, m.ANever), exactOrNever(m.B, m.BNever)})
	}
	return c.WriteAll(records)
}

func textOf(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// exactOrNever is a value with all its digits.
func exactOrNever(v *float64, never bool) string {
	if never {
		return wordNever
	}
	return exact(v)
}

// writeDiffMarkdown writes it as two tables for a pull request.
func writeDiffMarkdown(w io.Writer, d *result.Diff, o Options) error {
	p := &page{w: w, o: o}
	p.line("A: " + mdText(sideWords(d.A)) + "  ")
	p.line("B: " + mdText(sideWords(d.B)))
	if d.Same {
		p.line("")
		p.line("Nothing differs.")
	}
	if len(d.Settings) > 0 {
		p.line("\n| setting | A | B |\n| --- | --- | --- |")
	}
	for _, s := range d.Settings {
		p.line("| " + mdText(strings.TrimPrefix(s.Policy+": "+s.Setting, ": ")) + " | " + mdText(orAbsent(s.A)) + " | " + mdText(orAbsent(s.B)) + " |")
	}
	if len(d.Outcome) > 0 {
		p.line("\n| row | metric | A | B | change |\n| --- | --- | ---: | ---: | --- |")
	}
	for i := range d.Outcome {
		m := &d.Outcome[i]
		p.line("| " + strings.Join([]string{mdText(m.Policy), mdText(m.Metric), diffValue(m.A, m.AHalf, m.ANever), diffValue(m.B, m.BHalf, m.BNever), diffChange(m)}, " | ") + " |")
	}
	return p.err
}
