package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/spf13/cobra"
)

// listing is a plain table: the answer of the `ls` verbs and their like.
type listing struct {
	Schema  string // of the JSON shape
	Columns []string
	Rows    [][]string
	Hidden  int  // that many last columns only show in wide, json, yaml, csv
	Single  bool // one row, shown as key and value
}

// listingFormats are the formats of a listing.
var listingFormats = []string{"table", "wide", "json", "yaml", "csv", "md"}

// listingFlag adds -o.
func listingFlag(cmd *cobra.Command, format *string) {
	cmd.Flags().StringVarP(format, "format", "o", "table", "`HOW` to print: "+strings.Join(listingFormats, ", "))
	complete(cmd, "format", listingFormats)
}

// complete offers the words for a flag of cmd.
func complete(cmd *cobra.Command, flag string, words []string) {
	err := cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
	if err != nil {
		panic("retrysim: completion of a flag that is not there: " + flag)
	}
}

// writeListing prints l to stdout.
func (a *app) writeListing(format string, l listing) error {
	var out bytes.Buffer
	switch format {
	case "table", "wide":
		l.writeText(&out, a.width(), format == "wide")
	case "json":
		l.writeJSON(&out)
	case "yaml":
		l.writeYAML(&out)
	case "csv":
		if err := csv.NewWriter(&out).WriteAll(append([][]string{l.Columns}, l.Rows...)); err != nil {
			return err
		}
	case "md":
		l.writeMarkdown(&out)
	default:
		return invalidf("-o %q: unknown format%s", format, didYouMean(format, listingFormats))
	}
	_, err := a.stdout.Write(out.Bytes())
	return err
}

// writeText aligns the columns; the last one wraps at the width.
func (l listing) writeText(w io.Writer, width int, wide bool) {
	if l.Single {
		for i, c := range l.Columns {
			if l.Rows[0][i] != "" {
				fmt.Fprintf(w, "%-10s %s\n", c, l.Rows[0][i])
			}
		}
		return
	}
	columns := len(l.Columns)
	if !wide {
		columns -= l.Hidden
	}
	widths := make([]int, columns)
	for _, row := range append([][]string{l.Columns}, l.Rows...) {
		for i := range columns {
			widths[i] = max(widths[i], text.StringWidth(row[i]))
		}
	}
	for _, row := range append([][]string{l.Columns}, l.Rows...) {
		writeRow(w, row[:columns], widths, width, wide)
	}
}

// writeRow writes one row; without wide its last cell goes on in further lines
// rather than beyond the width.
func writeRow(w io.Writer, row []string, widths []int, width int, wide bool) {
	indent := 0
	var line strings.Builder
	for i, cell := range row[:len(row)-1] {
		line.WriteString(text.Pad(cell, widths[i], ' ') + "  ")
		indent += widths[i] + 2
	}
	last := row[len(row)-1]
	if !wide && width-indent >= 20 {
		last = text.WrapSoft(last, width-indent)
	}
	for i, part := range strings.Split(last, "\n") {
		if i > 0 {
			line.WriteString("\n" + strings.Repeat(" ", indent))
		}
		line.WriteString(strings.TrimRight(part, " "))
	}
	fmt.Fprintln(w, strings.TrimRight(line.String(), " "))
}

// writeJSON writes {"schema", "items": [{column: cell}]}, or the one row's
// fields beside the schema.
func (l listing) writeJSON(w io.Writer) {
	fmt.Fprintf(w, "{\"schema\":%s", quoted(l.Schema))
	if l.Single {
		for i, c := range l.Columns {
			fmt.Fprintf(w, ",%s:%s", quoted(c), quoted(l.Rows[0][i]))
		}
		fmt.Fprint(w, "}\n")
		return
	}
	fmt.Fprint(w, ",\"items\":[")
	for n, row := range l.Rows {
		fmt.Fprint(w, [2]string{"\n", ",\n"}[min(n, 1)], "{")
		for i, c := range l.Columns {
			fmt.Fprintf(w, "%s%s:%s", [2]string{"", ","}[min(i, 1)], quoted(c), quoted(row[i]))
		}
		fmt.Fprint(w, "}")
	}
	fmt.Fprint(w, "\n]}\n")
}

// writeYAML writes the same; a JSON string is a YAML string.
func (l listing) writeYAML(w io.Writer) {
	fmt.Fprintf(w, "schema: %s\n", l.Schema)
	if l.Single {
		for i, c := range l.Columns {
			fmt.Fprintf(w, "%s: %s\n", c, quoted(l.Rows[0][i]))
		}
		return
	}
	fmt.Fprintln(w, "items:")
	for _, row := range l.Rows {
		for i, c := range l.Columns {
			fmt.Fprintf(w, "%s%s: %s\n", [2]string{"  - ", "    "}[min(i, 1)], c, quoted(row[i]))
		}
	}
}

// writeMarkdown writes a table.
func (l listing) writeMarkdown(w io.Writer) {
	escape := strings.NewReplacer("|", "\\|", "\n", " ")
	fmt.Fprintf(w, "| %s |\n|%s\n", strings.Join(l.Columns, " | "), strings.Repeat(" --- |", len(l.Columns)))
	for _, row := range l.Rows {
		cells := make([]string, len(row))
		for i, c := range row {
			cells[i] = escape.Replace(c)
		}
		fmt.Fprintf(w, "| %s |\n", strings.Join(cells, " | "))
	}
}

// quoted is s as a JSON string without HTML escapes.
func quoted(s string) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		panic(fmt.Sprintf("retrysim: a string does not encode: %v", err))
	}
	return strings.TrimSuffix(b.String(), "\n")
}
