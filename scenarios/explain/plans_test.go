package explain_test

import (
	"testing"
	"time"

	"retrysim/policies"
	"retrysim/policies/presets"
	"retrysim/scenarios/explain"
	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/model"
)

// built is a preset with pairs set, and its policy.
func built(t testing.TB, name string, pairs ...string) (*presets.Preset, *policies.Policy) {
	t.Helper()
	p, ok := presets.Lookup(name)
	if !ok {
		t.Fatalf("no preset %s", name)
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		if err := p.With(pairs[i], pairs[i+1], "--param"); err != nil {
			t.Fatal(err)
		}
	}
	policy, _, err := p.Spec.Preview(name)
	if err != nil {
		t.Fatal(err)
	}
	return &p, policy
}

// use is a plan's policy of a preset, under a name.
func use(t testing.TB, name, preset string, pairs ...string) sim.PolicyUse {
	_, p := built(t, preset, pairs...)
	return sim.PolicyUse{Name: name, Policy: p}
}

func source(name string, a model.Arrivals) model.Source {
	return model.Source{Name: name, Arrivals: model.ArrivalLaw{Arrivals: a}}
}

func law(d chance.Distribution) model.Law { return model.Law{Distribution: d} }

const minute = time.Minute

// indexerOutage is system S1: search refuses for 30 s just as a batch comes.
func indexerOutage(t testing.TB) *sim.Plan {
	return &sim.Plan{
		Scenario: "indexer-outage", Row: "today", Seed: 42, Until: 10 * minute, Horizon: 100 * minute, Bin: time.Second, Window: time.Second,
		Policies: []sim.PolicyUse{use(t, "indexer", "indexer", "max_attempts", "8")},
		Types: []model.JobType{{
			Name: "reindex", Timeout: 5 * time.Second, Steps: []model.Step{{}}, Replayable: 1,
			Sources: []model.Source{
				source("live", model.Poisson{Rate: 40}), source("batch", model.Burst{Jobs: 2000, At: 2*minute + 5*time.Second}),
			},
		}},
		Stations: []model.Station{{
			Name: "search", Servers: 8, Service: law(chance.Exponential{Average: 100 * time.Millisecond}), Room: 200, RefuseStatus: 503,
		}},
		Queue:   model.Queue{Room: model.Unlimited},
		Workers: model.Workers{Count: 400, Lock: 5 * minute, StaleAfter: 5 * minute},
		Dead:    model.DeadLetters{Enabled: true, Dedupe: true, Keep: 14 * 24 * time.Hour},
		Faults:  []model.Fault{{Name: "outage", Start: 2 * minute, End: 150 * time.Second, Kind: model.FaultRefuse, Status: 503}},
		Alerts: []model.Alert{{
			Name: "dlq-growing", Kind: model.AlertRises, Gauge: model.GaugeDLQDepth, Over: minute, Pages: true,
		}},
	}
}

// webhookSqueeze is system S2: a limit cut to a quarter while a digest goes
// out, lossy answers, a replay and a discard.
func webhookSqueeze(t testing.TB) *sim.Plan {
	squeeze := model.RateLimit{Allow: 15, Per: time.Second, Status: 429, RetryAfter: 30 * time.Second}
	return &sim.Plan{
		Scenario: "webhook-rate-limit", Row: "today", Seed: 42, Until: 20 * minute, Horizon: 200 * minute, Bin: time.Second, Window: time.Second,
		Policies: []sim.PolicyUse{
			use(t, "bullmq", "bullmq-exponential"), use(t, "hinted", "respect-retry-after"), use(t, "replay", "bullmq-exponential", "base", "5s"),
		},
		Types: []model.JobType{
			{
				Name: "send-webhook", Timeout: 10 * time.Second, Replayable: 1,
				Steps:     []model.Step{{Effect: model.Effect{Name: "delivery"}}},
				Sources:   []model.Source{source("live", model.Poisson{Rate: 20}), source("digest", model.Burst{Jobs: 1500, At: 3 * minute})},
				Permanent: []model.Outcome{{Class: policies.InvalidData, Share: 0.01}, {Class: policies.BadRequest, Status: 400, Share: 0.01}},
			},
			{
				Name: "call-api", Timeout: 10 * time.Second, Replayable: 0.9, Policy: 1,
				Steps:     []model.Step{{Effect: model.Effect{Name: "charge", Guard: model.GuardIdempotencyKey, Scope: model.ScopeJob}}},
				Sources:   []model.Source{source("live", model.Poisson{Rate: 5})},
				Permanent: []model.Outcome{{Class: policies.BadRequest, Status: 400, Share: 0.02}},
			},
		},
		Stations: []model.Station{{
			Name: "partner", Servers: model.Unlimited, Service: law(chance.Constant{Value: 80 * time.Millisecond}), Room: model.Unlimited,
			RefuseStatus: 503, Limit: model.RateLimit{Allow: 60, Per: time.Second, Status: 429, RetryAfter: 30 * time.Second},
		}},
		Queue:   model.Queue{Room: model.Unlimited},
		Workers: model.Workers{Count: 50, Lock: 30 * time.Second},
		Dead:    model.DeadLetters{Enabled: true, Dedupe: true, Keep: 7 * 24 * time.Hour},
		Faults: []model.Fault{
			{Name: "squeeze", Start: 2 * minute, End: 7 * minute, Kind: model.FaultRateLimit, Limit: squeeze},
			{Name: "lossy", Start: 2 * minute, End: 7 * minute, Kind: model.FaultResponseLost, Share: 0.01},
		},
		Actions: []model.Action{
			{Name: "redrive", At: 12 * minute, Rate: 20, Policy: 2, Match: model.Match{Error: "Rate limited", JobType: -1}},
			{Name: "tidy", At: 32 * minute, Kind: model.DoDiscard, Policy: -1, Match: model.Match{OlderThan: 15 * minute, JobType: -1}},
		},
		Alerts: []model.Alert{
			{Name: "failed-set", Kind: model.AlertGauge, Gauge: model.GaugeFailedJobs, Above: true, Level: 100, Every: true, Pages: true},
			{Name: "failing-now", Kind: model.AlertWindow, Above: true, Level: 100, Over: 5 * minute, Scope: model.PerJobType, Pages: true},
			{Name: "exhausted", Kind: model.AlertExhausted, Scope: model.PerJobType, Every: true},
		},
	}
}

// polledQueue is system S3: reviews every 310 s, the wait counts from the
// taking.
func polledQueue(t testing.TB) *sim.Plan {
	return &sim.Plan{
		Scenario: "polled-queue", Row: "today", Seed: 1, Until: 10 * minute, Horizon: 2 * time.Hour, Bin: time.Second, Window: time.Second,
		Policies: []sim.PolicyUse{use(t, "polled-queue", "polled-queue")},
		Types: []model.JobType{{
			Name: "export", Steps: []model.Step{{}}, Replayable: 1,
			Sources: []model.Source{source("nightly", model.Burst{Jobs: 50})},
		}},
		Stations: []model.Station{{Name: "api", Servers: model.Unlimited, Room: model.Unlimited, RefuseStatus: 503}},
		Queue:    model.Queue{Room: model.Unlimited, Review: 310 * time.Second},
		Workers:  model.Workers{Count: 100},
		Dead:     model.DeadLetters{InPlace: true},
		Faults:   []model.Fault{{Name: "broken", Start: 0, End: 2 * time.Hour, Kind: model.FaultRefuse, Status: 500}},
	}
}

// metastable is a 10 s cut that holds every call, and one retry at once.
func metastable(t testing.TB) *sim.Plan {
	var s policies.Spec
	for _, w := range [][2]string{{"max_attempts", "2"}, {"backoff", "none"}, {"retry", "timeout"}} {
		if err := s.Set(w[0], w[1], "test"); err != nil {
			t.Fatal(err)
		}
	}
	p, _, err := s.Build("one-retry")
	if err != nil {
		t.Fatal(err)
	}
	return &sim.Plan{
		Scenario: "metastable-collapse", Row: "wait", Seed: 1, Until: 60 * minute, Horizon: 10 * time.Hour, Bin: time.Second, Window: time.Second,
		Policies: []sim.PolicyUse{{Name: "one-retry", Policy: p}},
		Types: []model.JobType{{
			Name: "query", Timeout: time.Second, Steps: []model.Step{{}}, Replayable: 1,
			Sources: []model.Source{source("live", model.Steady{Rate: 280})},
		}},
		Stations: []model.Station{{
			Name: "db", Servers: 1, Service: law(chance.Constant{Value: 3333333 * time.Nanosecond}), Room: model.Unlimited, RefuseStatus: 503,
		}},
		Queue:   model.Queue{Room: model.Unlimited},
		Workers: model.Workers{Count: model.Unlimited, Lock: minute},
		Dead:    model.DeadLetters{Enabled: true, Dedupe: true},
		Faults:  []model.Fault{{Name: "cut", Start: minute, End: 70 * time.Second, Kind: model.FaultCut}},
	}
}

var options = explain.Options{
	About: "What the scenario shows, in the words of its author.", Replications: 30, Load: "open",
	Defaults: []explain.Default{
		{Path: "queue.wait_in", Value: "queue", Doc: "where the backoff waits"},
		{Path: "run.horizon", Value: "100m", Doc: "10 times until"},
	},
}
