package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// lookupIn finds variables in an environment of NAME=value, the last of a name
// first, as processes do.
func lookupIn(environ []string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		for _, line := range slices.Backward(environ) {
			if value, ok := strings.CutPrefix(line, name+"="); ok {
				return value, true
			}
		}
		return "", false
	}
}

// warnUnknown warns of variables that begin as ours do and set nothing: most
// likely they are misspelled.
func (a *app) warnUnknown(root *cobra.Command) {
	if a.quiet {
		return
	}
	known := twinsBelow(root)
	for _, line := range a.environ {
		name, value, _ := strings.Cut(line, "=")
		word, ours := strings.CutPrefix(name, twin(""))
		if !ours || value == "" || slices.Contains(known, word) {
			continue
		}
		hint := "; `retrysim help environment` tells which there are"
		if near := nearestOf(word, known); near != "" {
			hint = ": did you mean " + twin(near) + "?"
		}
		a.warn("%s sets nothing%s", name, hint)
	}
}

// twinsBelow are the variables of the flags of a command and of all below it,
// without what they all begin with.
func twinsBelow(cmd *cobra.Command) []string {
	var known []string
	add := func(f *pflag.Flag) {
		if name := strings.TrimPrefix(twin(f.Name), twin("")); f.Name != "help" && !slices.Contains(known, name) {
			known = append(known, name)
		}
	}
	cmd.Flags().VisitAll(add)
	cmd.PersistentFlags().VisitAll(add)
	for _, c := range cmd.Commands() {
		for _, name := range twinsBelow(c) {
			if !slices.Contains(known, name) {
				known = append(known, name)
			}
		}
	}
	return known
}
