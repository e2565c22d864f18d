package scenarios_test

import (
	"context"
	"testing"

	"retrysim/scenarios"
	"retrysim/sim"
)

// mean runs rows of a shipped scenario a few times and gives a metric's mean
// for each; a row is one of compare, or a policy with words as after -p.
func mean(t *testing.T, scenario string, rows []string, metrics ...string) map[string][]float64 {
	t.Helper()
	src, ok := scenarios.Source(scenario)
	if !ok {
		t.Fatalf("no scenario %s", scenario)
	}
	s, err := scenarios.Load(scenario, src, nil)
	if err != nil {
		t.Fatal(err)
	}
	const reps = 6
	out := map[string][]float64{}
	for _, row := range rows {
		p, err := s.PlanFor(row)
		if err != nil {
			t.Fatal(err)
		}
		sums := make([]float64, len(metrics))
		for r := range reps {
			o, err := sim.Run(context.Background(), p, sim.Options{Replication: r})
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range o.Values {
				for i, m := range metrics {
					if v.Name == m {
						sums[i] += v.V / reps
					}
				}
			}
		}
		out[row] = sums
	}
	return out
}

// What the indexer's outage is expected to show, from an independent model:
// dead without jitter about 6 %, +-0.1 about 2 %, +-0.3 nearly none, full
// jitter 4-5 % with 8 attempts and nearly none with 12; the peak after the
// outage about 2100/s, 770/s, 380/s and 300/s. The order counts, and the size
// within a third.
func TestIndexerOutageFindings(t *testing.T) {
	const none, today, wide = "indexer,jitter=0,max_attempts=8", "indexer,max_attempts=8", "indexer,jitter=0.3,max_attempts=8"
	const full8, full12 = "full-jitter,max_attempts=8", "full-jitter,max_attempts=12"
	got := mean(t, "indexer-outage", []string{none, today, wide, full8, full12}, "peak_after_fault_per_s", "given_up", "jobs")
	dead := func(row string) float64 { return 100 * got[row][1] / got[row][2] }
	peak := func(row string) float64 { return got[row][0] }
	for _, c := range []struct {
		row       string
		low, high float64
	}{{none, 5, 7.5}, {today, 1.6, 3}, {wide, 0, 0.2}, {full8, 3.5, 5.5}, {full12, 0, 0.5}} {
		if d := dead(c.row); d < c.low || d > c.high {
			t.Errorf("%s: %.2f %% dead, want %v to %v", c.row, d, c.low, c.high)
		}
	}
	if !(peak(none) > 2*peak(today) && peak(today) > 1.5*peak(wide) && peak(wide) > peak(full12)) {
		t.Errorf("peaks %v, %v, %v, %v do not fall as expected", peak(none), peak(today), peak(wide), peak(full12))
	}
	if p := peak(none); p < 1600 || p > 2600 {
		t.Errorf("the peak without jitter is %v/s, want about 2100/s", p)
	}
}

// Webhooks whose retries ran out in the squeeze: today about 3,600, with
// jitter about 3,300, obeying the hint with a spread nearly none.
func TestWebhookFindings(t *testing.T) {
	got := mean(t, "webhook-rate-limit", []string{"today", "jitter-only", "spread-hint"}, "exhausted[send-webhook]", "duplicate_effects[charge]")
	today, jitter, hint := got["today"][0], got["jitter-only"][0], got["spread-hint"][0]
	if today < 3300 || today > 3900 || jitter < 3000 || jitter >= today || hint > 60 {
		t.Errorf("retries ran out for %v, %v and %v webhooks, want about 3600, 3300 and nearly none", today, jitter, hint)
	}
	for row, v := range got {
		if v[1] != 0 {
			t.Errorf("%s: %v duplicate charges under the key of the original job", row, v[1])
		}
	}
}

// What the operator's moves do to a metastable failure: waiting, more capacity
// alone, a pause that is too short and an unthrottled resume all fail; a pause
// until the abandoned work is gone, a pause with more capacity, and serving
// the newest first end it.
func TestMetastableFindings(t *testing.T) {
	rows := []string{"wait", "scale-only", "pause-1m", "unthrottled", "pause-2m", "pause-and-scale", "lifo"}
	src, _ := scenarios.Source("metastable-collapse")
	s, err := scenarios.Load("metastable-collapse", src, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range rows {
		p, err := s.Plan(row)
		if err != nil {
			t.Fatal(err)
		}
		o, err := sim.Run(context.Background(), p, sim.Options{})
		if err != nil {
			t.Fatal(err)
		}
		values := map[string]float64{}
		for _, v := range o.Values {
			values[v.Name] = v.V
		}
		if recovered := values["recovered_share"] == 1; recovered != (i >= 4) {
			t.Errorf("%s: recovered %v", row, recovered)
		}
		if row == "lifo" && values["goodput_recover_s"] > 10 {
			t.Errorf("lifo: goodput back after %v s, want seconds", values["goodput_recover_s"])
		}
	}
}
