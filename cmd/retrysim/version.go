package main

import (
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// version is the program's own; results carry it.
const version = "0.1.0"

// versionVerb is `version`.
func (a *app) versionVerb() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:     "version",
		Short:   "the version, and how the program was built",
		Example: "  retrysim version\n  retrysim version -o json",
		Args:    exactly(0, "no arguments"),
		RunE: func(*cobra.Command, []string) error {
			list := listing{
				Schema:  "retrysim.version/v1",
				Columns: []string{"version", "go", "goarch", "commit"},
				Rows:    [][]string{{version, runtime.Version(), runtime.GOARCH, commit()}},
				Single:  true,
			}
			return a.writeListing(format, list)
		},
	}
	listingFlag(cmd, &format)
	return cmd
}

// commit is the revision that the program was built from, "" where go build
// was told not to look.
func commit() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return s.Value
		}
	}
	return ""
}
