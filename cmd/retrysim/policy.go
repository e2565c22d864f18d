package main

import (
	"github.com/spf13/cobra"
)

// policyVerb is `policy`: the catalogue of policies and presets.
func (a *app) policyVerb() *cobra.Command {
	cmd := group(&cobra.Command{
		Use:   "policy",
		Short: "retry policies: the presets of real systems, and their waits",
		Example: "  retrysim policy ls\n" +
			"  retrysim policy show indexer --retries 7\n" +
			"  retrysim policy show exponential --param base=2s --param jitter=full",
	})
	cmd.AddCommand(a.policyLsVerb(), a.policyShowVerb())
	return cmd
}
