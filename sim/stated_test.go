package sim_test

import (
	"slices"
	"strings"
	"testing"

	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/model"
)

// What runs against a lock, and what limits how often a job is handed out, is
// stated with every result that it bears on, and with no other.
func TestStatedDelivery(t *testing.T) {
	for _, c := range []struct {
		change func(p *sim.Plan)
		want   string
	}{
		{func(p *sim.Plan) { p.Queue.InMemory = true }, "waits in a process's memory"},
		{func(p *sim.Plan) { p.Queue.Review, p.Queue.Poller = 5*sec, model.Poller{Batch: 7} }, "every 5s, at most 7 at a time"},
		{func(p *sim.Plan) { p.Queue.Review, p.Queue.Poller = 5*sec, model.Poller{Count: 3} }, "one of 3 pollers looks, each every 5s"},
		{func(p *sim.Plan) { p.Workers.Count, p.Workers.Processes, p.Workers.Prefetch = 8, 2, 4 }, "each of 2 processes reserves up to 4 jobs"},
		{func(p *sim.Plan) { p.Workers.AckAtStart = true }, "lost with its worker"},
		{func(p *sim.Plan) { p.Workers.StallsApart, p.Workers.MaxStalls = true, 1 }, "given up at stall 2"},
		{func(p *sim.Plan) { p.Workers.StallsApart, p.Workers.MaxStalls = true, model.Unlimited }, "has no limit"},
		{func(p *sim.Plan) { p.Queue.MaxReceives = 5 }, "handed out 5 times"},
		{func(p *sim.Plan) { p.Workers.ClockSkew = law(chance.Constant{Value: sec}) }, "off by 1s to either side"},
	} {
		p := plan(t, at(0), policy(t, "max_attempts", "2"))
		said := func(text string) bool { return strings.Contains(text, c.want) }
		if slices.ContainsFunc(p.Stated(), said) {
			t.Errorf("a plain plan says %q", c.want)
		}
		c.change(p)
		if !slices.ContainsFunc(p.Stated(), said) {
			t.Errorf("want %q in %q", c.want, p.Stated())
		}
	}
}
