package reports

import (
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// The colours of words on a terminal: the Okabe-Ito hues nearest in the
// 256-colour cube, readable on light and on dark ground.
const (
	inkBetter = "\x1b[38;5;36m"  // bluish green
	inkWorse  = "\x1b[38;5;166m" // vermillion
	inkDoubt  = "\x1b[38;5;172m" // orange
	inkFirst  = "\x1b[38;5;74m"  // sky blue
	inkReplay = "\x1b[38;5;175m" // reddish purple
	inkQuiet  = "\x1b[38;5;245m"
	inkBold   = "\x1b[1m"
	inkOff    = "\x1b[0m"
)

// ink colours s where the options allow it.
func (o Options) ink(code, s string) string {
	if !o.Color || s == "" || code == "" {
		return s
	}
	return code + s + inkOff
}

// clean makes a text from a scenario or a saved result safe to print: control
// characters, which a terminal would obey, become spaces.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == utf8.RuneError {
			return ' '
		}
		return r
	}, s)
}

// columns is the number of columns that s takes on a terminal.
func columns(s string) int { return text.StringWidthWithoutEscSequences(s) }

// shorten cuts the middle out of s so that it takes at most width columns.
func shorten(s string, width int) string {
	if columns(s) <= width {
		return s
	}
	r := []rune(s)
	for keep := len(r) - 1; keep > 1; keep-- {
		tail := keep / 2
		if out := string(r[:keep-tail]) + "…" + string(r[len(r)-tail:]); columns(out) <= width {
			return out
		}
	}
	return "…"
}

// wrap breaks a text into lines of at most width columns. The first line starts
// with first, the others with rest. A word that is longer than a line is cut.
func wrap(s string, width int, first, rest string) []string {
	var lines []string
	line, empty := first, true
	for _, word := range strings.Fields(clean(s)) {
		if !empty && columns(line)+1+columns(word) > width {
			lines, line, empty = append(lines, line), rest, true
		}
		for empty && columns(line)+columns(word) > width {
			cut := max(1, width-columns(line))
			r := []rune(word)
			for cut > 1 && columns(string(r[:min(cut, len(r))])) > width-columns(line) {
				cut--
			}
			cut = min(cut, len(r))
			lines, line, word = append(lines, line+string(r[:cut])), rest, string(r[cut:])
		}
		if !empty {
			line += " "
		}
		line, empty = line+word, false
	}
	if empty && len(lines) > 0 {
		return lines
	}
	return append(lines, line)
}

// page collects lines and the first error of its writer.
type page struct {
	w   io.Writer
	o   Options
	err error
}

// line writes one line without spaces at its end.
func (p *page) line(s string) {
	if p.err == nil {
		_, p.err = io.WriteString(p.w, strings.TrimRight(s, " ")+"\n")
	}
}

// para writes a wrapped paragraph.
func (p *page) para(s, first, rest string) {
	for _, l := range wrap(s, p.o.width(), first, rest) {
		p.line(l)
	}
}

// paraInk is para with the first word, a verdict or a label, in colour.
func (p *page) paraInk(code, word, s, rest string) {
	for i, l := range wrap(word+" "+s, p.o.width(), "", rest) {
		if i == 0 && strings.HasPrefix(l, word) {
			l = p.o.ink(code, word) + l[len(word):]
		}
		p.line(l)
	}
}

// title writes a heading after an empty line.
func (p *page) title(s string) {
	p.line("")
	p.line(p.o.ink(inkBold, s))
}

// rows writes cells in columns two spaces apart, indented by indent. The first
// row is a header where head is set. Columns named in right are right-aligned.
func (p *page) rows(indent string, head bool, cells [][]string, right ...int) {
	for _, l := range layout(indent, head, cells, right) {
		p.line(l)
	}
}

// layout lays out cells with go-pretty, stripped to what a pipe can bear.
func layout(indent string, head bool, cells [][]string, right []int) []string {
	t := table.NewWriter()
	style := table.StyleDefault
	style.Options = table.OptionsNoBordersAndSeparators
	style.Box.PaddingLeft, style.Box.PaddingRight = "", "  "
	style.Format = table.FormatOptions{Header: text.FormatDefault, Row: text.FormatDefault}
	t.SetStyle(style)
	var configs []table.ColumnConfig
	for _, n := range right {
		configs = append(configs, table.ColumnConfig{Number: n + 1, Align: text.AlignRight, AlignHeader: text.AlignRight})
	}
	t.SetColumnConfigs(configs)
	for i, cs := range cells {
		row := make(table.Row, len(cs))
		for k, c := range cs {
			row[k] = c
		}
		if head && i == 0 {
			t.AppendHeader(row)
		} else {
			t.AppendRow(row)
		}
	}
	lines := strings.Split(t.Render(), "\n")
	for i, l := range lines {
		lines[i] = indent + strings.TrimRight(l, " ")
	}
	return lines
}
