package sim_test

import (
	"context"
	"testing"
	"time"

	"retrysim/policies"
	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/model"
	"retrysim/sim/result"
)

// law wraps a distribution for a plan.
func law(d chance.Distribution) model.Law { return model.Law{Distribution: d} }

// from wraps an arrival process as a source.
func from(name string, a model.Arrivals) model.Source {
	return model.Source{Name: name, Arrivals: model.ArrivalLaw{Arrivals: a}}
}

// policy builds a policy from "key", "value" pairs of the flat words.
func policy(t testing.TB, words ...string) sim.PolicyUse {
	t.Helper()
	var s policies.Spec
	text := ""
	for i := 0; i+1 < len(words); i += 2 {
		if err := s.Set(words[i], words[i+1], "test"); err != nil {
			t.Fatal(err)
		}
		text += words[i] + "=" + words[i+1] + " "
	}
	p, _, err := s.Build("test")
	if err != nil {
		t.Fatal(err)
	}
	return sim.PolicyUse{Name: "test", Text: text, Policy: p}
}

// plan is a world with one job type, one healthy dependency that answers at
// once, no limit on workers, and a dead-letter queue: what a test does not
// change does not matter to it.
func plan(t testing.TB, a model.Arrivals, p sim.PolicyUse, change ...func(*sim.Plan)) *sim.Plan {
	t.Helper()
	out := &sim.Plan{
		Scenario: t.Name(), Row: "test", Seed: 1,
		Until: time.Hour, Horizon: 10 * time.Hour, Bin: time.Second, Window: time.Second,
		Policies: []sim.PolicyUse{p},
		Types: []model.JobType{{
			Name: "job", Sources: []model.Source{from("live", a)},
			Steps: []model.Step{{Station: 0}}, Replayable: 1,
		}},
		Stations: []model.Station{{Name: "dep", Servers: model.Unlimited, Room: model.Unlimited, RefuseStatus: 503}},
		Queue:    model.Queue{Room: model.Unlimited},
		Workers:  model.Workers{Count: model.Unlimited},
		Dead:     model.DeadLetters{Enabled: true, Dedupe: true},
	}
	for _, c := range change {
		c(out)
	}
	return out
}

// outage is a window in which the dependency refuses every call.
func outage(start, end time.Duration) model.Fault {
	return model.Fault{Name: "outage", Start: start, End: end, Kind: model.FaultRefuse, Status: 503}
}

// play runs a plan and returns its outcome and its facts.
func play(t testing.TB, p *sim.Plan) (*sim.Outcome, []sim.Fact) {
	t.Helper()
	var facts []sim.Fact
	o, err := sim.Run(context.Background(), p, sim.Options{Trace: func(f sim.Fact) { facts = append(facts, f) }})
	if err != nil {
		t.Fatal(err)
	}
	return o, facts
}

// value is a named value of an outcome.
func value(t testing.TB, o *sim.Outcome, name string) float64 {
	t.Helper()
	for _, v := range o.Values {
		if v.Name == name {
			return v.V
		}
	}
	t.Fatalf("no value %s in %v", name, o.Values)
	return 0
}

// times lists when an event happened, in seconds.
func times(facts []sim.Fact, event string) []float64 {
	var out []float64
	for _, f := range facts {
		if f.Event == event {
			out = append(out, f.At.Seconds())
		}
	}
	return out
}

var _ result.Ledger
