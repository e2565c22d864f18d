package sim_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"retrysim/sim"
	"retrysim/sim/model"
)

// pausedFrom0To10 holds jobs that come at 1, 2, 3 and 4 s until 10 s, and lets
// one a second through from then on.
func pausedFrom0To10(p *sim.Plan) {
	p.Actions = []model.Action{
		do(0, model.DoPause),
		do(10*sec, model.DoResume, func(a *model.Action) { a.Most = 1 }),
	}
}

// What a pause held goes through a slow resume in the queue's order: the newest
// first by LIFO.
func TestResumeKeepsOrder(t *testing.T) {
	once := policy(t, "max_attempts", "1")
	for _, c := range []struct {
		order model.Order
		want  []float64 // ages at the start, by the order of starts
	}{
		{model.FIFO, []float64{9, 9, 9, 9}},   // 1 at 10, 2 at 11, 3 at 12, 4 at 13
		{model.LIFO, []float64{6, 8, 10, 12}}, // 4 at 10, 3 at 11, 2 at 12, 1 at 13
	} {
		o, facts := play(t, plan(t, at(1, 2, 3, 4), once, pausedFrom0To10, func(p *sim.Plan) {
			p.Queue.Order = c.order
		}))
		born := map[string]float64{}
		var ages []float64
		for _, f := range facts {
			switch f.Event {
			case "arrive":
				born[f.Job] = f.At.Seconds()
			case "start":
				ages = append(ages, f.At.Seconds()-born[f.Job])
			}
		}
		if d := cmp.Diff(c.want, ages); d != "" {
			t.Errorf("order %v: ages (-want +got):\n%s", c.order, d)
		}
		if o.Ledger.Completed != 4 {
			t.Errorf("order %v: ledger %+v", c.order, o.Ledger)
		}
	}
}

// A job that has expired behind a gate is not taken and so uses up none of its
// rate: those of 1 and 2 s expire at 10 s, the third goes at that moment.
func TestExpiredBehindGateDoNotCount(t *testing.T) {
	once := policy(t, "max_attempts", "1")
	o, facts := play(t, plan(t, at(1, 2, 3, 4), once, pausedFrom0To10, func(p *sim.Plan) {
		p.Types[0].Deadline = 7500 * time.Millisecond
	}))
	if d := cmp.Diff([]float64{10, 11}, times(facts, "start")); d != "" {
		t.Error(d)
	}
	if o.Ledger.Expired != 2 || o.Ledger.Completed != 2 {
		t.Errorf("ledger %+v", o.Ledger)
	}
}
