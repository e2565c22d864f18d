package lint_test

import (
	"testing"

	"retrysim/sim"
	"retrysim/sim/model"
)

// dependencyExamples are plans whose dependency drops, loses or slows down
// calls.
func dependencyExamples(*testing.T) []example {
	station := func(f func(*model.Station)) func(*sim.Plan) {
		return func(p *sim.Plan) { f(&p.Stations[0]) }
	}
	drop := station(func(s *model.Station) { s.Drop = model.DropExpired })
	silent := station(func(s *model.Station) { s.Silent = true })
	slow := func(from int, perCall float64) func(*sim.Plan) {
		return station(func(s *model.Station) { s.Slowdown = model.Slowdown{From: from, PerCall: perCall} })
	}
	return []example{
		{"drop-without-timeout", "nobody gives up", true, in(drop, timeout(0))},
		{"drop-without-timeout", "5s", false, in(drop)},

		{"silent-without-timeout", "nobody gives up", true, in(silent, timeout(0))},
		{"silent-without-timeout", "5s", false, in(silent)},
		{"silent-without-timeout", "a line without end", false, in(silent, timeout(0), station(func(s *model.Station) { s.Room = model.Unlimited }))},

		{"congestion-collapse", "40% from 4 of 8 servers on", true, in(slow(4, 0.4))},
		{"congestion-collapse", "20 workers, servers without end", true, in(slow(4, 0.4), station(func(s *model.Station) { s.Servers = model.Unlimited }))},
		{"congestion-collapse", "20% from 4 of 8 servers on", false, in(slow(4, 0.2))},
		{"congestion-collapse", "4 at once", false, in(slow(4, 0.4), station(func(s *model.Station) {
			s.Limit = model.RateLimit{Kind: model.Concurrency, Allow: 4, Status: 503}
		}))},
	}
}
