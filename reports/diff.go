package reports

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"retrysim/sim/result"
)

// diffFormats is the catalogue of the formats of a Diff.
var diffFormats = []struct {
	name  string
	write func(w io.Writer, d *result.Diff, o Options) error
}{
	{"table", func(w io.Writer, d *result.Diff, o Options) error { return writeDiff(w, d, o, false) }},
	{"wide", func(w io.Writer, d *result.Diff, o Options) error { return writeDiff(w, d, o, true) }},
	{"json", func(w io.Writer, d *result.Diff, _ Options) error { return writeJSON(w, d) }},
	{"yaml", func(w io.Writer, d *result.Diff, _ Options) error { return writeYAML(w, d) }},
	{"csv", writeDiffCSV},
	{"md", writeDiffMarkdown},
}

// DiffFormats lists the names of the formats of a Diff.
func DiffFormats() []string {
	var names []string
	for _, f := range diffFormats {
		names = append(names, f.name)
	}
	return names
}

// WriteDiff writes what differs between two results: settings first, then the
// outcome. table leaves out the metrics of single job types and effects, which
// wide has.
func WriteDiff(w io.Writer, format string, d *result.Diff, o Options) error {
	for _, f := range diffFormats {
		if f.name == format {
			return f.write(w, d, o)
		}
	}
	return unknownFormat(format, DiffFormats())
}

func writeDiff(w io.Writer, d *result.Diff, o Options, wide bool) error {
	p := &page{w: w, o: o}
	p.para("A: "+sideWords(d.A), "", "   ")
	p.para("B: "+sideWords(d.B), "", "   ")
	if d.Same {
		p.line("")
		p.line("Nothing differs: the same settings, the same numbers.")
		return p.err
	}
	p.diffSettings(d)
	p.diffLines(d)
	p.diffOutcome(d, wide)
	return p.err
}

// sideWords says which result it is.
func sideWords(s result.DiffSide) string {
	name := s.Name
	if s.ID != "" && s.ID != s.Name {
		name += " (" + s.ID + ")"
	}
	return fmt.Sprintf("%s, %s, seed %d, %s", name, s.Scenario, s.Seed, replicationWords(s.Replications))
}

func replicationWords(n int) string {
	if n == 1 {
		return "1 replication"
	}
	return strconv.Itoa(n) + " replications"
}

// diffSettings lists the settings, each value on lines of its own: formulas are
// long.
func (p *page) diffSettings(d *result.Diff) {
	p.title("Settings that differ")
	if len(d.Settings) == 0 && len(d.Scenario) == 0 {
		p.line("  none")
	}
	for _, s := range d.Settings {
		name := s.Setting
		if s.Policy != "" {
			name = s.Policy + ": " + name
		}
		p.para(name, "  ", "  ")
		p.para(orAbsent(s.A), "    A  ", "       ")
		p.para(orAbsent(s.B), "    B  ", "       ")
	}
}

func orAbsent(s *string) string {
	if s == nil {
		return "-"
	}
	return *s
}

// diffLines lists the lines of the scenario, A's with -, B's with +.
func (p *page) diffLines(d *result.Diff) {
	if len(d.Scenario) == 0 {
		return
	}
	p.title("Lines of the scenario that differ (- only in A, + only in B)")
	for _, l := range d.Scenario {
		sign := "-"
		if l.Side == "b" {
			sign = "+"
		}
		number := fmt.Sprintf("%4d ", l.Line)
		p.line(shorten("  "+sign+number+clean(l.Text), p.o.width()))
	}
}

// diffOutcome lists the metrics by row.
func (p *page) diffOutcome(d *result.Diff, wide bool) {
	p.title("Outcome that differs, B against A")
	if len(d.Outcome) == 0 {
		p.line("  nothing")
		return
	}
	left := 0
	for i := 0; i < len(d.Outcome); {
		row := d.Outcome[i].Policy
		cells := [][]string{{clean(row), "A", "B", "change"}}
		for ; i < len(d.Outcome) && d.Outcome[i].Policy == row; i++ {
			if m := &d.Outcome[i]; wide || !strings.Contains(m.Metric, "[") {
				cells = append(cells, []string{clean(m.Metric), diffValue(m.A, m.AHalf, m.ANever), diffValue(m.B, m.BHalf, m.BNever), diffChange(m)})
			} else {
				left++
			}
		}
		if len(cells) > 1 {
			p.rows("  ", true, cells, 1, 2)
		}
	}
	if left > 0 {
		p.line("")
		p.para(fmt.Sprintf("%d more of single job types and effects: -o wide shows them.", left), "", "")
	}
}

// diffValue is one side's value with its half-width.
func diffValue(v, half *float64, never bool) string {
	switch {
	case never:
		return wordNever
	case v == nil:
		return wordNoData
	case half == nil || *half <= 0:
		return number(*v, 0)
	}
	return number(*v, *half) + " ± " + number(*half, *half)
}

// diffChange is the change from A to B. Whether that is the good direction is
// said where the intervals do not overlap; less than that may be chance.
func diffChange(m *result.MetricDiff) string {
	if m.Difference == nil {
		return ""
	}
	s := "from 0"
	if m.Percent != nil {
		s = Change(*m.Percent)
	}
	switch down := *m.Difference < 0; {
	case m.Better == result.Neither || m.AHalf == nil || m.BHalf == nil || math.Abs(*m.Difference) <= *m.AHalf+*m.BHalf:
		return s
	case down == (m.Better == result.Lower):
		return s + " (better)"
	}
	return s + " (worse)"
}
