package sim_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"retrysim/policies"
	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/model"
)

// channel is a station with slots of 20 ms.
func channel(p *sim.Plan) { p.Stations[0].Slot = 20 * time.Millisecond }

// story lists what happened to jobs: "kind job ms".
func story(facts []sim.Fact, kinds ...string) (out []string) {
	for _, f := range facts {
		for _, k := range kinds {
			if f.Event == k {
				out = append(out, fmt.Sprintf("%s %s %d", k, f.Job, f.At.Milliseconds()))
			}
		}
	}
	return out
}

// Calls at 0 and 5 ms share a slot and fail at its end; the one at 20 ms begins
// in the next slot, in which a retry without a wait joins it; the last is alone.
func TestCallsInOneSlotCollide(t *testing.T) {
	p := policy(t, "max_attempts", "2", "backoff", "none", "retry", "409")
	o, facts := play(t, plan(t, at(0, 0.005, 0.02, 0.061), p, channel))
	want := []string{
		"failure job.live.1 20", "failure job.live.2 20",
		"failure job.live.1 40", "failure job.live.2 40", "failure job.live.3 40",
		"success job.live.3 60", "success job.live.4 80",
	}
	if d := cmp.Diff(want, story(facts, "success", "failure")); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	for _, f := range facts {
		if f.Event == "failure" && f.Status != 409 {
			t.Errorf("%+v, want status 409", f)
		}
	}
	if o.Ledger.Completed != 2 || o.Ledger.DeadLettered != 2 {
		t.Errorf("ledger %+v", o.Ledger)
	}
}

// A call stays in its slot when its caller gives up, cancelled or not.
func TestGivenUpCallsCollide(t *testing.T) {
	for _, cancels := range []bool{false, true} {
		p := policy(t, "max_attempts", "1")
		_, facts := play(t, plan(t, at(0, 0.015), p, channel, func(q *sim.Plan) {
			q.Types[0].Timeout, q.Types[0].Cancels = 10*time.Millisecond, cancels
		}))
		want := []string{"timeout job.live.1 10", "failure job.live.2 20"}
		if d := cmp.Diff(want, story(facts, "timeout", "failure", "success")); d != "" {
			t.Errorf("cancelled %v (-want +got):\n%s", cancels, d)
		}
	}
}

// A call that fails for another reason occupies its slot all the same, and
// fails for that reason.
func TestFailingCallsCollide(t *testing.T) {
	p := policy(t, "max_attempts", "1")
	_, facts := play(t, plan(t, at(0, 0.005), p, channel, func(q *sim.Plan) {
		q.Faults = []model.Fault{{
			Name: "bad", End: time.Millisecond, Kind: model.FaultError,
			Errors: []model.Outcome{{Class: policies.ServerError, Status: 500, Share: 1}},
		}}
	}))
	var got []int
	for _, f := range facts {
		if f.Event == "failure" {
			got = append(got, f.Status)
		}
	}
	if d := cmp.Diff([]int{500, 409}, got); d != "" {
		t.Errorf("statuses (-want +got):\n%s", d)
	}
}

// An effect that is guarded by a look before it is written happens on a row and
// on a channel too: it used to happen never.
func TestGuardedEffectUnderContention(t *testing.T) {
	row := func(p *sim.Plan) { p.Stations[0].Leg = law(chance.Constant{Value: 10 * time.Millisecond}) }
	for name, kind := range map[string]func(*sim.Plan){"row": row, "channel": channel} {
		o, _ := play(t, plan(t, at(0), policy(t, "max_attempts", "1"), kind, func(q *sim.Plan) {
			q.Types[0].Steps[0].Effect = model.Effect{Name: "charge", Guard: model.GuardCheckThenInsert}
		}))
		if got := value(t, o, "never_effected"); got != 0 {
			t.Errorf("%s: %v jobs completed without their effect", name, got)
		}
	}
}
