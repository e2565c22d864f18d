package lint_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"retrysim/policies/presets"
	"retrysim/scenarios/lint"
	"retrysim/sim"
	"retrysim/sim/model"
	"retrysim/sim/result"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// example is one look at a policy or a plan; found is what lint says.
type example struct {
	rule  string
	about string
	bad   bool // the rule must have something to say
	found func(t *testing.T) []result.LintFinding
}

// alone looks at a policy of pairs.
func alone(pairs ...string) func(t *testing.T) []result.LintFinding {
	return func(t *testing.T) []result.LintFinding {
		return lint.Policy(policy(t, pairs...), words(t, pairs...).Settings(), nil)
	}
}

// from looks at a preset with pairs set.
func from(name string, pairs ...string) func(t *testing.T) []result.LintFinding {
	return func(t *testing.T) []result.LintFinding {
		p := preset(t, name, pairs...)
		built, _, err := p.Spec.Preview(name)
		if err != nil {
			t.Fatal(err)
		}
		return lint.Policy(built, p.Spec.Settings(), p)
	}
}

// in looks at a plan with changes.
func in(change ...func(*sim.Plan)) func(t *testing.T) []result.LintFinding {
	return func(t *testing.T) []result.LintFinding { return lint.Plan(plan(t, change...)) }
}

// The plan that the others are changes of gives no finding, so each finding
// below is owed to its change.
func TestCalm(t *testing.T) {
	for _, f := range lint.Plan(plan(t)) {
		t.Errorf("%s at %s: %s", f.Rule, f.Path, f.Message)
	}
	for _, f := range lint.Policy(policy(t, calm...), words(t, calm...).Settings(), nil) {
		t.Errorf("%s at %s: %s", f.Rule, f.Path, f.Message)
	}
}

// Each rule speaks where it must and is silent where it must be; what it says
// is what we read when we last looked at it. A rule without both kinds of
// example fails.
func TestRules(t *testing.T) {
	examples := slices.Concat(policyExamples(t), loadExamples(t), faultExamples(t), pipelineExamples(t), dependencyExamples(t),
		connectionExamples(t), scaleExamples(t), shardExamples(t), queueExamples(t))
	var out strings.Builder
	for _, rule := range lint.Catalogue() {
		good, bad := 0, 0
		for _, e := range examples {
			if e.rule != rule.Name {
				continue
			}
			all := e.found(t)
			hits := slices.DeleteFunc(slices.Clone(all), func(f result.LintFinding) bool { return f.Rule != rule.Name })
			switch {
			case e.bad && len(hits) == 0:
				t.Errorf("%s says nothing about: %s\nall findings: %v", rule.Name, e.about, all)
			case !e.bad && len(hits) > 0:
				t.Errorf("%s speaks without need about: %s\n%s", rule.Name, e.about, hits[0].Message)
			}
			if e.bad {
				bad++
			} else {
				good++
			}
			for _, f := range hits {
				if f.Severity != rule.Severity {
					t.Errorf("%s has severity %s, not that of its rule", f.Rule, f.Severity)
				}
				fmt.Fprintf(&out, "%s: %s\n  %s %s\n  %s\n\n", rule.Name, e.about, f.Severity, f.Path, f.Message)
			}
		}
		if good == 0 || bad == 0 {
			t.Errorf("rule %s has %d examples that speak and %d that do not; want both", rule.Name, bad, good)
		}
	}
	golden(t, "testdata/messages.txt", out.String())
}

// golden compares with a file, or rewrites it.
func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; run with -update and read the diff. Got:\n%s", file, got)
	}
}

// The same plan gives the same findings in the same order, the rules in the
// order of the catalogue: those of the policies first.
func TestOrder(t *testing.T) {
	p := plan(t, with(t, "max_attempts", "3", "backoff", "fixed", "base", "2s", "retry", "all"), refuse(60), burst(300),
		func(p *sim.Plan) { p.Dead.Enabled = false })
	first := lint.Plan(p)
	var names []string
	for _, r := range lint.Catalogue() {
		names = append(names, r.Name)
	}
	last := 0
	for _, f := range first {
		i := slices.Index(names, f.Rule)
		if i < last {
			t.Errorf("%s comes after %s", f.Rule, names[last])
		}
		last = i
	}
	if len(first) < 4 {
		t.Fatalf("too few findings to see an order: %v", first)
	}
	if again := lint.Plan(p); !slices.Equal(first, again) {
		t.Errorf("the findings changed: %v, then %v", first, again)
	}
}

// Every preset of code as it is written names what differs from its intent,
// and no other preset does.
func TestAsWrittenPresets(t *testing.T) {
	variants := 0
	for _, name := range presets.OwnNames() {
		p, _ := presets.Lookup(name)
		n := 0
		for _, f := range from(name)(t) {
			if f.Rule == "as-written" {
				n++
			}
		}
		if p.AsWrittenOf != "" {
			variants++
		}
		if (n > 0) != (p.AsWrittenOf != "") {
			t.Errorf("preset %s: %d findings, as written of %q", name, n, p.AsWrittenOf)
		}
	}
	if variants < 2 {
		t.Errorf("only %d variants: the test looks at nothing", variants)
	}
}

// A plan's policy that bears a preset's name is that preset; one that Known
// names is what Known says.
func TestKnown(t *testing.T) {
	written := preset(t, "bullmq-exponential.as-written")
	built, _, err := written.Spec.Build(written.Name)
	if err != nil {
		t.Fatal(err)
	}
	count := func(name string, known ...lint.Known) int {
		p := plan(t, func(p *sim.Plan) { p.Policies[0] = sim.PolicyUse{Name: name, Policy: built} })
		n := 0
		for _, f := range lint.Plan(p, known...) {
			if f.Rule == "as-written" {
				n++
			}
		}
		return n
	}
	if n := count(written.Name); n != 3 {
		t.Errorf("by its name: %d findings, want retry, timeout and the handler", n)
	}
	if n := count("today"); n != 0 {
		t.Errorf("under another name: %d findings, want none", n)
	}
	if n := count("today", lint.Known{Policy: "today", Preset: written}); n != 3 {
		t.Errorf("when known: %d findings, want 3", n)
	}
}

// A policy that nobody in the plan uses is left alone.
func TestUnusedPolicyIsSilent(t *testing.T) {
	p := plan(t, func(p *sim.Plan) {
		p.Policies = append(p.Policies, sim.PolicyUse{Name: "spare", Policy: policy(t, "backoff", "fixed", "base", "1s")})
	})
	if found := lint.Plan(p); len(found) > 0 {
		t.Errorf("got %v", found)
	}
	p.Actions = []model.Action{{Name: "redrive", At: time.Minute, Policy: 1, Match: model.Match{JobType: -1}}}
	if found := lint.Plan(p); len(found) == 0 {
		t.Error("the policy of a replay is not looked at")
	}
}
