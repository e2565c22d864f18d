package sim_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/model"
)

// A job that waits leaves at the age of its patience, while the worker is still
// busy; one in hand stays. A fixed deadline expires a job when it would be
// taken.
func TestPatience(t *testing.T) {
	once := policy(t, "max_attempts", "1")
	for _, c := range []struct {
		name   string
		change func(*model.JobType)
		left   []float64
	}{
		{"patience", func(j *model.JobType) { j.Patience = law(chance.Constant{Value: 3 * sec}) }, []float64{4, 5}},
		{"deadline", func(j *model.JobType) { j.Deadline = 3 * sec }, []float64{10, 10}},
	} {
		o, facts := play(t, plan(t, at(0, 1, 2, 8), once, constant(10*sec), func(p *sim.Plan) {
			p.Workers.Count = 1
			c.change(&p.Types[0])
		}))
		if d := cmp.Diff(c.left, times(facts, "expire")); d != "" {
			t.Errorf("%s: expired at (-want +got):\n%s", c.name, d)
		}
		if d := cmp.Diff([]float64{0, 10}, times(facts, "start")); d != "" { // the last one is 2 s old at 10
			t.Errorf("%s: started at (-want +got):\n%s", c.name, d)
		}
		if o.Ledger.Expired != 2 || o.Ledger.Completed != 2 {
			t.Errorf("%s: ledger %+v", c.name, o.Ledger)
		}
	}
}

// A job in backoff leaves at its age too, and so does one that a pause holds.
func TestPatienceInBackoff(t *testing.T) {
	retry := policy(t, "backoff", "fixed", "base", "20s", "max_attempts", "3")
	_, facts := play(t, plan(t, at(0, 2), retry, func(p *sim.Plan) {
		p.Types[0].Patience = law(chance.Constant{Value: 7 * sec})
		p.Faults = []model.Fault{outage(0, time.Second)}     // the first fails and waits until 20
		p.Actions = []model.Action{do(1*sec, model.DoPause)} // the second never gets a worker
	}))
	if d := cmp.Diff([]float64{7, 9}, times(facts, "expire")); d != "" {
		t.Errorf("expired at (-want +got):\n%s", d)
	}
}
