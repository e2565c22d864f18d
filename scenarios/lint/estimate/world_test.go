package estimate_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"retrysim/policies"
	"retrysim/policies/presets"
	"retrysim/scenarios/lint/estimate"
	"retrysim/sim"
	"retrysim/sim/model"
)

// What Tries says of a job that fails as a fault begins is what the world does
// with it, attempt by attempt, whatever the fault, the anchor and the reviews.
func TestTriesAgreeWithTheWorld(t *testing.T) {
	presetOf := func(name string, pairs ...string) *policies.Policy {
		p, _ := presets.Lookup(name)
		for i := 0; i+1 < len(pairs); i += 2 {
			if err := p.With(pairs[i], pairs[i+1], "test"); err != nil {
				t.Fatal(err)
			}
		}
		built, _, err := p.Spec.Build(name)
		if err != nil {
			t.Fatal(err)
		}
		return built
	}
	refuse := model.Fault{Kind: model.FaultRefuse, Status: 503}
	cut := model.Fault{Kind: model.FaultCut, Loses: true}
	limit := model.Fault{Kind: model.FaultRateLimit, Limit: model.RateLimit{Allow: 0, Per: sec, Status: 429, RetryAfter: 30 * sec}}
	for _, c := range []struct {
		name   string
		policy *policies.Policy
		fault  model.Fault
		review time.Duration
	}{
		{"refused", presetOf("bullmq-exponential"), refuse, 0},
		{"cut", presetOf("bullmq-exponential"), cut, 0},
		{"hinted", presetOf("respect-retry-after"), limit, 0},
		{"no hint", presetOf("respect-retry-after"), refuse, 0},
		{"polled", presetOf("polled-queue"), refuse, 310 * sec},
		{"polled, cut", presetOf("polled-queue", "timeout", "500s"), cut, 310 * sec},
		{"ticks", presetOf("indexer", "max_attempts", "8", "jitter", "0"), refuse, 5 * sec},
		{"an elapsed limit", presetOf("indexer", "max_attempts", "8", "jitter", "0", "elapsed_limit", "20s"), refuse, 0},
	} {
		start := 2*time.Minute + 3*sec
		p := plan(c.policy, func(p *sim.Plan) {
			p.Types[0].Sources = []model.Source{{Name: "one", Arrivals: model.ArrivalLaw{Arrivals: model.Burst{Jobs: 1, At: start}}}}
			p.Types[0].Replayable = 1
			p.Queue = model.Queue{Room: model.Unlimited, Review: c.review}
			p.Workers.Count, p.Stations[0].Servers, p.Stations[0].Room = model.Unlimited, model.Unlimited, model.Unlimited
			p.Bin, p.Window, p.Horizon = sec, sec, 10*time.Hour
			c.fault.Start, c.fault.End = start, p.Horizon
			p.Faults = []model.Fault{c.fault}
			p.Dead = model.DeadLetters{Enabled: true}
		})
		var world []time.Duration
		_, err := sim.Run(context.Background(), p, sim.Options{Trace: func(f sim.Fact) {
			if f.Event == "start" {
				world = append(world, f.At)
			}
		}})
		if err != nil {
			t.Fatal(err)
		}
		blow := estimate.BlowOf(p, &p.Faults[0], 0, c.policy)
		blow.Share = 1
		tries, _ := estimate.Tries(p, 0, c.policy, blow, start)
		var told []time.Duration
		for _, try := range tries {
			told = append(told, try.At)
		}
		if !slices.Equal(told, world) || len(world) < 3 {
			t.Errorf("%s: told %v, the world did %v", c.name, told, world)
		}
	}
}
