package sim_test

import (
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"retrysim/policies"
	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/model"
)

// A job of size 4 takes four times the service at each attempt: a client who
// waits 3 s of its 4 s gives up three times, one who waits 4 s does not.
func TestSizeAtEveryAttempt(t *testing.T) {
	for _, c := range []struct {
		timeout   time.Duration
		starts    []float64
		completed int64
	}{{3 * time.Second, []float64{0, 4, 8}, 0}, {4 * time.Second, []float64{0}, 1}} {
		p := policy(t, "backoff", "fixed", "base", "1s", "max_attempts", "3")
		o, facts := play(t, plan(t, at(0), p, constant(time.Second), func(q *sim.Plan) {
			q.Types[0].Size, q.Types[0].Timeout = model.ConstantSize{Jobs: 4}, c.timeout
		}))
		if d := cmp.Diff(c.starts, times(facts, "start")); d != "" {
			t.Errorf("patience %v: starts (-want +got):\n%s", c.timeout, d)
		}
		if o.Ledger.Completed != c.completed {
			t.Errorf("patience %v: ledger %+v", c.timeout, o.Ledger)
		}
	}
}

// A job keeps its size over its attempts and over a replay; a service of 1 s
// takes as many seconds as the job is large.
func TestSizeStays(t *testing.T) {
	p := policy(t, "backoff", "fixed", "base", "1s", "max_attempts", "3", "retry", "all")
	law := model.ParetoSize{Minimum: 2, Alpha: 1, Most: 50}
	sizes := map[string]float64{}
	_, facts := play(t, plan(t, model.Burst{Jobs: 20}, p, constant(time.Second), func(q *sim.Plan) {
		q.Types[0].Size = law
		q.Types[0].Permanent = []model.Outcome{{Share: 1, Class: policies.Bug}}
		q.Actions = []model.Action{{Name: "again", At: 10 * time.Minute, Match: anyJob, Policy: -1}}
	}))
	services := 0
	for _, f := range facts {
		if f.Event != "failure" && f.Event != "timeout" {
			continue
		}
		services++
		size := f.Service.Seconds()
		if old, known := sizes[f.Job]; known && old != size || size < 2 || size > 50 || size != math.Trunc(size) {
			t.Errorf("%s took %v s, then %v s", f.Job, old, size)
		}
		sizes[f.Job] = size
	}
	if services != 20*3*2 || len(sizes) != 20 {
		t.Errorf("%d services of %d jobs, want 120 of 20", services, len(sizes))
	}
}

// A size that does not fit into 63 bits of nanoseconds is as long as a run can
// be, not negative.
func TestSizeSaturates(t *testing.T) {
	o, _ := play(t, plan(t, at(0), policy(t, "max_attempts", "1"), func(q *sim.Plan) {
		q.Stations[0].Service = model.Law{Distribution: chance.Constant{Value: 20 * 365 * 24 * time.Hour}}
		q.Types[0].Size = model.ConstantSize{Jobs: model.MostTogether}
	}))
	if o.Ledger.Unfinished != 1 {
		t.Errorf("ledger %+v, want the job unfinished", o.Ledger)
	}
}
