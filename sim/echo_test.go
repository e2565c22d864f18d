package sim_test

import (
	"context"
	"testing"
	"time"

	"retrysim/policies"
	"retrysim/sim"
	"retrysim/sim/ledger"
	"retrysim/sim/model"
)

// Poisson traffic has no echo, neither in its attempts where nothing is retried
// nor in the retries of a fifth of it with full jitter: the test finds one in at
// most 5 % of 200 replications each.
func TestPoissonHasNoEcho(t *testing.T) {
	const runs = 200
	traffic := func(p *sim.Plan) {
		p.Types[0].Sources = []model.Source{from("live", model.Poisson{Rate: 5})}
		p.Until = 300 * time.Second
	}
	failing := func(p *sim.Plan) {
		p.Faults = []model.Fault{{
			Name: "bad", End: 300 * sec, Kind: model.FaultError,
			Errors: []model.Outcome{{Share: 0.2, Class: policies.ServerError, Status: 500}},
		}}
	}
	alone := plan(t, at(), policy(t, "max_attempts", "1"), traffic)
	retried := plan(t, at(), policy(t, "backoff", "fixed", "base", "20s", "jitter", "full", "max_attempts", "3"), traffic, failing)
	found, again := 0, 0
	for r := range runs {
		play := func(p *sim.Plan) *sim.Outcome {
			o, err := sim.Run(context.Background(), p, sim.Options{Replication: r})
			if err != nil {
				t.Fatal(err)
			}
			return o
		}
		for _, s := range play(alone).Series {
			if s.Name != "attempts" {
				continue
			}
			if _, ok := ledger.FindEcho(s.Values); ok {
				found++
			}
		}
		o := play(retried)
		if value(t, o, "retries") < 100 {
			t.Fatalf("%v retries say nothing", value(t, o, "retries"))
		}
		if value(t, o, "echo_count") > 0 {
			again++
		}
	}
	if found > runs/20 || again > runs/20 {
		t.Errorf("echoes in %d and %d of %d runs, want at most 5 %%", found, again, runs)
	}
}
