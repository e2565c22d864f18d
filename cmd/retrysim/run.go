package main

import (
	"bytes"

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
			if len(q.policies) > 1 {
				return invalidf("run takes one -p; to judge several side by side: retrysim compare")
			}
			w, err := a.openRun(cmd, args, &own, &q)
			if err != nil {
				return err
			}
			if own.print {
				a.suggest("retrysim run --print ... > mine.yaml && retrysim explain mine.yaml")
				_, err := bytes.NewBufferString(w.header.Source).WriteTo(a.stdout)
				return err
			}
			a.suggest("%s", w.afterRun())
			return a.answer(cmd.Context(), &q, w)
		},
	}
	own.addFlags(cmd)
	q.addFlags(cmd)
	return cmd
}

// openRun opens the scenario, or the load that the flags describe.
func (a *app) openRun(cmd *cobra.Command, args []string, own *ownLoad, q *ask) (*world, error) {
	if len(args) == 1 {
		if flag := own.given(cmd); flag != "" {
			return nil, invalidf("--%s describes a load of your own, and %q is one already: give one of the two (--set changes a scenario)", flag, args[0])
		}
		return a.open(args[0], q)
	}
	if own.given(cmd) == "" {
		return nil, invalidf("run needs a scenario (retrysim scenario ls), or flags that describe a load: --jobs 1000 --together --capacity 100/s --outage 30s -p exponential,base=2s,max_attempts=5")
	}
	return a.openOwn(own, q)
}
