package main

import (
	"bytes"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"retrysim/policies"
	"retrysim/policies/presets"
	"retrysim/reports"
	"retrysim/scenarios/explain"
	"retrysim/sim/result"
)

// policyShow is the flags of `policy show`.
type policyShow struct {
	retries int
	params  []string
	format  string
}

// The rows of a delay table, where the policy itself does not end.
const (
	defaultRetries = 12
	mostRetries    = 100_000
)

// policyShowVerb is `policy show NAME`.
func (a *app) policyShowVerb() *cobra.Command {
	var f policyShow
	cmd := &cobra.Command{
		Use:   "show NAME",
		Short: "one policy: its formula, its waits, its limits",
		Long: "Show the waits of a preset, or of a backoff with parameters. Retry 1 is the wait\n" +
			"between the first failure and the second attempt.",
		Example: "  retrysim policy show indexer --retries 7\n" +
			"  retrysim policy show bullmq-exponential -o json\n" +
			"  retrysim policy show exponential --param base=2s --param jitter=full",
		Args:              exactly(1, "the name of a policy"),
		ValidArgsFunction: cobra.FixedCompletions(policyNames(), cobra.ShellCompDirectiveNoFileComp),
		RunE:              func(_ *cobra.Command, args []string) error { return a.policyShow(args[0], &f) },
	}
	cmd.Flags().IntVar(&f.retries, "retries", defaultRetries, "list so many `RETRIES`, where the policy itself does not end")
	cmd.Flags().StringArrayVar(&f.params, "param", nil, "change a parameter, `KEY=VALUE`, under our name (base=2s) or the system's own; repeatable")
	cmd.Flags().StringVarP(&f.format, "format", "o", "table", "`HOW` to print: "+strings.Join(reports.DelayFormats(), ", "))
	complete(cmd, "format", reports.DelayFormats())
	return cmd
}

func (a *app) policyShow(name string, f *policyShow) error {
	switch {
	case f.retries < 0 || f.retries > mostRetries:
		return invalidf("--retries %d: it is 0 to %d", f.retries, mostRetries)
	case f.format != "" && !slices.Contains(reports.DelayFormats(), f.format):
		return invalidf("-o %q: unknown format%s", f.format, didYouMean(f.format, reports.DelayFormats()))
	}
	name = strings.TrimPrefix(name, "policy:")
	if s, ok := presets.LookupSystem(name); ok && len(s.Variants) == 0 {
		return a.policyPage(&s, f)
	}
	preset, err := lookupPolicy(name, f.params)
	if err != nil {
		return err
	}
	table, err := delayTable(preset, f.retries)
	if err != nil {
		return invalid(err)
	}
	var out bytes.Buffer
	if err := reports.WriteDelayTable(&out, table, f.format); err != nil {
		return invalid(err)
	}
	a.suggest("retrysim run --jobs 1000 --together --outage 30s --capacity 100/s -p %s", asFlag(preset, f.params))
	_, err = a.stdout.Write(out.Bytes())
	return err
}

// policyPage shows a system that has no delay law.
func (a *app) policyPage(s *presets.System, f *policyShow) error {
	if len(f.params) > 0 {
		return invalidf("policy %s: it is a page without a delay law, and has no parameters", s.ID)
	}
	table := &result.DelayTable{
		Schema: result.PolicySchema, Name: s.ID, System: s.Name + " " + s.Version, Source: s.Source,
		About: s.Name + ": rules to know, but no delay law that could be simulated", Notes: s.Notes,
	}
	a.suggest("retrysim policy ls %q", string(s.Group))
	return reports.WriteDelayTable(a.stdout, table, f.format)
}

// asFlag is the policy as -p takes it. A preset without a limit gets one,
// since a run asks for it.
func asFlag(p *presets.Preset, params []string) string {
	words := append([]string{p.Name}, params...)
	policy, _, err := p.Spec.Preview(p.Name)
	if err == nil {
		if _, limited := policy.Retries(); !limited {
			words = append(words, "max_attempts=8")
		}
	}
	return strings.Join(words, ",")
}

// lookupPolicy finds a preset, or makes a policy of a bare backoff, and sets
// the parameters KEY=VALUE.
func lookupPolicy(name string, params []string) (*presets.Preset, error) {
	p, ok := presets.Lookup(name)
	if !ok {
		if !slices.ContainsFunc(policies.Backoffs(), func(b policies.BackoffKind) bool { return b.Name == name }) {
			return nil, invalidf("unknown policy %q%s", name, didYouMean(name, policyNames()))
		}
		p = presets.Preset{Name: name}
		if err := p.Spec.Set("backoff", name, "command line"); err != nil {
			return nil, invalid(err)
		}
	}
	for _, param := range params {
		key, value, ok := strings.Cut(param, "=")
		if !ok {
			return nil, invalidf("--param %q is not KEY=VALUE, as in base=2s", param)
		}
		if err := p.With(key, value, "--param"); err != nil {
			return nil, invalidf("policy %s: %w", name, err)
		}
	}
	return &p, nil
}

// delayTable is a preset as data for the reports.
func delayTable(p *presets.Preset, retries int) (*result.DelayTable, error) {
	policy, _, err := p.Spec.Preview(p.Name)
	if err != nil {
		return nil, err
	}
	return explain.Delays(policy, p, retries), nil
}
