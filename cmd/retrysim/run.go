package main

import (
	"github.com/spf13/cobra"
)

// runVerb is `run [SCENARIO]`.
func (a *app) runVerb() *cobra.Command {
	var q ask
	var own ownLoad
	cmd := &cobra.Command{
		Use:   "run [SCENARIO]",
		Short: "one setting on one load, told well",
		Long: "Run one row: the first of the scenario's compare, or the one that -p names.\n" +
			"SCENARIO is a shipped one (retrysim scenario ls), a file, or - for stdin.\n" +
			"Without SCENARIO the flags describe the load; --print shows it as YAML.",
		Example: "  retrysim run indexer-outage\n" +
			"  retrysim run --jobs 1000 --together --capacity 100/s --outage 30s \\\n" +
			"    -p exponential,base=2s,max_attempts=5\n" +
			"  retrysim run polled-queue --trace",
		Args:              between(0, 1, "one scenario"),
		ValidArgsFunction: completeScenarios,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := q.check(cmd); err != nil {
				return err
			}
			if len(q.policies) > 1 && !own.print {
				return invalidf("-p: run takes one, not %d; to judge several side by side: retrysim compare %s", len(q.policies), compareArgs(args, &own, cmd))
			}
			w, err := a.openEither(cmd, args, &own, &q)
			if err != nil {
				return err
			}
			if own.print {
				return a.printOwn(w, q.verb)
			}
			a.suggest("%s", w.afterRun())
			return a.answer(cmd.Context(), &q, w)
		},
	}
	own.addFlags(cmd)
	q.addFlags(cmd)
	return cmd
}

// compareArgs is how compare would be called with the same load.
func compareArgs(args []string, own *ownLoad, cmd *cobra.Command) string {
	switch {
	case len(args) == 1:
		return args[0] + " -p a -p b"
	case own.given(cmd) != "":
		return "--jobs ... -p a -p b"
	}
	return "SCENARIO -p a -p b"
}
