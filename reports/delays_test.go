package reports

import (
	"bytes"
	"strings"
	"testing"

	"retrysim/sim/result"
)

// delayFixtures are an unlimited policy whose jitter exceeds the cap, a limited
// one with a default, one without a nominal delay, and one that never retries.
func delayFixtures() map[string]*result.DelayTable {
	row := func(n int, nominal, low, mean, high float64) result.DelayRow {
		return result.DelayRow{Retry: n, NominalMS: ptr(nominal), MinMS: low, MeanMS: mean, MaxMS: high}
	}
	unlimited := &result.DelayTable{
		Schema: result.PolicySchema, Name: "indexer", System: "an indexing worker", Source: "its retry module", About: "Exponential backoff with a cap and jitter of 10 % on top of the capped delay.",
		Formula: "min(30s, 1s x 2^(n-1)) x uniform(0.9, 1.1)", Lint: []result.LintFinding{{Rule: "no-limit", Severity: "error", Path: "policy.max_attempts", Message: "a run without a limit on attempts is refused; set max_attempts"}},
		Settings: []result.Setting{{Key: "base", Value: "1s", Origin: "preset indexer"}, {Key: "jitter", Value: "plus_minus 0.1", Origin: "flag"}},
		Notes:    []string{"The delay can reach 33 s, above the cap of 30 s, since the jitter is applied after the cap."}, SeeAlso: []string{"indexer.as-written", "exponential"},
	}
	for i, d := range []float64{1000, 2000, 4000, 8000, 16000, 30000, 30000} {
		unlimited.Delays = append(unlimited.Delays, row(i+1, d, 0.9*d, d, 1.1*d))
	}
	limited := &result.DelayTable{
		Schema: result.PolicySchema, Name: "polled-queue", Formula: "310 s x n^2, counted from the taking", MaxAttempts: ptr(4), DefaultMaxAttempts: ptr(3), WorstCaseTotalMS: ptr(2790e3), Lint: []result.LintFinding{},
	}
	for i, d := range []float64{310e3, 930e3, 1550e3} {
		r := row(i+1, d, d, d, d)
		r.BeyondDefault = i == 2
		limited.Delays = append(limited.Delays, r)
	}
	return map[string]*result.DelayTable{
		"unlimited": unlimited, "limited": limited,
		"carried": {
			Schema: result.PolicySchema, Name: "decorrelated-jitter.carried", Formula: "min(cap, uniform(base, 3 x previous))", MaxAttempts: ptr(2), DefaultMaxAttempts: ptr(2), WorstCaseTotalMS: ptr(300.0),
			Delays: []result.DelayRow{{Retry: 1, MinMS: 0, MeanMS: 150, MaxMS: 300}},
		},
		"none": {Schema: result.PolicySchema, Name: "none", Formula: "no retry", MaxAttempts: ptr(1), WorstCaseTotalMS: ptr(0.0)},
	}
}

func TestDelayTableGolden(t *testing.T) {
	for _, format := range DelayFormats() {
		for name, d := range delayFixtures() {
			got := render(t, func(b *bytes.Buffer) error { return WriteDelayTable(b, d, format) })
			golden(t, "delays-"+name+"."+format, got)
			for l := range strings.Lines(string(got)) {
				if format == "table" && columns(l) > 81 {
					t.Errorf("%s: a line of %d columns: %q", name, columns(l), l)
				}
			}
			if err := WriteDelayTable(&failing{0}, d, format); err == nil {
				t.Errorf("%s swallows a write error", format)
			}
		}
	}
	if err := WriteDelayTable(&bytes.Buffer{}, delayFixtures()["none"], "pdf"); err == nil || !strings.Contains(err.Error(), "table, json, yaml, csv, md") {
		t.Errorf("got %v", err)
	}
}

// Attempts and retries are both stated, whatever the limit.
func TestLimitWords(t *testing.T) {
	for _, c := range []struct {
		attempts, def *int
		want          string
	}{
		{nil, nil, "no limit on attempts"},
		{ptr(1), nil, "1 attempt = no retry"},
		{ptr(2), ptr(2), "2 attempts = 1 retry"},
		{ptr(5), nil, "5 attempts = 4 retries"},
		{nil, ptr(3), "no limit on attempts; the system's default is 3 attempts = 2 retries"},
	} {
		if got := limitWords(&result.DelayTable{MaxAttempts: c.attempts, DefaultMaxAttempts: c.def}); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
