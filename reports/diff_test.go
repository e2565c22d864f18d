package reports

import (
	"bytes"
	"testing"

	"retrysim/sim/result"
)

// diffs are what a Diff can hold: nothing, and everything.
func diffs() map[string]*result.Diff {
	text := func(s string) *string { return &s }
	number := func(v float64) *float64 { return &v }
	a := result.DiffSide{Name: "before", ID: "2a7b424af74c", Label: "before", Scenario: "indexer-outage", Seed: 42, Replications: 30}
	b := result.DiffSide{Name: "out/result.json", Scenario: "indexer-outage", Seed: 43, Replications: 1}
	return map[string]*result.Diff{
		"diff-same": {
			Schema: result.DiffSchema, A: a, B: a, Same: true,
			Settings: []result.SettingDiff{}, Scenario: []result.LineDiff{}, Outcome: []result.MetricDiff{},
		},
		"diff-all": {
			Schema: result.DiffSchema, A: a, B: b,
			Settings: []result.SettingDiff{
				{Setting: "seed", A: text("42"), B: text("43")},
				{Setting: "--set", B: text("timeline.outage.for=20s; workers.count=3")},
				{Policy: "today", Setting: "base of reindex", A: text("1s"), B: text("2s")},
			},
			Scenario: []result.LineDiff{
				{Side: "a", Line: 31, Text: "  wider: {preset: indexer, max_attempts: 8, jitter: 0.3}   # a remark that goes on beyond the page"},
				{Side: "b", Line: 31, Text: "  wider: {preset: indexer, jitter: 0.4}\x1b[31m"},
			},
			Outcome: []result.MetricDiff{
				{
					Policy: "today", Metric: "retries", Unit: "attempts", Better: result.Lower, A: number(19_830), B: number(16_835),
					AHalf: number(462), BHalf: number(512), Difference: number(-2995), Percent: number(-15.1),
				},
				{
					Policy: "today", Metric: "fano", Unit: "", Better: result.Lower, A: number(446.4), B: number(456.6),
					AHalf: number(8.2), BHalf: number(7.5), Difference: number(10.2), Percent: number(2.28),
				},
				{Policy: "today", Metric: "lost", Unit: "jobs", Better: result.Lower, A: number(0), B: number(3), Difference: number(3)},
				{Policy: "today", Metric: "time_to_recover_s", Unit: "s", Better: result.Lower, ANever: true, B: number(30)},
				{Policy: "today", Metric: "pages", A: number(2)},
				{Policy: "today", Metric: "dead_lettered[reindex]", Unit: "jobs", A: number(2), B: number(4), Difference: number(2), Percent: number(100)},
				{Policy: "wider", Metric: "goodput_per_s", Unit: "/s", Better: result.Higher, A: number(10), B: number(8), AHalf: number(0.1), BHalf: number(0.1), Difference: number(-2), Percent: number(-20)},
			},
		},
	}
}

// Every format writes every diff as it did when we last looked at it, within
// the page and without escapes.
func TestDiffGolden(t *testing.T) {
	for name, d := range diffs() {
		for _, format := range DiffFormats() {
			got := render(t, func(b *bytes.Buffer) error { return WriteDiff(b, format, d, Options{}) })
			golden(t, name+"."+format, got)
			if bytes.ContainsRune(got, '\x1b') && format != "csv" {
				t.Errorf("%s of %s holds an escape", format, name)
			}
			if format != "table" {
				continue
			}
			for _, line := range bytes.Split(got, []byte("\n")) {
				if n := columns(string(line)); n > 80 {
					t.Errorf("%s: a line of %d columns: %s", name, n, line)
				}
			}
		}
	}
	if err := WriteDiff(&bytes.Buffer{}, "pdf", diffs()["diff-all"], Options{}); err == nil {
		t.Error("pdf is a format")
	}
}
