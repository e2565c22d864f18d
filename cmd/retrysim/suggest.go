package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"retrysim/policies"
)

// later are commands of the contract that this version does not have.
var later = []string{
	"tune", "capacity", "plot", "report", "live",
	"policy import", "policy export", "policy solve", "policy coverage",
	"scenario import",
}

// unknownCommand says that parent has no such command, and what was meant.
func unknownCommand(parent *cobra.Command, word string) error {
	path := strings.TrimPrefix(strings.TrimPrefix(parent.CommandPath(), "retrysim")+" "+word, " ")
	if slices.Contains(later, path) {
		return invalidf("%s: not in this version. `retrysim help` lists what is", path)
	}
	var known []string
	for _, c := range parent.Commands() {
		if c.IsAvailableCommand() || c.IsAdditionalHelpTopicCommand() {
			known = append(known, c.Name())
		}
	}
	return invalidf("unknown command %q for %q%s", word, parent.CommandPath(), didYouMean(word, known))
}

// didYouMean is the end of a sentence about an unknown word: the nearest known
// one where it is near, else the known ones where they are few.
func didYouMean(word string, known []string) string {
	if near := nearestOf(word, known); near != "" {
		return fmt.Sprintf(": did you mean %q?", near)
	}
	if len(known) == 0 {
		return ""
	}
	return ": known are " + strings.Join(known, ", ")
}

// nearestOf is the known word that was most likely meant, "" where none is near.
func nearestOf(word string, known []string) string {
	if near := policies.Nearest(word, known); near != "" && isNear(word, near) {
		return near
	}
	return ""
}

// isNear reports whether the words share enough that one can be a slip for the
// other: half of the letters of the shorter, in order, or one holds the other.
func isNear(a, b string) bool {
	if strings.Contains(a, b) || strings.Contains(b, a) {
		return true
	}
	common, rest := 0, b
	for _, r := range a {
		if _, after, ok := strings.Cut(rest, string(r)); ok {
			common, rest = common+1, after
		}
	}
	return 2*common > max(len(a), len(b))
}

// flagError turns pflag's errors into ours: exit code 2, and the nearest flag.
func flagError(cmd *cobra.Command, err error) error {
	var missing *pflag.NotExistError
	if !errors.As(err, &missing) || missing.GetSpecifiedShortnames() != "" {
		return invalid(err)
	}
	var known []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
	word := missing.GetSpecifiedName()
	hint := fmt.Sprintf("; `%s --help` lists the flags", cmd.CommandPath())
	if near := nearestOf(word, known); near != "" {
		hint = fmt.Sprintf(": did you mean --%s?", near)
	}
	return invalidf("unknown flag --%s%s", word, hint)
}

// group is a command that only holds others.
func group(cmd *cobra.Command) *cobra.Command {
	cmd.Args = cobra.ArbitraryArgs
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return cmd.Help()
		}
		return unknownCommand(cmd, args[0])
	}
	return cmd
}

// exactly asks for n arguments, named in what.
func exactly(n int, what string) cobra.PositionalArgs {
	return between(n, n, what)
}

// between asks for least to most arguments, named in what.
func between(least, most int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < least:
			return invalidf("%s needs %s. Usage: %s", cmd.CommandPath(), what, cmd.UseLine())
		case len(args) > most:
			return invalidf("%s takes %s, not also %q", cmd.CommandPath(), what, args[most])
		}
		return nil
	}
}
