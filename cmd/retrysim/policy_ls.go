package main

import (
	"strconv"

	"github.com/spf13/cobra"

	"retrysim/policies"
	"retrysim/policies/presets"
)

// policyLsVerb is `policy ls`.
func (a *app) policyLsVerb() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "ls",
		Short: "list presets, backoffs and jitters",
		Example: "  retrysim policy ls\n" +
			"  retrysim policy ls -o json",
		Args: exactly(0, "no arguments"),
		RunE: func(*cobra.Command, []string) error {
			a.suggest("retrysim policy show %s", presets.Names()[0])
			return a.writeListing(format, policyList())
		},
	}
	listingFlag(cmd, &format)
	return cmd
}

// policyList lists what -p and a scenario's policies can be made of.
func policyList() listing {
	list := listing{
		Schema:  "retrysim.policies/v1",
		Columns: []string{"name", "kind", "about", "attempts", "system", "source"},
		Hidden:  3,
	}
	for _, name := range presets.Names() {
		p, _ := presets.Lookup(name)
		attempts := "unlimited"
		if p.DefaultMaxAttempts > 0 {
			attempts = strconv.Itoa(p.DefaultMaxAttempts)
		}
		list.Rows = append(list.Rows, []string{p.Name, "preset", p.About, attempts, p.System, p.Source})
	}
	for _, b := range policies.Backoffs() {
		list.Rows = append(list.Rows, []string{b.Name, "backoff", b.Doc, "", "", ""})
	}
	for _, j := range policies.Jitters() {
		list.Rows = append(list.Rows, []string{j.Name, "jitter", j.Doc, "", "", ""})
	}
	return list
}

// policyNames are the names that -p and `policy show` take: presets, then
// backoffs.
func policyNames() []string {
	names := presets.Names()
	for _, b := range policies.Backoffs() {
		names = append(names, b.Name)
	}
	return names
}
