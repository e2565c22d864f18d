package study

import (
	"testing"
	"time"

	"retrysim/sim"
	"retrysim/sim/model"
)

// Rows with one timeline leave it to the result; where one row's operator does
// something else, each row carries its own, also the one without any action.
func TestOwnTimelines(t *testing.T) {
	play := func(sim.Task) *sim.Outcome { return outcome(1) }
	plans := plansNamed("today", "held", "late")
	out := judgeFake(t, Request{Plans: plans, Replications: 1}, play)
	for _, p := range out.Policies {
		if p.Faults != nil || p.Actions != nil {
			t.Errorf("%s repeats the timeline of all rows", p.Name)
		}
	}
	plans[1].Actions = []model.Action{{Name: "stop", Kind: model.DoPause, At: time.Minute}}
	plans[2].Faults[0].Start += time.Second
	out = judgeFake(t, Request{Plans: plans, Replications: 1}, play)
	if p := out.Policies[1]; len(p.Actions) != 1 || p.Actions[0].AtMS != 60e3 || len(out.Policies[0].Actions) != 0 {
		t.Errorf("actions %+v, of the first row %+v", p.Actions, out.Policies[0].Actions)
	}
	for i, from := range []float64{120e3, 120e3, 121e3} {
		if f := out.Policies[i].Faults; len(f) != 1 || f[0].StartMS != from {
			t.Errorf("row %d: faults %+v, want one from %v ms", i, f, from)
		}
	}
}
