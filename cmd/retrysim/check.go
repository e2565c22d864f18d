package main

import (
	"github.com/spf13/cobra"
)

// checkVerb is `check SCENARIO`.
func (a *app) checkVerb() *cobra.Command {
	var q ask
	cmd := &cobra.Command{
		Use:   "check SCENARIO",
		Short: "judge the thresholds only: the verb for CI",
		Long: "Run the scenario and judge its thresholds and those of --threshold, for every\n" +
			"row but the baseline. Ends with 0 when all pass, 3 when one fails, 4 when one\n" +
			"cannot be called with so few replications.",
		Example: "  retrysim check indexer-outage\n" +
			"  retrysim check indexer-outage --threshold \"lost == 0\" -o json\n" +
			"  retrysim check my.yaml --fail-on worse=5%",
		Args:              exactly(1, "a scenario"),
		ValidArgsFunction: completeScenarios,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := q.check(cmd); err != nil {
				return err
			}
			w, err := a.open(args[0], &q)
			if err != nil {
				return err
			}
			if len(w.thresholds) == 0 && len(q.failOn) == 0 {
				return invalidf("%s has no thresholds to check: add some to the file, or give --threshold or --fail-on", args[0])
			}
			a.suggest("retrysim compare %s", args[0])
			return a.answer(cmd.Context(), &q, w)
		},
	}
	q.addFlags(cmd)
	return cmd
}
