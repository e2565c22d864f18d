package scenarios

import (
	"fmt"
	"slices"
	"strings"
)

// Pos is a place in a scenario's text, or in the text of an override.
type Pos struct {
	File   string // the file's name, or where an override comes from
	Line   int    // from 1
	Column int    // from 1, in characters
	width  int    // characters of the token there
	src    *source
}

// String is file:line:column; an override has no line and prints as its origin.
func (p Pos) String() string {
	if p.src != nil && p.src.origin {
		return p.File
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// source is a text that positions point into.
type source struct {
	name   string
	lines  []string
	origin bool // an override: its name is text enough
	turn   int  // of an override among the others
}

func newSource(name, text string) *source {
	return &source{name: name, lines: strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")}
}

func (s *source) at(line, column, width int) Pos {
	return Pos{File: s.name, Line: line, Column: column, width: width, src: s}
}

// line is the text of a line, "" where there is none.
func (s *source) line(n int) string {
	if s == nil || n < 1 || n > len(s.lines) {
		return ""
	}
	return s.lines[n-1]
}

// Error is one mistake in a scenario.
type Error struct {
	Pos   Pos
	Path  string // keys from the top, joined by dots; "" is the file itself
	Wrong string // what is wrong
	Right string // what would be right; "" where that is plain
}

// Headline is the error without its excerpt: position, path, what is wrong and
// what would be right.
func (e *Error) Headline() string {
	var b strings.Builder
	b.WriteString(e.Pos.String() + ": ")
	if e.Path != "" {
		b.WriteString(e.Path + ": ")
	}
	b.WriteString(e.Wrong)
	if e.Right != "" {
		b.WriteString("; " + e.Right)
	}
	return b.String()
}

// Error is the headline, then the line in question with a caret under the
// offending word.
func (e *Error) Error() string {
	line := e.Pos.src.line(e.Pos.Line)
	if strings.TrimSpace(line) == "" {
		return e.Headline()
	}
	return e.Headline() + "\n" + excerpt(line, e.Pos.Column, e.Pos.width)
}

// excerptWidth is how much of a long line an excerpt shows.
const excerptWidth = 110

// excerpt is a line and a caret line; a long line is cut around the caret.
func excerpt(text string, column, width int) string {
	line := []rune(strings.ReplaceAll(text, "\t", " "))
	at := min(max(column-1, 0), len(line))
	from, lead := 0, ""
	if at > excerptWidth*3/4 {
		from, lead = at-excerptWidth/2, "..."
	}
	to, tail := len(line), ""
	if to-from > excerptWidth {
		to, tail = from+excerptWidth, "..."
	}
	carets := max(1, min(width, to-at))
	return "    " + lead + string(line[from:to]) + tail + "\n    " +
		strings.Repeat(" ", len(lead)+at-from) + strings.Repeat("^", carets)
}

// Errors are all mistakes of a scenario, sorted by position.
type Errors []*Error

// Error prints all of them, one below the other.
func (e Errors) Error() string {
	parts := make([]string, len(e))
	for i, one := range e {
		parts[i] = one.Error()
	}
	return strings.Join(parts, "\n")
}

// Unwrap gives the errors one by one to errors.Is and errors.As.
func (e Errors) Unwrap() []error {
	all := make([]error, len(e))
	for i, one := range e {
		all[i] = one
	}
	return all
}

// sort orders by position, the file's own errors before those of overrides, and
// drops repetitions.
func (e Errors) sort() Errors {
	slices.SortStableFunc(e, func(a, b *Error) int { return comparePos(a.Pos, b.Pos) })
	return slices.CompactFunc(e, func(a, b *Error) bool { return a.Headline() == b.Headline() })
}

func comparePos(a, b Pos) int {
	ao, bo := a.src != nil && a.src.origin, b.src != nil && b.src.origin
	switch {
	case ao != bo && bo:
		return -1
	case ao != bo:
		return 1
	case ao && a.src.turn != b.src.turn:
		return a.src.turn - b.src.turn
	case a.File != b.File:
		return strings.Compare(a.File, b.File)
	case a.Line != b.Line:
		return a.Line - b.Line
	}
	return a.Column - b.Column
}

// err is the list as an error, nil when it is empty.
func (e Errors) err() error {
	if len(e) == 0 {
		return nil
	}
	return e.sort()
}
