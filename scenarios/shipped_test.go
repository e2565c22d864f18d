package scenarios

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"retrysim/policies"
	"retrysim/policies/presets"
	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/model"
)

func loadShipped(t *testing.T, name string, overrides ...Override) *Scenario {
	t.Helper()
	text, ok := Source(name)
	if !ok {
		t.Fatalf("no shipped scenario %s", name)
	}
	s, err := Load(name+yamlSuffix, text, overrides)
	if err != nil {
		t.Fatalf("%s:\n%v", name, err)
	}
	return s
}

func planOf(t *testing.T, s *Scenario, row string) *sim.Plan {
	t.Helper()
	p, err := s.Plan(row)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestPlans holds every row of every shipped scenario: what it says, in short,
// and the digest of its plan.
func TestPlans(t *testing.T) {
	var b strings.Builder
	for _, name := range Names() {
		s := loadShipped(t, name)
		fmt.Fprintf(&b, "%s %s %s, %d replications, seed %d\n", name, s.Digest(), s.Load(), s.File.Run.Replications, s.File.Run.Seed)
		for _, d := range s.Defaults() {
			fmt.Fprintf(&b, "  default %s: %s\n", d.Path, d.Value)
		}
		for _, w := range s.Warnings {
			fmt.Fprintf(&b, "  warning %s %s: %s\n", w.Code, w.Policy, w.Message)
		}
		for _, row := range s.Rows() {
			describePlan(&b, planOf(t, s, row))
		}
	}
	golden(t, "plans.txt", b.String())
}

func describePlan(b *strings.Builder, p *sim.Plan) {
	fmt.Fprintf(b, "  row %s %s: until %v, horizon %v\n", p.Row, p.Digest(), p.Until, p.Horizon)
	for _, use := range p.Policies {
		fmt.Fprintf(b, "    policy %s: %s\n", use.Name, use.Text)
	}
	for i := range p.Types {
		j := &p.Types[i]
		fmt.Fprintf(b, "    job %s: policy %s, timeout %v", j.Name, p.Policies[j.Policy].Name, j.Timeout)
		for _, src := range j.Sources {
			fmt.Fprintf(b, ", %s %s", src.Name, describeSource(&src))
		}
		for _, step := range j.Steps {
			if len(step.Routes) == 0 {
				fmt.Fprintf(b, ", calls %s", p.Stations[step.Station].Dependency())
			}
			for _, r := range step.Routes {
				fmt.Fprintf(b, ", calls %s by %v: %g", p.Stations[r.Station].Dependency(), step.RouteBy, r.Weight)
			}
		}
		b.WriteString("\n")
	}
	for i := range p.Common {
		fmt.Fprintf(b, "    common %s: %s\n", p.Common[i].Name, describeSource(&p.Common[i]))
	}
	for i := range p.Faults {
		fmt.Fprintf(b, "    fault %s: kind %d from %v to %v\n", p.Faults[i].Name, p.Faults[i].Kind, p.Faults[i].Start, p.Faults[i].End)
	}
	for i := range p.Actions {
		fmt.Fprintf(b, "    action %s: kind %d at %v, %g/s, policy %d\n", p.Actions[i].Name, p.Actions[i].Kind, p.Actions[i].At, p.Actions[i].Rate, p.Actions[i].Policy)
	}
	fmt.Fprintf(b, "    queue %s\n    workers %s\n    dead letters %+v\n", inJSON(p.Queue), inJSON(p.Workers), p.Dead)
}

// inJSON is a value as the plan's digest sees it: without what is not used.
func inJSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

func describeSource(s *model.Source) string {
	if s.Clients > 0 {
		return fmt.Sprintf("%d clients thinking %v", s.Clients, s.Think)
	}
	return s.Arrivals.String()
}

// TestShippedHeads: each file opens with a comment that says what it shows and
// where its numbers come from, is called what it is named, and loads without a
// row that cannot be planned.
func TestShippedHeads(t *testing.T) {
	for _, name := range Names() {
		text, _ := Source(name)
		head, _, _ := strings.Cut(string(text), "version:")
		for _, word := range []string{"# Shows: ", "# Numbers: "} {
			if !strings.Contains(head, word) {
				t.Errorf("%s: no %q in its head", name, word)
			}
		}
		if !strings.Contains(head, "ssumed") && !strings.Contains(head, "chosen") {
			t.Errorf("%s: its head does not say what is assumed", name)
		}
		s := loadShipped(t, name)
		if s.Name() != name || About(name) == "" || s.About() != About(name) {
			t.Errorf("%s: named %q, about %q", name, s.Name(), s.About())
		}
	}
}

// TestCataloguesAreShipped: whatever a scenario can say, a shipped one says.
func TestCataloguesAreShipped(t *testing.T) {
	used := map[string]bool{}
	for _, name := range Names() {
		s := loadShipped(t, name)
		collect(used, s.tree, "")
		for _, row := range s.Rows() {
			p := planOf(t, s, row)
			for _, use := range p.Policies {
				used["backoff "+kindOf(use.Policy.Backoff)] = true
				used["jitter "+kindOf(use.Policy.Jitter)] = true
			}
			for _, a := range p.Alerts {
				used[fmt.Sprintf("alert %d", a.Kind)] = true
				used[fmt.Sprintf("gauge %d", a.Gauge)] = true
			}
			for i := range p.Types {
				for _, src := range p.Types[i].Sources {
					collectArrivals(used, src.Arrivals.Arrivals)
				}
				for _, step := range p.Types[i].Steps {
					used[fmt.Sprintf("guard %d", step.Effect.Guard)] = true
					used[fmt.Sprintf("scope %d", step.Effect.Scope)] = true
				}
			}
		}
	}
	want := func(what string, names ...string) {
		for _, name := range names {
			if !used[what+" "+name] {
				t.Errorf("no shipped scenario uses the %s %s", what, name)
			}
		}
	}
	want("preset", presets.OwnNames()...)
	want("key", sourceNames()...)
	want("key", lawNames()...)
	for _, m := range model.SizeCatalogue() {
		want("size", kindOf(m.New()))
	}
	for _, f := range fieldsOf(reflect.TypeFor[model.Schedule]()) {
		want("schedule", f.words...)
	}
	want("fault", kindNames(faultKinds)...)
	want("do", kindNames(actionKinds)...)
	for _, k := range []model.AlertKind{model.AlertGauge, model.AlertWindow, model.AlertRises, model.AlertExhausted, model.AlertFirstFailure, model.AlertStalled} {
		want("alert", fmt.Sprint(k))
	}
	for _, g := range gauges {
		want("gauge", fmt.Sprint(g.gauge))
	}
	want("guard", "0", "1", "2", "3")
	want("scope", "0", "1", "2")
	for _, t := range []reflect.Type{
		reflect.TypeFor[Queue](), reflect.TypeFor[Dependency](), reflect.TypeFor[RateLimit](), reflect.TypeFor[CoDel](),
		reflect.TypeFor[Slowdown](), reflect.TypeFor[ColdStart](), reflect.TypeFor[Autoscale](), reflect.TypeFor[Ramp](),
		reflect.TypeFor[Connections](),
	} {
		for _, f := range fieldsOf(t) {
			want("key", f.key)
		}
	}
	wantDependencyWords(want)
	for _, keys := range []string{often, ramps, hits} {
		want("key", strings.Fields(keys)...)
	}
	want("key", "multiply", "replace", "strikes", "says", "shorter_by", "restart", "restart_factor", "restart_cap", "window", "burst",
		"ramp", "down", "grace", "rolling", "on_shutdown")
	wantPolicyKinds(t, used)
}

// collectArrivals notes which laws of sizes and which rules of a calendar a
// process uses.
func collectArrivals(used map[string]bool, a model.Arrivals) {
	switch p := a.(type) {
	case model.BatchPoisson:
		used["size "+kindOf(p.Size)] = true
	case model.Schedule:
		used["schedule "+p.Gap], used["schedule "+p.Repeat], used["schedule "+p.Spread] = true, true, true
	}
}

// wantDependencyWords sees that every word of a dependency that does something
// is said.
func wantDependencyWords(want func(what string, names ...string)) {
	for _, f := range append(fieldsOf(reflect.TypeFor[Dependency]()), fieldsOf(reflect.TypeFor[RateLimit]())...) {
		for _, word := range f.words {
			if word != "none" && word != "refuse" && word != "fifo" {
				want(f.key, word)
			}
		}
	}
}

// wantPolicyKinds sees that every backoff and every jitter is played.
func wantPolicyKinds(t *testing.T, used map[string]bool) {
	for kind, name := range map[string]string{
		"backoff policies.None": "none", "backoff policies.Fixed": "fixed", "backoff policies.Ladder": "ladder",
		"backoff policies.Linear": "linear", "backoff policies.Exponential": "exponential",
		"backoff policies.Polynomial": "polynomial", "backoff policies.Decorrelated": "decorrelated",
		"backoff policies.DecorrelatedRedrawn": "decorrelated_redrawn", "jitter policies.NoJitter": "none",
		"jitter policies.FullJitter": "full", "jitter policies.EqualJitter": "equal", "jitter policies.PlusMinus": "plus_minus",
		"jitter policies.ExponentialJitter": "exponential", "jitter policies.Shorten": "shorten", "jitter policies.Added": "added", "jitter policies.Stable": "stable",
		"backoff policies.DecorrelatedClipped": "decorrelated_clipped", "backoff policies.Fibonacci": "fibonacci",
		"backoff policies.DecorrelatedRising": "decorrelated_rising", "backoff policies.Slots": "slots",
		"backoff policies.DecorrelatedSmooth": "decorrelated_smooth", "backoff policies.DrawnStep": "drawn_step",
		"backoff policies.ExponentialThenLinear": "exponential_then_linear", "backoff policies.Compounding": "compounding",
		"jitter policies.Stretch": "stretch", "jitter policies.Between": "between", "jitter policies.Within": "within",
		"jitter policies.AboveBase": "above_base", "jitter policies.Growing": "growing", "jitter policies.Whole": "whole",
		"jitter policies.Percent": "percent",
	} {
		if !used[kind] {
			t.Errorf("no shipped scenario uses %s (%s); seen: %v", kind, name, seen(used))
		}
	}
	if n := len(policies.Backoffs()) + len(policies.Jitters()); n != 31 {
		t.Errorf("there are %d backoffs and jitters, this test names 31", n)
	}
}

func seen(used map[string]bool) (names []string) {
	for name := range used {
		if strings.Contains(name, "policies.") {
			names = append(names, name)
		}
	}
	return names
}

func kindOf(v any) string { return strings.TrimPrefix(fmt.Sprintf("%T", v), "*") }

// collect notes all keys, and the values of keys that name members.
func collect(used map[string]bool, n *Node, key string) {
	key = key[strings.LastIndex(key, ".")+1:] // of a path in a row's set
	used["key "+key] = true
	if n.kind == scalarNode {
		used[key+" "+n.text] = true
	}
	for _, kid := range n.kids {
		collect(used, kid, kid.key)
	}
}

// TestBareLaws: a law may be written with its main number or list alone.
func TestBareLaws(t *testing.T) {
	for _, m := range chance.Catalogue() {
		if m.Bare == "" {
			continue
		}
		var d decoder
		n, errs := parseTree("x", []byte(map[string]string{
			"value": m.Name + ": 3s", "mean": m.Name + ": 3s",
			"points": m.Name + ": [{p: 0, value: 1s}, {p: 100, value: 3s}]",
			"parts":  m.Name + ": [{share: 50%, of: 1s}, {share: 0.5, of: {exponential: 3s}}]",
		}[m.Bare]))
		if len(errs) > 0 || d.law(n) == nil || len(d.errs) > 0 {
			t.Errorf("%s: bare %s: %v %v", m.Name, m.Bare, errs, d.errs)
		}
	}
}
