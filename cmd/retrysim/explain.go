package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"retrysim/policies/presets"
	"retrysim/scenarios"
	"retrysim/scenarios/explain"
	"retrysim/scenarios/lint"
	"retrysim/sim"
)

// explainVerb is `explain SCENARIO|POLICY`.
func (a *app) explainVerb() *cobra.Command {
	q := ask{verb: "explain"}
	cmd := &cobra.Command{
		Use:   "explain SCENARIO|POLICY",
		Short: "in words: what will happen, the waits, the defaults in force",
		Long: "Say in words what a row of a scenario will do, what its policies wait, which\n" +
			"defaults are in force and what the linter finds; or the same for one policy.\n" +
			"Nothing runs. A name that is both is the scenario; policy:NAME and\n" +
			"scenario:NAME force one. Without -p it is the first row.",
		Example: "  retrysim explain indexer-outage\n" +
			"  retrysim explain mine.yaml -p patient --set queue.wait_in=worker\n" +
			"  retrysim explain policy:indexer",
		Args:              exactly(1, "a scenario or a policy"),
		ValidArgsFunction: completeScenarios,
		RunE:              func(_ *cobra.Command, args []string) error { return a.explain(args[0], &q) },
	}
	q.addScenarioFlags(cmd.Flags())
	return cmd
}

// explain finds out whether the name is a policy or a scenario.
func (a *app) explain(name string, q *ask) error {
	policy, forced := strings.CutPrefix(name, "policy:")
	scenario := strings.TrimPrefix(name, "scenario:")
	isScenario := scenario != name || slices.Contains(scenarios.Names(), name)
	if forced || slices.Contains(policyNames(), policy) && !isScenario {
		return a.explainPolicy(policy)
	}
	return a.explainScenario(scenario, q)
}

func (a *app) explainPolicy(name string) error {
	preset, err := lookupPolicy(name, nil)
	if err != nil {
		return err
	}
	table, err := delayTable(preset, defaultRetries)
	if err != nil {
		return invalid(err)
	}
	var out bytes.Buffer
	if err := explain.Policy(&out, table); err != nil {
		return err
	}
	a.suggest("retrysim policy show %s", name)
	_, err = a.stdout.Write(out.Bytes())
	return err
}

func (a *app) explainScenario(name string, q *ask) error {
	w, err := a.open(name, q)
	if err != nil {
		return err
	}
	options := explain.Options{About: w.header.About, Replications: w.reps, Load: w.load}
	for _, d := range w.defaults {
		options.Defaults = append(options.Defaults, explain.Default(d))
	}
	var out bytes.Buffer
	asked := w.plans[:1]
	if len(q.policies) > 0 {
		asked = w.plans
	}
	for i, p := range asked {
		if i > 0 {
			out.WriteString("\n\n")
		}
		options.Known = w.known(p)
		if err := explain.Plan(&out, p, options); err != nil {
			return err
		}
	}
	out.WriteString(w.otherRows(asked))
	a.suggest("retrysim compare %s", name)
	_, err = a.stdout.Write(out.Bytes())
	return err
}

// otherRows names the rows that were not explained.
func (w *world) otherRows(asked []*sim.Plan) string {
	var names []string
	for _, p := range w.plans[len(asked):] {
		names = append(names, p.Row)
	}
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf("\nOther rows\n%s\n", indented(strings.Join(names, ", ")+": name one with -p", "  "))
}

// known is what the scenario says about the policies of a plan: who set what,
// and the preset that each is built on.
func (w *world) known(p *sim.Plan) []lint.Known {
	var all []lint.Known
	for _, use := range p.Policies {
		own := w.scenario.File.Policies.Get(use.Name)
		if own == nil {
			continue
		}
		k := lint.Known{Policy: use.Name, Settings: own.Spec.Settings()}
		if preset, ok := presets.Lookup(own.Preset); ok {
			k.Preset = &preset
		}
		all = append(all, k)
	}
	return all
}
