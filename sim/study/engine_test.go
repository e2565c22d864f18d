package study

import (
	"bytes"
	"context"
	"encoding/json"
	"testing"
	"time"

	"retrysim/policies"
	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/model"
	"retrysim/sim/result"
)

// smallOutage is a minute of 40 jobs a second into a dependency of 80/s that
// refuses for 10 s while a batch of 100 arrives.
func smallOutage(t *testing.T, row string, words ...string) *sim.Plan {
	t.Helper()
	var spec policies.Spec
	for i := 0; i < len(words); i += 2 {
		if err := spec.Set(words[i], words[i+1], "test"); err != nil {
			t.Fatal(err)
		}
	}
	policy, _, err := spec.Build(row)
	if err != nil {
		t.Fatal(err)
	}
	p := testPlan(row)
	p.Until, p.Horizon = time.Minute, 10*time.Minute
	p.Policies = []sim.PolicyUse{{Name: "same", Text: row, Policy: policy}}
	p.Types = []model.JobType{{
		Name: "reindex", Steps: []model.Step{{}}, Replayable: 1,
		Sources: []model.Source{
			{Name: "live", Arrivals: model.ArrivalLaw{Arrivals: model.Poisson{Rate: 40}}},
			{Name: "batch", Arrivals: model.ArrivalLaw{Arrivals: model.Burst{Jobs: 100, At: 12 * time.Second}}},
		},
	}}
	p.Stations[0].Service = model.Law{Distribution: chance.Exponential{Average: 100 * time.Millisecond}}
	p.Stations[0].RefuseStatus = 503
	p.Queue, p.Workers = model.Queue{Room: model.Unlimited}, model.Workers{Count: model.Unlimited}
	p.Dead = model.DeadLetters{Enabled: true, Dedupe: true}
	p.Faults[0].Start, p.Faults[0].End, p.Faults[0].Status = 10*time.Second, 20*time.Second, 503
	return p
}

// The real engine: the same bytes on one goroutine and on two, nothing between
// two rows of the same policy, and jitter that lowers the peak of a herd.
func TestWithTheEngine(t *testing.T) {
	today := []string{"backoff", "exponential", "base", "1s", "factor", "2", "cap", "30s", "max_attempts", "8"}
	run := func(parallel int) (*result.Result, []byte) {
		out, err := Run(context.Background(), Request{
			Plans: []*sim.Plan{
				smallOutage(t, "today", today...), smallOutage(t, "twin", today...),
				smallOutage(t, "full", append(today, "jitter", "full")...),
			},
			Replications: 8, Parallel: parallel,
		})
		if err != nil {
			t.Fatal(err)
		}
		b, err := json.Marshal(out)
		if err != nil {
			t.Fatal(err)
		}
		return out, b
	}
	out, one := run(1)
	if _, two := run(2); !bytes.Equal(one, two) {
		t.Error("two goroutines give other bytes than one")
	}
	for _, c := range out.Comparison {
		if c.Policy == "twin" && c.Verdict != result.VerdictNone {
			t.Errorf("equal rows differ: %+v", c)
		}
	}
	if c := comparisonOf(t, out, "full", "peak_retries_per_s"); c.Verdict != result.VerdictBetter {
		t.Errorf("full jitter on the peak of retries: %+v", c)
	}
	for _, f := range out.Findings {
		t.Log(f.Text)
	}
}
