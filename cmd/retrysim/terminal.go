package main

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"golang.org/x/term"
)

// isTerminal reports whether w is one.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// colored decides about colours on stdout: --color first, then NO_COLOR and
// TERM=dumb, then whether it is a terminal.
func (a *app) colored() bool {
	switch a.color {
	case "always":
		return true
	case "never":
		return false
	}
	if v, ok := a.env("NO_COLOR"); ok && v != "" {
		return false
	}
	if v, _ := a.env("TERM"); v == "dumb" {
		return false
	}
	return isTerminal(a.stdout)
}

// width is the number of columns of stdout. Where it is no terminal, COLUMNS
// says it, else it is 80, so that a pipe always gets the same bytes.
func (a *app) width() int {
	if f, ok := a.stdout.(*os.File); ok && isTerminal(f) {
		if columns, _, err := term.GetSize(int(f.Fd())); err == nil && columns > 0 {
			return columns
		}
	}
	text, _ := a.env("COLUMNS")
	if columns, err := strconv.Atoi(text); err == nil && columns > 0 {
		return columns
	}
	return 80
}

// say writes a line of narration to stderr with -v.
func (a *app) say(format string, args ...any) {
	if a.verbose {
		fmt.Fprintf(a.stderr, format+"\n", args...)
	}
}

// warn writes a warning to stderr.
func (a *app) warn(format string, args ...any) {
	fmt.Fprintf(a.stderr, "warning: "+format+"\n", args...)
}

// suggest keeps the likely next command for the end.
func (a *app) suggest(format string, args ...any) { a.next = fmt.Sprintf(format, args...) }

// wrapCommand breaks a line of more than helpWidth columns before its flags,
// with backslashes, so that it can still be copied into a shell. A single long
// word stays whole.
func wrapCommand(line string) string {
	var b strings.Builder
	column := 0
	for i, part := range strings.Split(line, " -") {
		if i > 0 {
			part = "-" + part
			if column+1+len(part)+len(" \\") > helpWidth {
				b.WriteString(" \\\n   ")
				column = 3
			}
			b.WriteByte(' ')
			column++
		}
		b.WriteString(part)
		column += len(part)
	}
	return b.String()
}

// progressBar draws on a terminal and does nothing elsewhere.
type progressBar struct {
	w    io.Writer // nil: not a terminal
	last int       // cells drawn
}

// progress begins a bar on stderr.
func (a *app) progress() *progressBar {
	if a.quiet || !isTerminal(a.stderr) {
		return &progressBar{}
	}
	return &progressBar{w: a.stderr, last: -1}
}

// progressCells is how wide the bar is.
const progressCells = 40

// step shows done of total.
func (p *progressBar) step(done, total int) {
	if p.w == nil || total <= 0 {
		return
	}
	cells := done * progressCells / total
	if cells == p.last {
		return
	}
	p.last = cells
	fmt.Fprintf(p.w, "\r[%s%s] %d of %d runs", strings.Repeat("#", cells), strings.Repeat(" ", progressCells-cells), done, total)
}

// clear removes the bar.
func (p *progressBar) clear() {
	if p.w != nil && p.last >= 0 {
		fmt.Fprintf(p.w, "\r%s\r", strings.Repeat(" ", progressCells+40))
	}
}
