package main

import (
	"github.com/spf13/cobra"
)

// compareVerb is `compare [SCENARIO]`.
func (a *app) compareVerb() *cobra.Command {
	var q ask
	var own ownLoad
	cmd := &cobra.Command{
		Use:   "compare [SCENARIO]",
		Short: "judge the rows of a scenario side by side",
		Long: "Run every row of the scenario's compare, or those that -p names, on the same\n" +
			"arrivals, service times and luck, and judge each against the first, the\n" +
			"baseline. SCENARIO is a shipped one (retrysim scenario ls), a file, or - for\n" +
			"stdin; without it the flags describe the load, and every -p is a row. Ends\n" +
			"with 3 when a threshold fails, with 4 when it cannot be called.",
		Example: "  retrysim compare indexer-outage\n" +
			"  retrysim compare indexer-outage -n 10 --out out/ --set timeline.outage.for=2m\n" +
			"  retrysim compare indexer-outage -p today -p indexer,jitter=0.5@half\n" +
			"  retrysim compare --jobs 1000 --together --capacity 100/s --outage 30s \\\n" +
			"    -p exponential,base=2s,max_attempts=5@plain \\\n" +
			"    -p exponential,base=2s,max_attempts=5,jitter=full@full",
		Args:              between(0, 1, "one scenario"),
		ValidArgsFunction: completeScenarios,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := q.check(cmd); err != nil {
				return err
			}
			w, err := a.openEither(cmd, args, &own, &q)
			if err != nil {
				return err
			}
			if own.print {
				return a.printOwn(w, q.verb)
			}
			a.suggest("%s", w.afterCompare())
			return a.answer(cmd.Context(), &q, w)
		},
	}
	own.addFlags(cmd)
	q.addFlags(cmd)
	return cmd
}
