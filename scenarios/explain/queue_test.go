package explain_test

import (
	"strings"
	"testing"
	"time"

	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/model"
)

// Each setting of who hands jobs out, and when, has words.
func TestQueueWords(t *testing.T) {
	for _, c := range []struct {
		change func(p *sim.Plan)
		want   string
	}{
		{func(p *sim.Plan) { p.Queue.Review = 5 * time.Second }, "starts at the next review, every 5s, so reviews gather"},
		{func(p *sim.Plan) {
			p.Queue.Review, p.Queue.Poller = 4*time.Second, model.Poller{Gap: law(chance.Exponential{Average: 4 * time.Second}), Batch: 1}
		}, "every 4s in the mean, each gap drawn from {exponential: {mean: 4s}}, so reviews gather what is due into herds; a look takes 1 retry at most, the longest due first, which makes 0.25/s"},
		{func(p *sim.Plan) {
			p.Queue.Review, p.Queue.Poller = 16*time.Second, model.Poller{Count: 8, Jitter: 0.5, Batch: 100}
		}, "when one of 8 pollers looks, each of them every 16s, each gap drawn within 50% of that; they begin apart, so that a look comes about every 2s; a look takes 100 retries at most"},
		{func(p *sim.Plan) { p.Queue.Review, p.Queue.Poller = time.Second, model.Poller{Count: 8, Same: true} }, "they all begin at once"},
		{func(p *sim.Plan) { p.Queue.InMemory = true }, "waits in the memory of a process, without a worker, while its lock runs"},
		{func(p *sim.Plan) { p.Workers.Processes, p.Workers.Prefetch = 10, 4 }, "They belong to 10 processes. A process reserves up to 4 jobs beyond those that it runs."},
		{func(p *sim.Plan) { p.Workers.ClockSkew = law(chance.Uniform{High: 2 * time.Second}) }, "The clock of each worker is off by {uniform: {high: 2s}}, ahead as often as behind"},
		{func(p *sim.Plan) { p.Workers.AckAtStart = true }, "leaves the queue when its attempt begins"},
		{func(p *sim.Plan) { p.Workers.Disconnect = 5 * time.Second }, "The queue notices 5s after a worker has died"},
		{func(p *sim.Plan) { p.Workers.StallsApart, p.Workers.MaxStalls = true, 1 }, "at stall 2 it is given up without a further wait"},
		{func(p *sim.Plan) { p.Workers.StallsApart, p.Workers.MaxStalls = true, model.Unlimited }, "it is no attempt, and nothing limits it"},
		{func(p *sim.Plan) { p.Queue.MaxReceives = 5 }, "handed out 5 times, whatever came of it, is given up"},
	} {
		p := indexerOutage(t)
		c.change(p)
		if got := wordsOf(t, p); !strings.Contains(got, c.want) {
			t.Errorf("want %q in:\n%s", c.want, got)
		}
	}
}
