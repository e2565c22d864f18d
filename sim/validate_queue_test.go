package sim_test

import (
	"strings"
	"testing"
	"time"

	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/model"
)

// What no run could play is refused, with what would be right.
func TestValidateQueue(t *testing.T) {
	for _, c := range []struct {
		change func(p *sim.Plan)
		want   string
	}{
		{func(p *sim.Plan) { p.Queue.Poller.Batch = 5 }, "pollers without a review"},
		{func(p *sim.Plan) { p.Queue.Review, p.Queue.Poller.Jitter = sec, 1.5 }, "want 0 to 1"},
		{func(p *sim.Plan) { p.Queue.Review, p.Queue.Poller.Count = sec, -1 }, "want at most 10000"},
		{func(p *sim.Plan) { p.Queue.Review, p.Queue.Poller.Gap = sec, law(chance.Constant{}) }, "want more than 0"},
		{func(p *sim.Plan) { p.Queue.Review, p.Queue.Poller.Jitter = time.Microsecond, 0.1 }, "want at most 3e+08"},
		{func(p *sim.Plan) { p.Queue.InWorker, p.Queue.InMemory = true, true }, "both in the worker and in memory"},
		{func(p *sim.Plan) { p.Queue.MaxReceives = -1 }, "want 0 or more"},
		{func(p *sim.Plan) { p.Workers.MaxStalls = -2 }, "want 0 or more"},
		{func(p *sim.Plan) { p.Workers.Prefetch = 3 }, "prefetching needs a number of workers"},
		{func(p *sim.Plan) { p.Workers.ClockSkew = law(chance.Constant{Value: sec}) }, "need a number of workers"},
		{func(p *sim.Plan) { p.Workers.Count, p.Workers.Processes = 2, 3 }, "3 processes for 2 workers"},
		{func(p *sim.Plan) { p.Queue.InMemory, p.Workers.Lock = true, time.Microsecond }, "at least 1ms"},
	} {
		p := plan(t, at(0), policy(t, "max_attempts", "2"))
		c.change(p)
		if err := p.Validate(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want one that says %q", err, c.want)
		}
	}
	plain := plan(t, at(0), policy(t, "max_attempts", "2"), func(p *sim.Plan) {
		p.Queue = model.Queue{Room: model.Unlimited, Review: time.Microsecond}
	})
	if err := plain.Validate(); err != nil {
		t.Errorf("a plain review costs nothing while nothing is due: %v", err)
	}
}
