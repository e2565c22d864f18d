package estimate_test

import (
	"math"
	"testing"
	"time"

	"retrysim/policies"
	"retrysim/scenarios/lint/estimate"
)

// What is divided by nothing takes for ever. Its text used to call itself
// without end, since as a whole number it was the smallest one.
func TestSpan(t *testing.T) {
	for ns, want := range map[float64]time.Duration{
		0: 0, -5: 0, 1e9: time.Second, 1e300: policies.Longest, math.Inf(1): policies.Longest, math.Inf(-1): 0,
	} {
		if got := estimate.Span(ns); got != want {
			t.Errorf("%v ns: %v, want %v", ns, got, want)
		}
	}
	if got := estimate.Span(math.NaN()); got != 0 {
		t.Errorf("no number: %v, want 0", got)
	}
	if got := estimate.Text(math.MinInt64); got != "-292 years" {
		t.Errorf("the smallest time is %q", got)
	}
}
