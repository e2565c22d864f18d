package explain

import (
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/jedib0t/go-pretty/v6/text"
)

// columns is the width of a page.
const columns = 80

// page collects lines and the first error of its writer.
type page struct {
	w   io.Writer
	err error
}

// line writes one line without spaces at its end.
func (p *page) line(s string) {
	if p.err == nil {
		_, p.err = io.WriteString(p.w, strings.TrimRight(s, " ")+"\n")
	}
}

// title begins a part.
func (p *page) title(format string, args ...any) {
	p.line("")
	p.line(clean(fmt.Sprintf(format, args...)))
}

// say writes a paragraph of a part.
func (p *page) say(format string, args ...any) { p.hang("  ", "  ", fmt.Sprintf(format, args...)) }

// item writes a paragraph behind a label of a fixed width.
func (p *page) item(width int, label, format string, args ...any) {
	first := "  " + clean(label)
	first += strings.Repeat(" ", max(2, width-wide(first)))
	p.hang(first, strings.Repeat(" ", width), fmt.Sprintf(format, args...))
}

// hang writes a wrapped paragraph: the first line begins with first, the
// others with rest. A word that is longer than a line is cut.
func (p *page) hang(first, rest, s string) {
	line, empty := first, true
	for _, word := range strings.Fields(clean(s)) {
		if !empty && wide(line)+1+wide(word) > columns {
			p.line(line)
			line, empty = rest, true
		}
		for empty && wide(line)+wide(word) > columns {
			room := max(1, columns-wide(line))
			head := text.Trim(word, room)
			if head == "" {
				break
			}
			p.line(line + head)
			line, word = rest, strings.TrimPrefix(word, head)
		}
		if !empty {
			line += " "
		}
		line, empty = line+word, false
	}
	p.line(line)
}

// wide is the number of columns of a text on a terminal.
func wide(s string) int { return text.StringWidthWithoutEscSequences(s) }

// clean makes a name from a scenario safe to print: what a terminal would obey
// becomes a space.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, s)
}

// sentence gives a text a capital at its beginning and a stop at its end.
func sentence(s string) string {
	if s == "" {
		return s
	}
	s = strings.ToUpper(s[:1]) + s[1:]
	if !strings.HasSuffix(s, ".") {
		s += "."
	}
	return s
}

// counted is a number and its noun: "1 retry", "7 retries".
func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
