package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"retrysim/scenarios"
)

// initVerb is `init [NAME]`.
func (a *app) initVerb() *cobra.Command {
	return &cobra.Command{
		Use:   "init [NAME]",
		Short: "a commented scenario to start from",
		Long: "Write NAME.yaml, a small scenario with a comment on every line, or print it to\n" +
			"stdout without NAME. An existing file is left alone.",
		Example: "  retrysim init checkout-outage\n" +
			"  retrysim init > mine.yaml",
		Args: between(0, 1, "one name"),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				a.suggest("retrysim init checkout-outage, then retrysim run checkout-outage.yaml")
				_, err := a.stdout.Write([]byte(scenarios.Init("my-scenario")))
				return err
			}
			name := strings.TrimSuffix(args[0], ".yaml")
			if strings.ContainsAny(name, "/\\ \t\n") || name == "" {
				return invalidf("init %q: a name is letters, digits and hyphens, as in checkout-outage", args[0])
			}
			return a.writeNew(name)
		},
	}
}

// writeNew writes NAME.yaml unless it is there.
func (a *app) writeNew(name string) error {
	path := name + ".yaml"
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	switch {
	case errors.Is(err, fs.ErrExist):
		return invalidf("%s is there already: choose another name, or remove it first", path)
	case err != nil:
		return err
	}
	if _, err := f.WriteString(scenarios.Init(name)); err != nil {
		f.Close()
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	fmt.Fprintf(a.stderr, "wrote %s\n", path)
	a.suggest("retrysim run %s", path)
	return nil
}
