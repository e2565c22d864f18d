package lint_test

import (
	"testing"
	"time"

	"retrysim/sim"
	"retrysim/sim/model"
)

// loadExamples are plans whose load, workers, room or servers do not fit.
func loadExamples(t *testing.T) []example {
	station := func(f func(*model.Station)) func(*sim.Plan) {
		return func(p *sim.Plan) { f(&p.Stations[0]) }
	}
	workers := func(n int) func(*sim.Plan) { return func(p *sim.Plan) { p.Workers.Count = n } }
	room := func(n int) func(*sim.Plan) { return station(func(s *model.Station) { s.Room = n }) }
	inWorker := func(p *sim.Plan) { p.Queue.InWorker = true }
	unlimited := with(t, append([]string{"max_attempts", "unlimited"}, calm[2:]...)...)
	cancels := func(p *sim.Plan) { p.Types[0].Cancels = true }
	rows := func(p *sim.Plan) { p.Types[0].Size = model.ParetoSize{Minimum: 1, Alpha: 1.2, Most: 10_000} }
	all := with(t, append([]string{"retry", "all"}, calm...)...)
	return []example{
		{"overload", "100/s on 80/s", true, in(rate(100))},
		{"overload", "40/s on 80/s", false, in(rate(40))},
		{"overload", "no limit", false, in(rate(1000), station(func(s *model.Station) { s.Servers = model.Unlimited }))},

		{"no-capacity", "servers: 0", true, in(station(func(s *model.Station) { s.Servers = 0 }))},
		{"no-capacity", "8 servers", false, in()},
		{"no-arrivals", "0/s", true, in(rate(0))},
		{"no-arrivals", "one burst", false, in(rate(0), burst(3))},

		{"workers-below-load", "3 workers of 10/s for 40/s", true, in(workers(3))},
		{"workers-below-load", "8 workers", false, in(workers(8))},
		{"workers-below-load", "unlimited", false, in(workers(model.Unlimited))},

		{"workers-below-capacity", "5 workers on 8 servers", true, in(workers(5))},
		{"workers-below-capacity", "8 workers on 8 servers", false, in(workers(8))},
		{"workers-below-capacity", "a limit of 20/s is less than 5 workers send", false, in(workers(5), limit(20, 0))},

		{"timeouts-above-capacity", "500 workers, 5s, 80/s", true, in(workers(500))},
		{"timeouts-above-capacity", "400 workers send 80/s exactly", false, in(workers(400))},
		{"timeouts-above-capacity", "cancelled", false, in(workers(500), cancels)},

		{"metastable", "40/s x 8 attempts, a line without end", true, in(room(model.Unlimited), workers(model.Unlimited))},
		{"metastable", "no limit on attempts", true, in(room(model.Unlimited), workers(model.Unlimited), unlimited)},
		{"metastable", "a room of 1.25s", false, in(workers(model.Unlimited))},
		{"metastable", "cancelled", false, in(room(model.Unlimited), workers(model.Unlimited), cancels)},
		{"metastable", "last in, first out", false, in(room(model.Unlimited), workers(model.Unlimited), station(func(s *model.Station) { s.Order = model.LIFO }))},
		{"metastable", "expired calls dropped", true, in(room(model.Unlimited), workers(model.Unlimited), station(func(s *model.Station) { s.Drop = model.DropExpired }))},
		{"metastable", "hopeless calls dropped", false, in(room(model.Unlimited), workers(model.Unlimited), station(func(s *model.Station) { s.Drop = model.DropHopeless }))},
		{"metastable", "20 workers send 4/s", false, in(room(model.Unlimited))},

		{"sleep-holds-workers", "an outage of 30s at 40/s, 20 workers", true, in(inWorker, refuse(30))},
		{"sleep-holds-workers", "in the queue", false, in(refuse(30))},
		{"sleep-holds-workers", "2000 workers", false, in(inWorker, refuse(30), workers(2000))},

		{"no-room", "room 0", true, in(room(0))},
		{"no-room", "room 1", false, in(room(1))},
		{"no-room", "unlimited servers", false, in(room(0), station(func(s *model.Station) { s.Servers = model.Unlimited }))},

		{"room-below-burst", "300 at once, 100 + 8 fit", true, in(burst(300), workers(400))},
		{"room-below-burst", "20 workers only", false, in(burst(300))},
		{"room-below-burst", "108 fit", false, in(burst(108), workers(400))},

		{"queue-below-burst", "a queue of 50", true, in(burst(300), func(p *sim.Plan) { p.Queue.Room = 50 })},
		{"queue-below-burst", "a queue of 280", false, in(burst(300), func(p *sim.Plan) { p.Queue.Room = 280 })},

		{"refusal-cost", "unlimited servers", true, in(station(func(s *model.Station) { s.Servers, s.RefusalCost = model.Unlimited, time.Millisecond }))},
		{"refusal-cost", "8 servers", false, in(station(func(s *model.Station) { s.RefusalCost = time.Millisecond }))},

		{"burst-waves", "4000 at 80/s need 50s, waits end at 30s", true, in(burst(4000))},
		{"burst-waves", "2000 need 25s", false, in(burst(2000))},

		{"timeout-below-service", "50ms for 100ms", true, in(timeout(50 * time.Millisecond))},
		{"timeout-below-service", "5s for 100ms", false, in(timeout(5 * time.Second))},

		{"too-large", "5s for 100ms a row, 0.9% above 50 rows", true, in(timeout(5*time.Second), rows, all)},
		{"too-large", "timeouts are not retried", false, in(timeout(5*time.Second), rows, with(t, append([]string{"retry", "5xx"}, calm...)...))},
		{"too-large", "1000s are enough", false, in(timeout(1000*time.Second), rows, all)},

		{"room-beyond-timeout", "1000 wait 12.5s, the client 5s", true, in(room(1000))},
		{"room-beyond-timeout", "400 wait 5s", false, in(room(400))},
		{"room-beyond-timeout", "cancelled", false, in(room(1000), cancels)},
	}
}
