package main

import (
	"slices"

	"github.com/spf13/cobra"

	"retrysim/scenarios"
)

// scenarioVerb is `scenario`: the shipped scenarios and the format.
func (a *app) scenarioVerb() *cobra.Command {
	cmd := group(&cobra.Command{
		Use:   "scenario",
		Short: "the shipped scenarios, and the format of scenario files",
		Example: "  retrysim scenario ls\n" +
			"  retrysim scenario show indexer-outage > mine.yaml\n" +
			"  retrysim scenario schema > retrysim.schema.json",
	})
	cmd.AddCommand(a.scenarioLsVerb(), a.scenarioShowVerb(), a.scenarioSchemaVerb())
	return cmd
}

// scenarioLsVerb is `scenario ls`.
func (a *app) scenarioLsVerb() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:     "ls",
		Short:   "list the shipped scenarios",
		Example: "  retrysim scenario ls\n  retrysim scenario ls -o json",
		Args:    exactly(0, "no arguments"),
		RunE: func(*cobra.Command, []string) error {
			list := listing{Schema: "retrysim.scenarios/v1", Columns: []string{"name", "about"}}
			for _, name := range scenarios.Names() {
				list.Rows = append(list.Rows, []string{name, scenarios.About(name)})
			}
			a.suggest("retrysim compare %s", scenarios.Names()[0])
			return a.writeListing(format, list)
		},
	}
	listingFlag(cmd, &format)
	return cmd
}

// scenarioShowVerb is `scenario show NAME`.
func (a *app) scenarioShowVerb() *cobra.Command {
	return &cobra.Command{
		Use:   "show NAME",
		Short: "print a shipped scenario's YAML",
		Example: "  retrysim scenario show indexer-outage\n" +
			"  retrysim scenario show indexer-outage > mine.yaml",
		Args:              exactly(1, "the name of a scenario"),
		ValidArgsFunction: completeScenarios,
		RunE: func(_ *cobra.Command, args []string) error {
			if !slices.Contains(scenarios.Names(), args[0]) {
				return invalidf("no shipped scenario %q%s", args[0], didYouMean(args[0], scenarios.Names()))
			}
			text, _ := scenarios.Source(args[0])
			a.suggest("retrysim explain %s", args[0])
			_, err := a.stdout.Write(text)
			return err
		},
	}
}

// scenarioSchemaVerb is `scenario schema`.
func (a *app) scenarioSchemaVerb() *cobra.Command {
	return &cobra.Command{
		Use:     "schema",
		Short:   "print the JSON Schema of scenario files, for editors",
		Example: "  retrysim scenario schema > retrysim.schema.json",
		Args:    exactly(0, "no arguments"),
		RunE: func(*cobra.Command, []string) error {
			_, err := a.stdout.Write(scenarios.Schema())
			return err
		},
	}
}

// completeScenarios offers the shipped scenarios, and files.
func completeScenarios(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return scenarios.Names(), cobra.ShellCompDirectiveDefault
}
