package study

import (
	"context"
	"encoding/json"
	"math"
	"testing"
	"time"

	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/ledger"
	"retrysim/sim/model"
	"retrysim/sim/result"
)

// testCatalogue is a part of the real one, so that these tests do not change
// with it.
var testCatalogue = []result.Info{
	{Name: "attempts", Unit: "attempts", Better: result.Lower},
	{Name: "peak_load_per_s", Unit: "/s", Better: result.Lower},
	{Name: "peak_retries_per_s", Unit: "/s", Better: result.Lower},
	{Name: "time_to_recover_s", Unit: "s", Better: result.Lower},
	{Name: "recovered_share", Unit: "", Better: result.Higher},
	{Name: "done_p50_s", Unit: "s", Better: result.Lower},
	{Name: "done_p95_s", Unit: "s", Better: result.Lower},
	{Name: "done_p99_s", Unit: "s", Better: result.Lower},
	{Name: "wasted_attempts", Unit: "attempts", Better: result.Lower},
	{Name: "duplicate_effects", Unit: "effects", Better: result.Lower},
	{Name: "dead_lettered", Unit: "jobs", Better: result.Lower},
	{Name: "lost", Unit: "jobs", Better: result.Lower},
	{Name: "goodput_per_s", Unit: "/s", Better: result.Higher},
	{Name: "fano", Unit: "", Better: result.Neither},
}

// testPlan is a row over a dependency of 80/s that refuses from 120 s to 150 s.
func testPlan(name string) *sim.Plan {
	law := chance.Constant{Value: 100 * time.Millisecond}
	return &sim.Plan{
		Scenario: "test", Row: name, Seed: 42, Until: 10 * time.Minute, Horizon: 100 * time.Minute,
		Bin: time.Second, Window: time.Second,
		Policies: []sim.PolicyUse{{Name: "indexer", Text: "exponential"}},
		Types: []model.JobType{
			{Name: "a", Steps: []model.Step{{Effect: model.Effect{Name: "charge"}}}},
			{Name: "send-webhook"},
		},
		Stations: []model.Station{{Name: "search", Servers: 8, Service: model.Law{Distribution: law}, Room: 200}},
		Faults: []model.Fault{{
			Name: "outage", Start: 2 * time.Minute, End: 150 * time.Second, Kind: model.FaultRefuse,
		}},
	}
}

// outcome is a run of 1,000 jobs, of which some became dead letters, with
// these values.
func outcome(dead int64, values ...ledger.Value) *sim.Outcome {
	done := &result.Histogram{}
	for i := range 1000 - dead {
		done.Record(int64(i) * int64(time.Millisecond) * 10)
	}
	for range dead {
		done.RecordNever()
	}
	return &sim.Outcome{
		Ledger:     result.Ledger{Jobs: 1000, Completed: 1000 - dead, DeadLettered: dead},
		Values:     append(values, ledger.Value{Name: "dead_lettered", V: float64(dead)}),
		Histograms: []ledger.Hist{{Name: "done_s", H: done}},
	}
}

// value is a named number.
func value(name string, v float64) ledger.Value { return ledger.Value{Name: name, V: v} }

// fake plays tasks by a function, and stops before task stop where that is
// above 0, as an interrupt would.
func fake(stop int, play func(t sim.Task) *sim.Outcome, cancel func()) runner {
	return func(ctx context.Context, tasks []sim.Task, _ int, done func(int, *sim.Outcome) error) error {
		for i, t := range tasks {
			if stop > 0 && i == stop {
				cancel()
				if err := done(i, &sim.Outcome{Partial: true}); err != nil {
					return err
				}
				return ctx.Err()
			}
			o := play(t)
			o.Replication = t.Replication
			if err := done(i, o); err != nil {
				return err
			}
		}
		return nil
	}
}

// judgeFake runs a study of fabricated outcomes.
func judgeFake(t *testing.T, q Request, play func(t sim.Task) *sim.Outcome) *result.Result {
	t.Helper()
	s := &study{Request: q, catalogue: testCatalogue, run: fake(0, play, nil)}
	out, err := s.result(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := json.Marshal(out); err != nil {
		t.Fatalf("the result cannot be written: %v", err)
	}
	return out
}

// threshold parses an expression that must be right.
func threshold(t *testing.T, text string) Expression {
	t.Helper()
	e, err := parse(text, testCatalogue)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// noise is a fixed number in [-1, 1] for each replication.
func noise(r int) float64 {
	return math.Sin(float64(r) * 12.9898)
}

// metric is a metric that the row must have.
func metric(t *testing.T, p result.PolicyResult, name string) result.Metric {
	t.Helper()
	m, ok := p.Metrics.Get(name)
	if !ok {
		t.Fatalf("row %s has no %s", p.Name, name)
	}
	return m
}

// comparisonOf is the comparison of a row in a metric, which must exist.
func comparisonOf(t *testing.T, out *result.Result, policy, name string) result.Comparison {
	t.Helper()
	for _, c := range out.Comparison {
		if c.Policy == policy && c.Metric == name {
			return c
		}
	}
	t.Fatalf("no comparison of %s in %s", policy, name)
	return result.Comparison{}
}
