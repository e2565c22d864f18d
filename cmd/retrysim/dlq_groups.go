package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"retrysim/reports"
	"retrysim/sim/archive"
)

// groupsDocument is the JSON shape of `dlq groups`.
type groupsDocument struct {
	Schema string       `json:"schema"`
	Result string       `json:"result"`
	Items  []groupEntry `json:"items"`
}

// groupEntry is the letters with one kind of error.
type groupEntry struct {
	Group   string   `json:"group"` // the error without what varies in it
	Letters int64    `json:"letters"`
	FirstMS float64  `json:"first_failed_at_ms"` // the first of them was parked
	LastMS  float64  `json:"last_failed_at_ms"`
	Class   string   `json:"class"` // of the latest
	Latest  string   `json:"latest_error"`
	Types   []string `json:"job_types"`
}

// dlqGroups is `dlq groups [RESULT]`.
func (a *app) dlqGroups() *cobra.Command {
	var f letterFlags
	var state, format, file string
	cmd := &cobra.Command{
		Use:   "groups [RESULT]",
		Short: "put dead letters together by kind of error",
		Long: "Count the dead letters of a result by kind of error, the most frequent first:\n" +
			"the error's text with <n> for a number, <id> for an identifier, <hex> for a\n" +
			"hexadecimal word and <text> for a quoted part. --group of the other verbs takes\n" +
			"such a kind. Class and, in wide, the error as it is are those of the latest.",
		Example: "  retrysim dlq groups\n" +
			"  retrysim dlq groups before --type mail -o wide",
		Args: between(0, 1, "one result"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(); err != nil {
				return err
			}
			if err := f.takeState(state); err != nil {
				return err
			}
			return a.groupLetters(cmd, args, &f, file, format)
		},
	}
	f.addFlags(cmd, allRows)
	addState(cmd, &state)
	addArchiveFlag(cmd.Flags(), &file)
	listingFlag(cmd, &format)
	return cmd
}

// groupLetters is what it does.
func (a *app) groupLetters(cmd *cobra.Command, args []string, f *letterFlags, file, format string) error {
	s, archived, err := a.deadOf(cmd.Context(), file, orLast(args))
	if err != nil {
		return err
	}
	defer archived.Close()
	groups, err := archived.Groups(cmd.Context(), s.ID, f.which)
	if err != nil {
		return err
	}
	if len(groups) == 0 && format == "table" {
		_, err := fmt.Fprintf(a.stdout, "No dead letter of %s matches.\n", nameOf(s))
		return err
	}
	if len(groups) > 0 {
		a.suggest("retrysim dlq ls %s --group %s", s.ID, shellWord(groups[0].Error))
	}
	return a.writeGroups(format, s.ID, groups)
}

// writeGroups prints them.
func (a *app) writeGroups(format, id string, groups []archive.Group) error {
	if format == "json" || format == "yaml" {
		return reports.WriteShape(a.stdout, format, groupsShape(id, groups))
	}
	return a.writeListing(format, groupsList(groups))
}

// groupsShape is the groups in JSON.
func groupsShape(id string, groups []archive.Group) groupsDocument {
	out := groupsDocument{Schema: "retrysim.dlq-groups/v1", Result: id, Items: []groupEntry{}}
	for i := range groups {
		g := &groups[i]
		out.Items = append(out.Items, groupEntry{
			Group: g.Error, Letters: g.Count, FirstMS: g.FirstMS, LastMS: g.LastMS,
			Class: g.Class, Latest: g.Latest, Types: g.Types,
		})
	}
	return out
}

// groupsList is the table of the groups.
func groupsList(groups []archive.Group) listing {
	list := listing{Columns: []string{"letters", "class", "first", "last", "group", "types", "latest error"}, Hidden: 2}
	for i := range groups {
		g := &groups[i]
		list.Rows = append(list.Rows, []string{
			strconv.FormatInt(g.Count, 10), g.Class, reports.Duration(g.FirstMS / 1000), reports.Duration(g.LastMS / 1000),
			g.Error, strings.Join(g.Types, " "), g.Latest,
		})
	}
	return list
}
