package main

import (
	"bytes"
	"testing"

	"retrysim/sim/result"
)

// --fail-on gives no verdict where no comparison has a probability.
func TestFailOnUnjudged(t *testing.T) {
	p := 0.5
	for _, c := range []struct {
		name   string
		failOn []string
		all    []result.Comparison
		want   bool
	}{
		{"one replication", []string{"worse=5%"}, []result.Comparison{{}, {}}, true},
		{"judged", []string{"worse=5%"}, []result.Comparison{{}, {PAdjusted: &p}}, false},
		{"not asked", nil, []result.Comparison{{}}, false},
		{"nothing to compare", []string{"worse=5%"}, nil, false},
	} {
		var b bytes.Buffer
		a := &app{stderr: &b}
		if got := a.unjudged(&ask{failOn: c.failOn}, &result.Result{Comparison: c.all}); got != c.want || (b.Len() > 0) != c.want {
			t.Errorf("%s: %v, said %q", c.name, got, b.String())
		}
	}
}

// Only jobs that neither completed nor are still alive have died.
func TestNoneDied(t *testing.T) {
	r := func(l result.Ledger) *result.Result {
		return &result.Result{Policies: []result.PolicyResult{{Ledger: l}}}
	}
	if !noneDied(r(result.Ledger{Jobs: 3, Completed: 2, Unfinished: 1})) || noneDied(r(result.Ledger{Jobs: 3, Completed: 2, Expired: 1})) {
		t.Error("who died is counted wrongly")
	}
}
