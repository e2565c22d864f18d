package main

import "github.com/spf13/cobra"

// dlqVerb is `dlq`: the dead-letter queue of an archived run.
func (a *app) dlqVerb() *cobra.Command {
	cmd := group(&cobra.Command{
		Use:   "dlq",
		Short: "the dead letters of a result: inspect, replay, discard",
		Long: "Dead letters are jobs that were given up and parked. RESULT is @last, a label,\n" +
			"an ID or its first digits (4 or more). Where it is left out it is @last.",
		Example: "  retrysim dlq groups\n" +
			"  retrysim dlq ls --class timeout\n" +
			"  retrysim dlq plan\n" +
			"  retrysim dlq replay --rate 50/s",
	})
	cmd.AddCommand(a.dlqLs(), a.dlqGroups(), a.dlqShow(), a.dlqStats(), a.dlqReplay(), a.dlqDiscard(), a.dlqPlan())
	return cmd
}
