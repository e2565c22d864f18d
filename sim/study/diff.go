package study

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"retrysim/sim/result"
)

// Diff tells what differs between two results: settings, the scenario's text,
// and the numbers of the rows that both have. Rows are the same where they have
// the same name; two results of one row each are compared whatever their names.
func Diff(a, b *result.Result) *result.Diff {
	d := &result.Diff{
		Schema: result.DiffSchema, A: sideOf(a), B: sideOf(b),
		Settings: []result.SettingDiff{}, Outcome: []result.MetricDiff{},
		Scenario: diffLines(a.Scenario.Source, b.Scenario.Source),
	}
	addSettings(d, "", settingsOf(a), settingsOf(b))
	for _, p := range pairsOf(a, b) {
		switch {
		case p.a == nil:
			addSettings(d, p.name, nil, [][2]string{{"row", "is there"}})
		case p.b == nil:
			addSettings(d, p.name, [][2]string{{"row", "is there"}}, nil)
		default:
			addSettings(d, p.name, rowSettings(p.a), rowSettings(p.b))
			addOutcome(d, p)
		}
	}
	d.Same = len(d.Settings)+len(d.Scenario)+len(d.Outcome) == 0
	return d
}

func sideOf(r *result.Result) result.DiffSide {
	return result.DiffSide{Scenario: r.Scenario.Name, Seed: r.Seed, Replications: r.Replications}
}

// settingsOf are the settings of a whole result, by name.
func settingsOf(r *result.Result) [][2]string {
	out := [][2]string{
		{"scenario", r.Scenario.Name},
		{"--set", strings.Join(r.Scenario.Set, "; ")},
		{"-p", strings.Join(r.Scenario.Rows, "; ")},
		{"seed", strconv.FormatUint(r.Seed, 10)},
		{"replications", strconv.Itoa(r.Replications)},
		{"partial", strconv.FormatBool(r.Partial)},
		{"load", r.Load},
		{"bin", shortMS(r.BinMS)},
		{"peak window", shortMS(r.PeakWindowMS)},
		{"arrivals end", shortMS(r.UntilMS)},
		{"horizon", shortMS(r.HorizonMS)},
		{"version", r.Tool.Version},
		{"GOARCH", r.Tool.GOARCH},
	}
	for _, f := range r.Faults {
		out = append(out, [2]string{"fault " + f.Name, fmt.Sprintf("%s on %s, %s to %s", f.Effect, f.Target, shortMS(f.StartMS), shortMS(f.EndMS))})
	}
	for _, m := range r.Actions {
		out = append(out, [2]string{"action " + m.Name, m.Action + " at " + shortMS(m.AtMS)})
	}
	return out
}

// shortMS is a time of the timeline in seconds.
func shortMS(ms float64) string { return strconv.FormatFloat(ms/1000, 'f', -1, 64) + " s" }

// rowSettings are those of one row. The digest stands for what has no words
// here: an override of the dependency, say.
func rowSettings(p *result.PolicyResult) [][2]string {
	var out [][2]string
	for _, j := range p.Policies {
		out = append(out, policySettings(&j)...)
	}
	for i, s := range p.Settings {
		out = append(out, [2]string{"setting " + strconv.Itoa(i+1), s})
	}
	return append(out, [2]string{"plan digest", p.PlanDigest})
}

// policySettings are the words of a policy, key=value each; where they are not
// that, the whole text.
func policySettings(j *result.JobPolicy) [][2]string {
	var out [][2]string
	for _, word := range strings.Fields(j.Formula) {
		key, value, ok := strings.Cut(word, "=")
		if !ok {
			return [][2]string{{"policy of " + j.JobType, j.Formula}}
		}
		out = append(out, [2]string{key + " of " + j.JobType, value})
	}
	return out
}

// addSettings adds those that are not the same on both sides, in the order of
// A; those that only B has come last.
func addSettings(d *result.Diff, row string, a, b [][2]string) {
	value := func(all [][2]string, name string) *string {
		for i := range all {
			if all[i][0] == name && all[i][1] != "" {
				return &all[i][1]
			}
		}
		return nil
	}
	var names []string
	for _, s := range slices.Concat(a, b) {
		if !slices.Contains(names, s[0]) {
			names = append(names, s[0])
		}
	}
	for _, name := range names {
		x, y := value(a, name), value(b, name)
		if x == nil && y == nil || x != nil && y != nil && *x == *y {
			continue
		}
		d.Settings = append(d.Settings, result.SettingDiff{Policy: row, Setting: name, A: x, B: y})
	}
}

// pair is a row of each result; one of them may be missing.
type pair struct {
	name string
	a, b *result.PolicyResult
}

func pairsOf(a, b *result.Result) []pair {
	if len(a.Policies) == 1 && len(b.Policies) == 1 && a.Policies[0].Name != b.Policies[0].Name {
		x, y := &a.Policies[0], &b.Policies[0]
		return []pair{{x.Name + " -> " + y.Name, x, y}}
	}
	var out []pair
	for i := range a.Policies {
		out = append(out, pair{a.Policies[i].Name, &a.Policies[i], rowNamed(b, a.Policies[i].Name)})
	}
	for i := range b.Policies {
		if rowNamed(a, b.Policies[i].Name) == nil {
			out = append(out, pair{b.Policies[i].Name, nil, &b.Policies[i]})
		}
	}
	return out
}

func rowNamed(r *result.Result, name string) *result.PolicyResult {
	for i := range r.Policies {
		if r.Policies[i].Name == name {
			return &r.Policies[i]
		}
	}
	return nil
}

// addOutcome adds the metrics of a pair that differ.
func addOutcome(d *result.Diff, p pair) {
	names := make([]string, 0, len(p.a.Metrics))
	for _, m := range slices.Concat(p.a.Metrics, p.b.Metrics) {
		if !slices.Contains(names, m.Name) {
			names = append(names, m.Name)
		}
	}
	for _, name := range names {
		x, hasA := p.a.Metrics.Get(name)
		y, hasB := p.b.Metrics.Get(name)
		if !hasA {
			x.Unit, x.Better = y.Unit, y.Better
		}
		if m := metricDiff(p.name, name, x, y); hasA != hasB || !sameValue(x, y) {
			d.Outcome = append(d.Outcome, m)
		}
	}
}

func sameValue(x, y result.Metric) bool {
	if x.Value == nil || y.Value == nil {
		return x.Value == nil && y.Value == nil && x.Never == y.Never
	}
	return *x.Value == *y.Value
}

func metricDiff(row, name string, x, y result.Metric) result.MetricDiff {
	m := result.MetricDiff{
		Policy: row, Metric: name, Unit: x.Unit, Better: x.Better, A: x.Value, B: y.Value,
		AHalf: half(x), BHalf: half(y), ANever: x.Never, BNever: y.Never,
	}
	if x.Value != nil && y.Value != nil {
		by := *y.Value - *x.Value
		m.Difference = &by
		if *x.Value != 0 {
			percent := by / math.Abs(*x.Value) * 100
			m.Percent = &percent
		}
	}
	return m
}

// half is the larger side of a metric's interval.
func half(m result.Metric) *float64 {
	if m.Value == nil || m.CI95 == nil {
		return nil
	}
	h := max(m.CI95[1]-*m.Value, *m.Value-m.CI95[0])
	return &h
}
