package reports

import (
	"fmt"
	"io"
	"strings"

	"retrysim/sim/result"
)

// Options is how to print, decided by the caller who knows the terminal. The
// zero value is a plain 80-column page without colour.
type Options struct {
	Width int    // columns of the page; 0 means 80, less than 60 counts as 60
	Color bool   // ANSI colours on top of the words; never needed to understand
	Verb  string // the command that asked: run, compare, check; it orders the parts
	ASCII bool   // draw charts with ASCII characters only
}

// Format is one way to write a Result.
type Format struct {
	Name  string // as given to -o
	About string // one line for the help
	Write func(w io.Writer, r *result.Result, o Options) error
}

// formats is the catalogue, in the order of the help.
var formats = []Format{
	{"table", "what matters, at most 80 columns", WriteTable},
	{"wide", "every metric of every row, as wide as it takes", WriteWide},
	{"json", "everything, schema " + result.Schema, WriteJSON},
	{"yaml", "the same keys as json, in the same order", WriteYAML},
	{"csv", "one line per row and metric", WriteCSV},
	{"md", "Markdown for a pull request", WriteMarkdown},
}

// Formats lists the formats of a Result, in the order of the help.
func Formats() []Format { return append([]Format(nil), formats...) }

// Write writes r in the named format. An unknown name is an error that lists
// the known ones.
func Write(w io.Writer, format string, r *result.Result, o Options) error {
	for _, f := range formats {
		if f.Name == format {
			return f.Write(w, r, o)
		}
	}
	names := make([]string, len(formats))
	for i, f := range formats {
		names[i] = f.Name
	}
	return unknownFormat(format, names)
}

// unknownFormat is the error for a format that is not in the catalogue.
func unknownFormat(format string, known []string) error {
	return fmt.Errorf("unknown format %q: the formats are %s", format, strings.Join(known, ", "))
}

// width is the page width in columns.
func (o Options) width() int {
	switch {
	case o.Width == 0:
		return 80
	case o.Width < 60:
		return 60
	}
	return o.Width
}
