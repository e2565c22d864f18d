package main

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"retrysim/scenarios"
)

// validateVerb is `validate FILE...`.
func (a *app) validateVerb() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "validate FILE...",
		Short: "find all errors of scenario files at once",
		Long: "Read scenarios (files, shipped ones, or - for stdin), make all their plans, and\n" +
			"list every error with its place and what would be right. Nothing runs. Ends\n" +
			"with 2 when there is an error.",
		Example: "  retrysim validate mine.yaml\n" +
			"  retrysim validate *.yaml -o json",
		Args:              between(1, 10_000, "scenario files"),
		ValidArgsFunction: completeScenarios,
		RunE:              func(_ *cobra.Command, args []string) error { return a.validate(format, args) },
	}
	listingFlag(cmd, &format)
	return cmd
}

// validate lists the errors of each file on stdout, since they are the answer.
func (a *app) validate(format string, args []string) error {
	list, wrong := a.validation(args)
	var err error
	if format == "table" || format == "wide" {
		err = a.writeMistakes(list)
	} else {
		err = a.writeListing(format, list)
	}
	switch {
	case err != nil:
		return err
	case wrong:
		return verdict(codeInvalid)
	}
	a.suggest("retrysim explain %s", args[0])
	return nil
}

// writeMistakes writes the messages as they are, excerpts of the file included.
func (a *app) writeMistakes(list listing) error {
	var out bytes.Buffer
	for _, row := range list.Rows {
		if row[1] == "0" {
			fmt.Fprintf(&out, "%s: valid\n", row[0])
			continue
		}
		if row[1] != "" {
			fmt.Fprintf(&out, "%s: errors: %s\n\n", row[0], row[1])
		}
		fmt.Fprintf(&out, "%s\n\n", row[2])
	}
	_, err := a.stdout.Write(out.Bytes())
	return err
}

// validation is a row for each mistake, or for each file without one.
func (a *app) validation(args []string) (list listing, wrong bool) {
	list = listing{Schema: "retrysim.validation/v1", Columns: []string{"file", "errors", "message"}}
	for _, name := range args {
		errs := a.mistakes(name)
		if len(errs) == 0 {
			list.Rows = append(list.Rows, []string{name, "0", "valid"})
		}
		for i, err := range errs {
			wrong = true
			count := ""
			if i == 0 {
				count = strconv.Itoa(len(errs))
			}
			list.Rows = append(list.Rows, []string{name, count, err.Error()})
		}
	}
	return list, wrong
}

// mistakes are all errors of one scenario.
func (a *app) mistakes(name string) []error {
	_, err := a.open(name, &ask{verb: "validate"})
	var all scenarios.Errors
	switch {
	case err == nil:
		return nil
	case errors.As(err, &all):
		return all.Unwrap()
	}
	return []error{err}
}
