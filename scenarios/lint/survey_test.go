package lint_test

import (
	"slices"
	"testing"

	"retrysim/policies/presets"
	"retrysim/scenarios/lint"
)

// Every preset of the catalogue is linted without an error, only rules of the catalogue speak, and each of these
// doubts is found in a system that is known for it.
func TestSurveyIsLinted(t *testing.T) {
	var rules []string
	for _, r := range lint.Catalogue() {
		rules = append(rules, r.Name)
	}
	found := map[string][]string{}
	for _, name := range presets.Names() {
		p, _ := presets.Lookup(name)
		if p.Name != name {
			continue // a system's id is its main variant again
		}
		built, _, err := p.Spec.Preview(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range lint.Policy(built, p.Spec.Settings(), &p) {
			if !slices.Contains(rules, f.Rule) || f.Severity == lint.Error {
				t.Errorf("%s: %s %s: %s", name, f.Severity, f.Rule, f.Message)
			}
			found[f.Rule] = append(found[f.Rule], name)
		}
	}
	for rule, name := range map[string]string{
		"hot-loop": "good_job.unhandled", "no-jitter": "temporal.default", "jitter-above-cap": "cenkalti.default",
		"no-limit": "temporal.default",
	} {
		if !slices.Contains(found[rule], name) {
			t.Errorf("%s is not found in %s, only in %v", rule, name, found[rule])
		}
	}
}
