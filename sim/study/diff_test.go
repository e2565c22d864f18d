package study

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"retrysim/sim/result"
)

// saved is a result with one row, and what a test makes of it.
func saved(change ...func(*result.Result)) *result.Result {
	one, five := 1.0, 5.0
	r := &result.Result{
		Scenario: result.Scenario{Name: "storm", Source: "a\nb\nc\n"}, Seed: 7, Replications: 3,
		Policies: []result.PolicyResult{{
			Name: "today", PlanDigest: "d1",
			Policies: []result.JobPolicy{{JobType: "mail", Formula: "backoff=fixed base=1s"}},
			Metrics: result.Metrics{
				{Name: "retries", Unit: "attempts", Better: result.Lower, Value: &five, CI95: &[2]float64{4, 7}},
				{Name: "lost", Value: &one},
				{Name: "time_to_recover_s", Never: true},
			},
		}},
	}
	for _, c := range change {
		c(r)
	}
	return r
}

// setMetric gives a metric another value.
func setMetric(i int, v float64) func(*result.Result) {
	return func(r *result.Result) { r.Policies[0].Metrics[i].Value, r.Policies[0].Metrics[i].Never = &v, false }
}

// Nothing differs from itself, and the lists are there, if empty.
func TestDiffOfTheSame(t *testing.T) {
	d := Diff(saved(), saved())
	if !d.Same || d.Settings == nil || d.Scenario == nil || d.Outcome == nil || len(d.Settings)+len(d.Scenario)+len(d.Outcome) > 0 {
		t.Errorf("%+v", d)
	}
}

// Settings, lines and numbers that differ, and no others.
func TestDiff(t *testing.T) {
	a, b := saved(), saved(setMetric(0, 4), setMetric(2, 30), func(r *result.Result) {
		r.Seed, r.Scenario.Source = 8, "a\nB\nc\nd\n"
		r.Policies[0].Policies[0].Formula = "backoff=fixed base=2s jitter=full"
		r.Policies[0].PlanDigest = "d2"
	})
	d := Diff(a, b)
	text := func(s string) *string { return &s }
	wantSettings := []result.SettingDiff{
		{Setting: "seed", A: text("7"), B: text("8")},
		{Policy: "today", Setting: "base of mail", A: text("1s"), B: text("2s")},
		{Policy: "today", Setting: "plan digest", A: text("d1"), B: text("d2")},
		{Policy: "today", Setting: "jitter of mail", B: text("full")},
	}
	if diff := cmp.Diff(wantSettings, d.Settings); diff != "" {
		t.Errorf("settings -want +got:\n%s", diff)
	}
	wantLines := []result.LineDiff{{Side: "a", Line: 2, Text: "b"}, {Side: "b", Line: 2, Text: "B"}, {Side: "b", Line: 4, Text: "d"}}
	if diff := cmp.Diff(wantLines, d.Scenario); diff != "" {
		t.Errorf("lines -want +got:\n%s", diff)
	}
	number := func(v float64) *float64 { return &v }
	wantOutcome := []result.MetricDiff{
		{
			Policy: "today", Metric: "retries", Unit: "attempts", Better: result.Lower, A: number(5), B: number(4),
			AHalf: number(2), BHalf: number(3), Difference: number(-1), Percent: number(-20),
		},
		{Policy: "today", Metric: "time_to_recover_s", B: number(30), ANever: true},
	}
	if diff := cmp.Diff(wantOutcome, d.Outcome); diff != "" {
		t.Errorf("outcome -want +got:\n%s", diff)
	}
}

// Two results of one row each are compared under both names; rows that only
// one of several has are told as such.
func TestDiffRows(t *testing.T) {
	rename := func(name string) func(*result.Result) { return func(r *result.Result) { r.Policies[0].Name = name } }
	d := Diff(saved(), saved(rename("wider"), setMetric(1, 2)))
	if len(d.Outcome) != 1 || d.Outcome[0].Policy != "today -> wider" || *d.Outcome[0].Percent != 100 {
		t.Errorf("%+v", d.Outcome)
	}
	more := saved(func(r *result.Result) {
		r.Policies = append(r.Policies, result.PolicyResult{Name: "wider"})
	})
	for _, d := range []*result.Diff{Diff(saved(), more), Diff(more, saved())} {
		if len(d.Settings) != 1 || d.Settings[0].Policy != "wider" || (d.Settings[0].A == nil) == (d.Settings[0].B == nil) || len(d.Outcome) > 0 {
			t.Errorf("%+v", d)
		}
	}
}

// Taking A's lines out of A and putting B's in gives B, for any two texts.
func TestDiffLines(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	text := func() string {
		var b strings.Builder
		for range r.IntN(12) {
			fmt.Fprintf(&b, "%c\n", 'a'+r.IntN(4))
		}
		return b.String()
	}
	for range 500 {
		a, b := text(), text()
		gone, come := map[int]bool{}, map[int]string{}
		for _, l := range diffLines(a, b) {
			if l.Side == "a" {
				gone[l.Line] = true
			} else {
				come[l.Line] = l.Text
			}
		}
		var kept []string
		for i, l := range splitLines(a) {
			if !gone[i+1] {
				kept = append(kept, l)
			}
		}
		var out []string
		for len(kept) > 0 || come[len(out)+1] != "" {
			if l, ok := come[len(out)+1]; ok {
				out = append(out, l)
			} else {
				out, kept = append(out, kept[0]), kept[1:]
			}
		}
		if got := strings.Join(out, "\n"); got != strings.TrimSuffix(b, "\n") {
			t.Fatalf("%q to %q gives %q", a, b, got)
		}
		if (a == b) != (len(gone)+len(come) == 0) {
			t.Fatalf("%q and %q: %d lines", a, b, len(gone)+len(come))
		}
	}
}
