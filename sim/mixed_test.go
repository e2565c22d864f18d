package sim_test

import (
	"testing"
	"time"

	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/model"
)

// TestOpenAndClosed: Poisson jobs and closed clients at one exponential server
// share it as the theory of mixed networks says. The open load rho takes its
// part, so the clients meet a server slower by 1/(1-rho), alone with their
// pauses Z; the open jobs meet, beside themselves, the clients there:
//
//	client throughput   that of N clients at a service S/(1-rho), by mean value analysis
//	open jobs in system rho (1 + Q) / (1 - rho), Q the mean number of clients there
//
// Source: F. Baskett, K. M. Chandy, R. R. Muntz, F. G. Palacios, Open, Closed,
// and Mixed Networks of Queues with Different Classes of Customers (1975);
// E. D. Lazowska et al., Quantitative System Performance (1984), 7.4.
func TestOpenAndClosed(t *testing.T) {
	const (
		clients, think, service, rate = 6, 1.0, 0.1, 4.0
		rho                           = rate * service
		span                          = 4000
	)
	throughput, there := 0.0, 0.0
	for n := 1; n <= clients; n++ {
		stay := service / (1 - rho) * (1 + there)
		throughput = float64(n) / (think + stay)
		there = throughput * stay
	}
	q := plan(t, model.Poisson{Rate: rate}, policy(t, "max_attempts", "1"), func(q *sim.Plan) {
		q.Types[0].Name = "open"
		closed := q.Types[0]
		closed.Name = "closed"
		closed.Sources = []model.Source{{Name: "clients", Clients: clients, Think: law(chance.Exponential{Average: think * time.Second})}}
		q.Types = append(q.Types, closed)
		q.Stations[0].Servers, q.Stations[0].Service = 1, law(chance.Exponential{Average: service * 1e9})
		q.WarmUp, q.Until, q.Horizon, q.Bin = 100*time.Second, span*time.Second, 2*span*time.Second, time.Second
	})
	runs := replicate(t, q, 30, nil)
	for _, c := range []struct {
		name string
		of   func(sample) float64
		want float64
	}{
		{"completed by clients per second", func(s sample) float64 { return s["completed[closed]"] / span }, throughput},
		{"open jobs per second", func(s sample) float64 { return s["jobs[open]"] / span }, rate},
		{"all in system", func(s sample) float64 { return s["dependency_in_system_mean"] }, there + rho*(1+there)/(1-rho)},
	} {
		var values []float64
		for _, s := range runs {
			values = append(values, c.of(s))
		}
		mean, se := moments(values)
		if err := interval(mean, se, c.want, c.want*0.05, len(values)); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
