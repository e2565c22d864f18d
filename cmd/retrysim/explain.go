package main

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"retrysim/policies/presets"
	"retrysim/reports"
	"retrysim/scenarios"
	"retrysim/sim"
)

// explainVerb is `explain SCENARIO|POLICY`.
func (a *app) explainVerb() *cobra.Command {
	var q ask
	cmd := &cobra.Command{
		Use:   "explain SCENARIO|POLICY",
		Short: "in words: what will happen, the waits, the defaults in force",
		Long: "Say in words what a scenario runs, what its policies wait, who set each value\n" +
			"and which defaults are in force; or the same for one policy. Nothing runs. A\n" +
			"name that is both is the scenario; policy:NAME and scenario:NAME force one.",
		Example: "  retrysim explain indexer-outage\n" +
			"  retrysim explain mine.yaml --set queue.wait_in=worker\n" +
			"  retrysim explain policy:indexer",
		Args:              exactly(1, "a scenario or a policy"),
		ValidArgsFunction: completeScenarios,
		RunE:              func(_ *cobra.Command, args []string) error { return a.explain(args[0], &q) },
	}
	q.verb = "explain"
	q.addScenarioFlags(cmd.Flags())
	return cmd
}

func (a *app) explain(name string, q *ask) error {
	policy, forced := strings.CutPrefix(name, "policy:")
	scenario := strings.TrimPrefix(name, "scenario:")
	_, isPreset := presets.Lookup(policy)
	isScenario := scenario != name || slices.Contains(scenarios.Names(), name)
	if forced || isPreset && !isScenario {
		return a.policyShow(policy, &policyShow{retries: 12, format: "table"})
	}
	w, err := a.open(scenario, q)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	e := explainer{&out, w}
	e.world()
	e.rows()
	e.policies()
	e.defaults()
	a.suggest("retrysim compare %s", scenario)
	_, err = a.stdout.Write(out.Bytes())
	return err
}

// explainer writes a world in words.
type explainer struct {
	out io.Writer
	w   *world
}

func (e explainer) line(format string, args ...any) { fmt.Fprintf(e.out, format+"\n", args...) }

// title begins a part.
func (e explainer) title(text string) { e.line("\n%s", text) }

// world says what arrives, what can be served, what befalls it.
func (e explainer) world() {
	p := e.w.plans[0]
	e.line("%s", e.w.header.Name)
	if e.w.header.About != "" {
		e.line("%s", indented(e.w.header.About, ""))
	}
	e.line("\nJobs arrive until %s; the run goes on until all have settled, at the latest\nuntil %s.", story(p.Until), story(p.Horizon))
	e.line("%d replications, seed %d, %s load.", e.w.reps, p.Seed, e.w.load)
	e.title("Load")
	for _, s := range p.Common {
		e.source(p, "all types", &s)
	}
	for i := range p.Types {
		for k := range p.Types[i].Sources {
			e.source(p, p.Types[i].Name, &p.Types[i].Sources[k])
		}
	}
	e.capacity(p)
	e.timeline(p)
}

// timeline lists faults and operators' actions.
func (e explainer) timeline(p *sim.Plan) {
	if len(p.Faults)+len(p.Actions) == 0 {
		return
	}
	e.title("Timeline")
	for i := range p.Faults {
		f := &p.Faults[i]
		e.line("  %s to %s  fault %q", clock(f.Start), clock(f.End), f.Name)
	}
	for i := range p.Actions {
		e.line("  %s  action %q", clock(p.Actions[i].At), p.Actions[i].Name)
	}
}

// rows says what is compared.
func (e explainer) rows() {
	e.title("Rows")
	for i, p := range e.w.plans {
		var uses []string
		for k := range p.Types {
			uses = append(uses, p.Types[k].Name+": "+p.Policies[p.Types[k].Policy].Name)
		}
		baseline := ""
		if i == e.w.baseline && len(e.w.plans) > 1 {
			baseline = "  (baseline)"
		}
		e.line("  %-16s %s%s", p.Row, strings.Join(uses, ", "), baseline)
	}
	if len(e.w.thresholds) > 0 {
		e.title("Thresholds")
	}
	for _, t := range e.w.thresholds {
		e.line("  %s", t.Text)
	}
}

// policies shows each policy in use once, with its waits and who set what.
func (e explainer) policies() {
	var done []string
	for _, p := range e.w.plans {
		for i := range p.Types {
			use := p.Policies[p.Types[i].Policy]
			if key := use.Name + use.Text; !slices.Contains(done, key) {
				done = append(done, key)
				e.policy(use)
			}
		}
	}
}

// policy shows one.
func (e explainer) policy(use sim.PolicyUse) {
	e.title("Policy " + use.Name)
	table := tableOf(use.Policy, 8)
	table.Name = use.Name
	e.line("  delay     %s", table.Formula)
	if table.MaxAttempts != nil {
		e.line("  limit     %d attempts = %d retries", *table.MaxAttempts, *table.MaxAttempts-1)
	}
	if table.WorstCaseTotalMS != nil {
		e.line("  longest   %s of waiting in total", reports.Duration(*table.WorstCaseTotalMS/1000))
	}
	var waits []string
	for _, d := range table.Delays {
		waits = append(waits, reports.DurationRange(d.MinMS/1000, d.MaxMS/1000))
	}
	e.line("  waits     %s", strings.TrimSpace(indented(strings.Join(waits, ", "), "            ")))
	e.line("  settings  %s", strings.TrimSpace(indented(use.Text, "            ")))
}

// defaults lists what the scenario leaves to the format.
func (e explainer) defaults() {
	for _, w := range e.w.warnings {
		e.line("\n%s", indented("warning: "+w.Message, ""))
	}
	if len(e.w.defaults) > 0 {
		e.title("Defaults in force")
	}
	for _, d := range e.w.defaults {
		e.line("  %s: %s\n%s", d.Path, d.Value, indented(d.Doc, "      "))
	}
}
