package scenarios

import (
	"testing"
	"time"

	"retrysim/policies/presets"
	"retrysim/sim"
)

// surrounded is the plan of a shipped scenario under -p.
func surrounded(t *testing.T, scenario, ref string, overrides ...Override) *sim.Plan {
	t.Helper()
	p, err := loadShipped(t, scenario, overrides...).PlanFor(ref)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestPipelineOfASystem: -p sidekiq brings its poll and the limits of its dead set, but what the file or --set says
// stays: webhook-rate-limit keeps dead letters for 7 days.
func TestPipelineOfASystem(t *testing.T) {
	plain := surrounded(t, "webhook-rate-limit", "respect-retry-after")
	if plain.Queue.Review != 0 || plain.Dead.Limit != 0 {
		t.Fatalf("the scenario has a pipeline of its own: %+v, %+v", plain.Queue, plain.Dead)
	}
	p := surrounded(t, "webhook-rate-limit", "sidekiq")
	if p.Queue.Review != 5*time.Second || p.Dead.Limit != 10_000 || p.Dead.Keep != 7*24*time.Hour {
		t.Errorf("sidekiq: review %v, %+v", p.Queue.Review, p.Dead)
	}
	p = surrounded(t, "synchronized-failure", "sidekiq,retry=3")
	if p.Dead.Keep != 180*24*time.Hour || p.Policies[0].Policy.MaxAttempts != 4 {
		t.Errorf("sidekiq: %+v, %+v", p.Dead, p.Policies[0].Policy)
	}
	p = surrounded(t, "synchronized-failure", "sidekiq", Override{Path: "queue.review", Value: "1s"})
	if p.Queue.Review != time.Second || p.Dead.Limit != 10_000 {
		t.Errorf("--set queue.review=1s: %v, limit %d", p.Queue.Review, p.Dead.Limit)
	}
	if p = surrounded(t, "synchronized-failure", "delayed_job"); p.Dead.Enabled || p.Workers.Lock != 4*time.Hour {
		t.Errorf("delayed_job: %+v, lock %v", p.Dead, p.Workers.Lock)
	}
}

// TestPipelinesFit: every value of every pipeline is one that a scenario can hold, and takes effect where nothing else
// is said.
func TestPipelinesFit(t *testing.T) {
	s := loadShipped(t, "synchronized-failure")
	plain := surrounded(t, "synchronized-failure", "full-jitter").Digest()
	with := 0
	for _, system := range presets.Systems() {
		if len(system.Pipeline) == 0 {
			continue
		}
		with++
		tree := s.tree
		for _, set := range system.Pipeline {
			tree = tree.clone()
			if errs := (Override{Path: set.Path, Value: set.Value}).apply(tree, 0); len(errs) > 0 {
				t.Errorf("%s: %v", system.ID, errs)
			}
			if _, c := decodeFile(tree); len(c.errs) > 0 {
				t.Errorf("%s: %s = %s: %v", system.ID, set.Path, set.Value, c.errs)
			}
		}
		preset, _ := presets.Lookup("full-jitter")
		preset.Pipeline = system.Pipeline
		plan, err := s.plan(s.surround(&preset), "", func(string) string { return "full-jitter" }, s.named(s.File, nil))
		if err != nil || plan.Digest() == plain {
			t.Errorf("%s: %v, and the plan is the one without its pipeline: %v", system.ID, err, err == nil)
		}
	}
	if with < 60 {
		t.Errorf("only %d systems have a pipeline", with)
	}
}

// TestPipelineInEveryScenario: no pipeline makes a plan that no run could play out of a scenario that a bare policy
// leaves sound.
func TestPipelineInEveryScenario(t *testing.T) {
	for _, name := range Names() {
		s := loadShipped(t, name)
		if p, err := s.PlanFor("full-jitter"); err != nil || p.Validate() != nil {
			continue // this one needs its own policies
		}
		for _, ref := range []string{"sidekiq", "sqs", "delayed_job", "stripe", "oban", "nats.ackwait.default", "laravel"} {
			p, err := s.PlanFor(ref)
			if err == nil {
				err = p.Validate()
			}
			if err != nil {
				t.Errorf("%s -p %s: %v", name, ref, err)
			}
		}
	}
}
