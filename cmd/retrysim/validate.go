package main

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"retrysim/scenarios"
	"retrysim/scenarios/lint"
)

// validateVerb is `validate FILE...`.
func (a *app) validateVerb() *cobra.Command {
	var format string
	var strict bool
	cmd := &cobra.Command{
		Use:   "validate FILE...",
		Short: "find all errors of scenario files at once, and what is doubtful",
		Long: "Read scenarios (files, shipped ones, or - for stdin), make all their plans, and\n" +
			"list every error with its place and what would be right, then the remarks of\n" +
			"the linter. Nothing runs. Ends with 2 when there is an error.",
		Example: "  retrysim validate mine.yaml\n" +
			"  retrysim validate *.yaml --strict\n" +
			"  retrysim validate mine.yaml -o json",
		Args:              between(1, 10_000, "scenario files"),
		ValidArgsFunction: completeScenarios,
		RunE: func(_ *cobra.Command, args []string) error {
			return a.validate(format, strict, args)
		},
	}
	cmd.Flags().BoolVar(&strict, "strict", false, "a remark of the linter counts as an error")
	listingFlag(cmd, &format)
	return cmd
}

// The kinds of a finding of validate.
const (
	findingValid   = "valid"
	findingError   = "error"
	findingWarning = "warning"
)

// validate prints the findings on stdout, since they are the answer.
func (a *app) validate(format string, strict bool, args []string) error {
	list := listing{Schema: "retrysim.validation/v1", Columns: []string{"file", "finding", "message"}}
	for _, name := range args {
		list.Rows = append(list.Rows, a.findings(name)...)
	}
	var err error
	if format == "table" || format == "wide" {
		err = a.writeFindings(list)
	} else {
		err = a.writeListing(format, list)
	}
	wrong := slices.ContainsFunc(list.Rows, func(row []string) bool {
		return row[1] == findingError || strict && row[1] == findingWarning
	})
	switch {
	case err != nil:
		return err
	case wrong:
		return verdict(codeInvalid)
	}
	a.suggest("retrysim explain %s", args[0])
	return nil
}

// findings are the rows of one file: its errors, or that it is valid and what
// the linter says.
func (a *app) findings(name string) [][]string {
	var rows [][]string
	w, err := a.open(name, &ask{verb: "validate"})
	var all scenarios.Errors
	switch {
	case errors.As(err, &all):
		for _, e := range all {
			rows = append(rows, []string{name, findingError, e.Error()})
		}
		return rows
	case err != nil:
		return [][]string{{name, findingError, err.Error()}}
	}
	rows = append(rows, []string{name, findingValid, ""})
	for _, warning := range w.warnings {
		row := []string{name, findingWarning, warning.Code + ": " + warning.Message}
		if !slices.ContainsFunc(rows, func(old []string) bool { return slices.Equal(old, row) }) {
			rows = append(rows, row)
		}
	}
	var found []remark
	for _, p := range w.plans {
		for _, f := range lint.Plan(p, w.known(p)...) {
			found = addRemark(found, f.Rule, f.Path, f.Message)
		}
	}
	for _, r := range found {
		rows = append(rows, []string{name, findingWarning, r.String()})
	}
	return rows
}

// remark is what the linter says, once, with all the places where it says so.
type remark struct {
	rule, message string
	paths         []string
}

// addRemark adds a finding to the remarks in the order of their first places.
func addRemark(all []remark, rule, path, message string) []remark {
	i := slices.IndexFunc(all, func(r remark) bool { return r.rule == rule && r.message == message })
	if i < 0 {
		return append(all, remark{rule, message, []string{path}})
	}
	if !slices.Contains(all[i].paths, path) {
		all[i].paths = append(all[i].paths, path)
	}
	return all
}

// mostPaths is how many places of a remark are named.
const mostPaths = 3

func (r remark) String() string {
	paths := strings.Join(r.paths[:min(len(r.paths), mostPaths)], ", ")
	if more := len(r.paths) - mostPaths; more > 0 {
		paths += fmt.Sprintf(" and %d more", more)
	}
	return r.rule + " at " + paths + ": " + r.message
}

// writeFindings writes the messages below each other, with the excerpts of the
// file that errors carry.
func (a *app) writeFindings(list listing) error {
	var out bytes.Buffer
	for i, row := range list.Rows {
		if i > 0 && list.Rows[i-1][0] != row[0] {
			out.WriteByte('\n')
		}
		switch row[1] {
		case findingValid:
			fmt.Fprintf(&out, "%s: valid\n", row[0])
		case findingWarning:
			fmt.Fprintf(&out, "%s\n", indented("warning "+row[2], "  "))
		default:
			fmt.Fprintf(&out, "%s\n", row[2])
		}
	}
	_, err := a.stdout.Write(out.Bytes())
	return err
}
