package lint_test

import (
	"testing"
	"time"

	"retrysim/sim"
	"retrysim/sim/model"
)

// connectionExamples are plans whose calls share servers, need connections or
// wait for a rate limit: 40 calls a second with 5 s of patience.
func connectionExamples(*testing.T) []example {
	station := func(f func(*model.Station)) func(*sim.Plan) {
		return func(p *sim.Plan) { f(&p.Stations[0]) }
	}
	shared := func(room int) func(*sim.Plan) {
		return func(p *sim.Plan) {
			p.Stations[0].Order, p.Stations[0].Room, p.Workers.Count = model.Shared, room, model.Unlimited
		}
	}
	links := func(atOnce, backlog int) func(*sim.Plan) {
		return station(func(s *model.Station) {
			s.Connections = model.Connections{Most: 100, Setup: constant(100 * time.Millisecond), AtOnce: atOnce, Backlog: backlog}
		})
	}
	shaped := func(hold int) func(*sim.Plan) {
		return station(func(s *model.Station) {
			s.Limit = model.RateLimit{Kind: model.TokenBucket, Allow: 60, Per: time.Second, Burst: 10, Status: 429, Wait: true, Hold: hold}
		})
	}
	cancels := func(p *sim.Plan) { p.Types[0].Cancels = true }
	return []example{
		{"shared-without-room", "any number", true, in(shared(model.Unlimited))},
		{"shared-without-room", "800 of 400", true, in(shared(792))},
		{"shared-without-room", "400 of 400", false, in(shared(392))},
		{"shared-without-room", "20 workers", false, in(shared(model.Unlimited), func(p *sim.Plan) { p.Workers.Count = 20 })},
		{"shared-without-room", "nobody gives up", false, in(shared(model.Unlimited), timeout(0))},

		{"reconnect-storm", "30/s for 40/s", true, in(links(3, model.Unlimited))},
		{"reconnect-storm", "50/s for 40/s", false, in(links(5, model.Unlimited))},
		{"reconnect-storm", "who gives up cancels", false, in(links(3, model.Unlimited), cancels)},
		{"reconnect-storm", "nobody gives up", false, in(links(3, model.Unlimited), timeout(0))},

		{"backlog-beyond-timeout", "300 at 50/s", true, in(links(5, 300))},
		{"backlog-beyond-timeout", "250 at 50/s", false, in(links(5, 250))},
		{"backlog-beyond-timeout", "any number at once", false, in(links(model.Unlimited, 1000))},

		{"hold-beyond-timeout", "any number", true, in(shaped(0))},
		{"hold-beyond-timeout", "400 at 60/s", true, in(shaped(400))},
		{"hold-beyond-timeout", "300 at 60/s", false, in(shaped(300))},
		{"hold-beyond-timeout", "nobody gives up", false, in(shaped(0), timeout(0))},
	}
}
