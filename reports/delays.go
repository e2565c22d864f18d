package reports

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"

	"retrysim/sim/result"
)

// delayFormats is the catalogue of the formats of a DelayTable, in the order of
// the help.
var delayFormats = []struct {
	name  string
	write func(w io.Writer, t *result.DelayTable) error
}{
	{"table", writeDelayPage},
	{"json", func(w io.Writer, t *result.DelayTable) error { return writeJSON(w, noNulls(t)) }},
	{"yaml", func(w io.Writer, t *result.DelayTable) error { return writeYAML(w, noNulls(t)) }},
	{"csv", writeDelayCSV},
	{"md", writeDelayMarkdown},
}

// DelayFormats lists the names of the formats of a DelayTable.
func DelayFormats() []string {
	var names []string
	for _, f := range delayFormats {
		names = append(names, f.name)
	}
	return names
}

// WriteDelayTable writes one policy in the named format ("" is table): its
// formula, its limit as attempts and as retries, the wait before each retry,
// the longest total, notes, and what the linter says.
func WriteDelayTable(w io.Writer, t *result.DelayTable, format string) error {
	if format == "" {
		format = "table"
	}
	for _, f := range delayFormats {
		if f.name == format {
			return f.write(w, t)
		}
	}
	return unknownFormat(format, DelayFormats())
}

// noNulls is a copy of t whose lists are empty rather than null, since scripts
// walk them.
func noNulls(t *result.DelayTable) *result.DelayTable {
	c := *t
	if c.Delays == nil {
		c.Delays = []result.DelayRow{}
	}
	if c.Lint == nil {
		c.Lint = []result.LintFinding{}
	}
	return &c
}

// limitWords states the limit: "5 attempts = 4 retries", or that there is none,
// with the library's own default where it differs.
func limitWords(t *result.DelayTable) string {
	s := attemptsWords(t.MaxAttempts)
	d := t.DefaultMaxAttempts
	if d != nil && (t.MaxAttempts == nil || *d != *t.MaxAttempts) {
		s += "; the system's default is " + attemptsWords(d)
	}
	return s
}

// worstWords is the longest total wait.
func worstWords(t *result.DelayTable) string {
	if t.WorstCaseTotalMS == nil {
		return wordUnlimited
	}
	return Duration(*t.WorstCaseTotalMS / 1000)
}

// delayHead names the columns of the delay table.
var delayHead = []string{"retry", "nominal", "range", "mean", "mean in total", ""}

// delayCells are the waits for people, without the head.
func delayCells(t *result.DelayTable) [][]string {
	var cells [][]string
	total := 0.0
	for _, d := range t.Delays {
		nominal := "-"
		if d.NominalMS != nil {
			nominal = Duration(*d.NominalMS / 1000)
		}
		aside := ""
		if d.BeyondDefault {
			aside = "past the default limit"
		}
		total += d.MeanMS
		cells = append(cells, []string{
			strconv.Itoa(d.Retry), nominal, DurationRange(d.MinMS/1000, d.MaxMS/1000),
			Duration(d.MeanMS / 1000), Duration(total / 1000), aside,
		})
	}
	return cells
}

// delayFacts are the lines above the delays: label and text.
func delayFacts(t *result.DelayTable) [][2]string {
	facts := [][2]string{
		{"formula", t.Formula},
		{"limit", limitWords(t)},
		{"longest total wait", worstWords(t)},
		{"system", t.System},
		{"source", t.Source},
	}
	if t.Formula == "" { // a page without a delay law
		facts = facts[3:]
	}
	var out [][2]string
	for _, f := range facts {
		if f[1] != "" {
			out = append(out, f)
		}
	}
	return out
}

// writeDelayPage is the format "table": a page of 80 columns.
func writeDelayPage(w io.Writer, t *result.DelayTable) error {
	p := &page{w: w}
	p.line(clean(t.Name))
	if t.About != "" {
		p.para(t.About, "", "")
	}
	p.line("")
	for _, f := range delayFacts(t) {
		p.para(f[1], pad(f[0], 20), strings.Repeat(" ", 20))
	}
	p.line("")
	switch {
	case t.Formula == "":
	case len(t.Delays) == 0:
		p.line("No retry: the first failure is the last.")
	default:
		p.rows("", true, append([][]string{delayHead}, delayCells(t)...), 0, 1, 2, 3, 4)
	}
	p.delaySettings(t)
	for _, s := range t.Notes {
		p.line("")
		p.para(s, "", "")
	}
	if len(t.SeeAlso) > 0 {
		p.line("")
		p.para(strings.Join(t.SeeAlso, ", "), "see also: ", "  ")
	}
	if len(t.Lint) > 0 {
		p.line("")
	}
	for _, l := range t.Lint {
		p.para(lintSentence(l), "", "  ")
	}
	return p.err
}

// delaySettings lists every value and who set it.
func (p *page) delaySettings(t *result.DelayTable) {
	if len(t.Settings) == 0 {
		return
	}
	p.title("Settings")
	cells := [][]string{}
	for _, s := range t.Settings {
		cells = append(cells, []string{clean(s.Key), shorten(clean(s.Value), 30), shorten(clean(s.Origin), 22)})
	}
	p.rows("  ", false, cells)
}

// lintSentence is a remark of the linter, its severity first.
func lintSentence(l result.LintFinding) string {
	s := l.Severity + " " + l.Rule
	if l.Path != "" {
		s += " at " + l.Path
	}
	return s + ": " + l.Message
}

// writeDelayCSV is the format "csv": one line per retry, in milliseconds, what
// is null empty.
func writeDelayCSV(w io.Writer, t *result.DelayTable) error {
	c := csv.NewWriter(w)
	lines := [][]string{{"policy", "retry", "nominal_ms", "min_ms", "mean_ms", "max_ms", "mean_total_ms", "beyond_default"}}
	total := 0.0
	for _, d := range t.Delays {
		total += d.MeanMS
		lines = append(lines, []string{
			t.Name, strconv.Itoa(d.Retry), exact(d.NominalMS), exact(&d.MinMS), exact(&d.MeanMS), exact(&d.MaxMS),
			exact(&total), strconv.FormatBool(d.BeyondDefault),
		})
	}
	return c.WriteAll(lines)
}

// writeDelayMarkdown is the format "md".
func writeDelayMarkdown(w io.Writer, t *result.DelayTable) error {
	m := &markdown{page{w: w}}
	m.line("### " + mdText(t.Name))
	if t.About != "" {
		m.line("\n" + mdText(t.About))
	}
	m.line("")
	for _, f := range delayFacts(t) {
		m.line("- " + f[0] + ": " + mdText(f[1]))
	}
	m.line("")
	if len(t.Delays) == 0 {
		m.line("No retry: the first failure is the last.")
	} else {
		m.row(delayHead...)
		m.line("|--:|--:|--:|--:|--:|:--|")
	}
	for _, c := range delayCells(t) {
		m.row(c...)
	}
	for _, s := range t.Notes {
		m.line("\n" + mdText(s))
	}
	if len(t.SeeAlso) > 0 {
		m.line("\nSee also: " + mdText(strings.Join(t.SeeAlso, ", ")))
	}
	if len(t.Lint) > 0 {
		m.line("")
	}
	for _, l := range t.Lint {
		m.line("- " + mdText(lintSentence(l)))
	}
	return m.err
}
