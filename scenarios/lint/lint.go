package lint

import (
	"fmt"

	"retrysim/policies"
	"retrysim/policies/presets"
	"retrysim/scenarios/lint/estimate"
	"retrysim/sim"
	"retrysim/sim/result"
)

// The severities of a rule. A warning is worth a look; an error is a setting
// with which jobs hang or vanish for certain.
const (
	Warning = "warning"
	Error   = "error"
)

// Rule is one line of the catalogue.
type Rule struct {
	Name     string
	Severity string
	Doc      string // one sentence
}

// Catalogue lists all rules in the order of their findings: those over a
// policy, then those over a plan.
func Catalogue() []Rule {
	var out []Rule
	for _, r := range policyRules {
		out = append(out, r.Rule)
	}
	for _, r := range planRules {
		out = append(out, r.Rule)
	}
	return out
}

// Known is what is known about a plan's policy beside its value: who set what,
// and the preset that it is built on.
type Known struct {
	Policy   string // its name in the plan
	Settings []policies.Setting
	Preset   *presets.Preset // nil without
}

// Policy looks at a policy alone. settings may be nil where nobody knows who
// set what, preset where the policy is built on none. The order of the
// findings is that of the catalogue.
func Policy(p *policies.Policy, settings []policies.Setting, preset *presets.Preset) []result.LintFinding {
	return lintPolicy(&policyCase{p: p, waits: estimate.WaitsOf(p), settings: settings, preset: preset})
}

// Plan looks at a plan: first at each policy that its job types or its replays
// use, then at the rest. A policy that is not among the known ones and has the
// name of a preset is taken for that preset.
func Plan(p *sim.Plan, known ...Known) []result.LintFinding {
	var out []result.LintFinding
	c := &planCase{p: p}
	for i := range p.Policies {
		c.waits = append(c.waits, estimate.WaitsOf(p.Policies[i].Policy))
	}
	for i := range p.Policies {
		if one := c.policyCase(i, known); one.uses != nil {
			out = append(out, lintPolicy(one)...)
		}
	}
	for i := range planRules {
		c.rule = &planRules[i].Rule
		planRules[i].check(c)
	}
	return append(out, c.found...)
}

// policyCase is the look at one policy of a plan.
func (c *planCase) policyCase(i int, known []Known) *policyCase {
	use := &c.p.Policies[i]
	one := &policyCase{p: use.Policy, waits: c.waits[i], plan: c.p, uses: usesOf(c.p, i), prefix: "policies." + use.Name}
	for k := range known {
		if known[k].Policy == use.Name {
			one.settings, one.preset = known[k].Settings, known[k].Preset
			return one
		}
	}
	if preset, ok := presets.Lookup(use.Name); ok {
		one.preset = &preset
	}
	return one
}

// usesOf names what uses a policy: job types, and replays.
func usesOf(p *sim.Plan, policy int) []string {
	var uses []string
	for t := range p.Types {
		if p.Types[t].Policy == policy {
			uses = append(uses, p.Types[t].Name)
		}
	}
	for i := range p.Actions {
		if p.Actions[i].Policy == policy {
			uses = append(uses, p.Actions[i].Name)
		}
	}
	return uses
}

// policyCase is a policy under the eyes of the rules.
type policyCase struct {
	p        *policies.Policy
	waits    estimate.Waits
	settings []policies.Setting
	preset   *presets.Preset
	plan     *sim.Plan // nil where the policy is looked at alone
	uses     []string  // with a plan: who uses it
	prefix   string    // of paths
	rule     *Rule
	found    []result.LintFinding
}

func lintPolicy(c *policyCase) []result.LintFinding {
	for i := range policyRules {
		c.rule = &policyRules[i].Rule
		policyRules[i].check(c)
	}
	return c.found
}

// say adds a finding at a word of the policy.
func (c *policyCase) say(key, format string, args ...any) {
	path := c.prefix
	if path != "" && key != "" {
		path += "."
	}
	c.found = append(c.found, finding(c.rule, path+key, format, args))
}

// planCase is a plan under the eyes of the rules.
type planCase struct {
	p     *sim.Plan
	waits []estimate.Waits // of each policy
	rule  *Rule
	found []result.LintFinding
}

// say adds a finding at a path of the scenario.
func (c *planCase) say(path, format string, args ...any) {
	c.found = append(c.found, finding(c.rule, path, format, args))
}

func finding(r *Rule, path, format string, args []any) result.LintFinding {
	return result.LintFinding{Rule: r.Name, Severity: r.Severity, Path: path, Message: fmt.Sprintf(format, args...)}
}

// policy is the policy of a job type.
func (c *planCase) policy(jobType int) *policies.Policy {
	return c.p.Policies[c.p.Types[jobType].Policy].Policy
}

// policyPath is where the policy of a job type stands in a scenario.
func (c *planCase) policyPath(jobType int) string {
	return "policies." + c.p.Policies[c.p.Types[jobType].Policy].Name
}

// waitsOf is what a job type's policy lets a job wait.
func (c *planCase) waitsOf(jobType int) *estimate.Waits {
	return &c.waits[c.p.Types[jobType].Policy]
}

// plural is a number and its noun.
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
