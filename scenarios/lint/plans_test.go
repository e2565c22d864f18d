package lint_test

import (
	"testing"
	"time"

	"retrysim/policies"
	"retrysim/policies/presets"
	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/model"
)

// words makes settings of "key", "value" pairs.
func words(t testing.TB, pairs ...string) policies.Spec {
	t.Helper()
	var s policies.Spec
	for i := 0; i+1 < len(pairs); i += 2 {
		if err := s.Set(pairs[i], pairs[i+1], "test"); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// policy builds a policy of pairs; a limit may be missing.
func policy(t testing.TB, pairs ...string) *policies.Policy {
	t.Helper()
	p, _, err := words(t, pairs...).Preview("p")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// preset finds a preset and sets pairs.
func preset(t testing.TB, name string, pairs ...string) *presets.Preset {
	t.Helper()
	p, ok := presets.Lookup(name)
	if !ok {
		t.Fatalf("no preset %s", name)
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		if err := p.With(pairs[i], pairs[i+1], "test"); err != nil {
			t.Fatal(err)
		}
	}
	return &p
}

func constant(d time.Duration) model.Law {
	return model.Law{Distribution: chance.Constant{Value: d}}
}

func source(name string, a model.Arrivals) model.Source {
	return model.Source{Name: name, Arrivals: model.ArrivalLaw{Arrivals: a}}
}

// calm is the policy of a plan that no rule has anything to say about.
var calm = []string{"max_attempts", "8", "backoff", "exponential", "base", "1s", "cap", "30s", "jitter", "full"}

// plan is a world that no rule has anything to say about: 40 jobs a second, 8
// servers of 100 ms, 20 workers.
func plan(t testing.TB, change ...func(*sim.Plan)) *sim.Plan {
	t.Helper()
	out := &sim.Plan{
		Scenario: "test", Row: "row", Seed: 1,
		Until: 10 * time.Minute, Horizon: time.Hour, Bin: time.Second, Window: time.Second,
		Policies: []sim.PolicyUse{{Name: "p", Policy: policy(t, calm...)}},
		Types: []model.JobType{{
			Name: "job", Sources: []model.Source{source("live", model.Poisson{Rate: 40})},
			Steps: []model.Step{{Station: 0}}, Timeout: 5 * time.Second, Replayable: 1,
		}},
		Stations: []model.Station{{
			Name: "dep", Servers: 8, Service: constant(100 * time.Millisecond), Room: 100, RefuseStatus: 503,
		}},
		Queue:   model.Queue{Room: model.Unlimited},
		Workers: model.Workers{Count: 20, Lock: 30 * time.Second},
		Dead:    model.DeadLetters{Enabled: true, Dedupe: true},
	}
	for _, c := range change {
		c(out)
	}
	return out
}

// with replaces the plan's policy.
func with(t testing.TB, pairs ...string) func(*sim.Plan) {
	return func(p *sim.Plan) { p.Policies[0].Policy = policy(t, pairs...) }
}

// fault adds a fault of so many seconds at two minutes.
func fault(seconds int, f model.Fault) func(*sim.Plan) {
	f.Start, f.End = 2*time.Minute, 2*time.Minute+time.Duration(seconds)*time.Second
	if f.Name == "" {
		f.Name = "outage"
	}
	return func(p *sim.Plan) { p.Faults = append(p.Faults, f) }
}

func refuse(seconds int) func(*sim.Plan) {
	return fault(seconds, model.Fault{Kind: model.FaultRefuse, Status: 503})
}

func burst(jobs int) func(*sim.Plan) {
	return func(p *sim.Plan) {
		p.Types[0].Sources = append(p.Types[0].Sources, source("batch", model.Burst{Jobs: jobs, At: 3 * time.Minute}))
	}
}

func replayAt(at time.Duration) func(*sim.Plan) {
	return func(p *sim.Plan) {
		p.Actions = append(p.Actions, model.Action{Name: "redrive", At: at, Policy: -1, Match: model.Match{JobType: -1}})
	}
}

func effect(g model.Guard, s model.KeyScope) func(*sim.Plan) {
	return func(p *sim.Plan) { p.Types[0].Steps[0].Effect = model.Effect{Name: "charge", Guard: g, Scope: s} }
}

func timeout(d time.Duration) func(*sim.Plan) {
	return func(p *sim.Plan) { p.Types[0].Timeout = d }
}
