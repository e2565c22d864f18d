package main

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/spf13/cobra"

	"retrysim/policies"
	"retrysim/policies/presets"
)

// policyLsVerb is `policy ls`.
func (a *app) policyLsVerb() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "ls [FILTER]",
		Short: "list presets, backoffs, jitters and surveyed systems",
		Long: "List what a policy can be made of: the presets of the shipped scenarios, the\n" +
			"backoffs and jitters, and the surveyed systems with their variants, group by\n" +
			"group. FILTER keeps what has the word in its name, its system or its group.",
		Example: "  retrysim policy ls\n" +
			"  retrysim policy ls sidekiq\n" +
			"  retrysim policy ls \"job queues\" -o json",
		Args: between(0, 1, "a word to look for"),
		RunE: func(_ *cobra.Command, args []string) error {
			filter := ""
			if len(args) > 0 {
				filter = args[0]
			}
			return a.policyLs(format, filter)
		},
	}
	listingFlag(cmd, &format)
	return cmd
}

func (a *app) policyLs(format, filter string) error {
	list := policyList().having(filter)
	if len(list.Rows) == 0 {
		return invalidf("nothing has %q in its name, its system or its group; retrysim policy ls lists all", filter)
	}
	a.suggest("retrysim policy show %s", list.Rows[0][0])
	if format != "table" {
		return a.writeListing(format, list)
	}
	var out bytes.Buffer
	writePolicyTable(&out, list, a.width())
	_, err := a.stdout.Write(out.Bytes())
	return err
}

// The kinds of rows of `policy ls`, and the columns that its table needs.
const (
	kindPreset  = "preset"
	kindSystem  = "system"
	kindVariant = "variant"

	columnName  = 0
	columnKind  = 1
	columnAbout = 2
	columnGroup = 6
)

// policyList lists what -p and a scenario's policies can be made of.
func policyList() listing {
	list := listing{
		Schema:  "retrysim.policies/v1",
		Columns: []string{"name", "kind", "about", "attempts", "system", "source", "group"},
		Hidden:  4,
	}
	for _, name := range presets.OwnNames() {
		list.Rows = append(list.Rows, presetRow(name, kindPreset, ""))
	}
	for _, b := range policies.Backoffs() {
		list.Rows = append(list.Rows, []string{b.Name, "backoff", b.Doc, "", "", "", ""})
	}
	for _, j := range policies.Jitters() {
		list.Rows = append(list.Rows, []string{j.Name, "jitter", j.Doc, "", "", "", ""})
	}
	for _, s := range presets.Systems() {
		about := s.Name
		if len(s.Variants) == 0 {
			about += ": a page without a delay law"
		}
		list.Rows = append(list.Rows, []string{s.ID, kindSystem, about, "", s.Name + " " + s.Version, s.Source, string(s.Group)})
		for _, v := range s.Variants {
			list.Rows = append(list.Rows, presetRow(v.ID, kindVariant, string(s.Group)))
		}
	}
	return list
}

func presetRow(name, kind, group string) []string {
	p, _ := presets.Lookup(name)
	attempts := "unlimited"
	if p.DefaultMaxAttempts > 0 {
		attempts = strconv.Itoa(p.DefaultMaxAttempts)
	}
	return []string{p.Name, kind, p.About, attempts, p.System, p.Source, group}
}

// having keeps the rows with a word in name, kind, system or group, in any
// case; a variant comes with its system.
func (l listing) having(word string) listing {
	word = strings.ToLower(word)
	has := func(row []string) bool {
		return strings.Contains(strings.ToLower(row[0]+"\n"+row[1]+"\n"+row[4]+"\n"+row[columnGroup]), word)
	}
	var kept, system [][]string
	flush := func() {
		for _, row := range system {
			if has(row) {
				kept = append(kept, system...)
				break
			}
		}
		system = nil
	}
	for _, row := range l.Rows {
		if row[columnKind] != kindVariant {
			flush()
		}
		system = append(system, row)
	}
	flush()
	l.Rows = kept
	return l
}

// writePolicyTable writes what is not of a system as a plain table, then the
// systems by group, each with its variants below.
func writePolicyTable(w io.Writer, l listing, width int) {
	plain := l
	plain.Rows = nil
	var systems [][]string
	for _, row := range l.Rows {
		if row[columnKind] == kindSystem || row[columnKind] == kindVariant {
			systems = append(systems, row)
		} else {
			plain.Rows = append(plain.Rows, row)
		}
	}
	if len(plain.Rows) > 0 {
		plain.writeText(w, width, false)
	}
	group := ""
	for i, row := range systems {
		if row[columnGroup] != group {
			group = row[columnGroup]
			if i > 0 || len(plain.Rows) > 0 {
				fmt.Fprintln(w)
			}
			fmt.Fprintln(w, strings.ToUpper(group[:1])+group[1:])
		}
		if row[columnKind] == kindSystem {
			fmt.Fprintf(w, "  %s\n", text.WrapSoft(row[columnName]+"  "+row[columnAbout], width-2))
			writeVariants(w, systems[i+1:], width)
		}
	}
}

// writeVariants writes the variants that follow a system, their texts aligned.
func writeVariants(w io.Writer, rows [][]string, width int) {
	n, longest := 0, 0
	for n < len(rows) && rows[n][columnKind] == kindVariant {
		longest = max(longest, text.StringWidth(rows[n][columnName]))
		n++
	}
	for _, row := range rows[:n] {
		writeRow(w, []string{"  ", row[columnName], row[columnAbout]}, []int{2, longest, 0}, width, false)
	}
}

// policyNames are the names that -p and `policy show` take: presets, then
// backoffs.
func policyNames() []string {
	var names []string
	for _, b := range policies.Backoffs() {
		names = append(names, b.Name)
	}
	return append(presets.Names(), names...)
}
