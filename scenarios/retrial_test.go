package scenarios

import (
	"math"
	"testing"

	"retrysim/sim"
)

// judgeMean holds the mean of a metric over ten replications of a row against a
// closed form: within 4.5 standard errors, and these within a share of it.
func judgeMean(t *testing.T, scenario, row, metric string, want, share float64) {
	t.Helper()
	p := planOf(t, loadShipped(t, scenario), row)
	var sum, squares float64
	const n = 10
	for i := range n {
		o, err := sim.Run(t.Context(), p, sim.Options{Replication: i})
		if err != nil {
			t.Fatal(err)
		}
		v := valueOf(t, o, metric)
		sum, squares = sum+v, squares+v*v
	}
	mean := sum / n
	se := math.Sqrt((squares/n - mean*mean) / (n - 1))
	if math.Abs(mean-want) > 4.5*se || 4.5*se > share*want {
		t.Errorf("%s, %s: %s is %.4g +- %.2g (4.5 SE), want %.4g within %.3g", scenario, row, metric, mean, 4.5*se, want, share*want)
	}
}

// The retrial queue M/M/1/1 (Falin and Templeton, Retrial Queues, 1997): the
// mean time in the system by Little's law is (orbit + rho) / arrivals a second.
func TestRetrialQueue(t *testing.T) {
	const a, rho = 0.5, 0.5
	stay := func(wait float64) float64 {
		v := 1 / wait
		orbit := rho * (a + rho*v) / (v * (1 - rho))
		return (orbit + rho) / a
	}
	judgeMean(t, "retrial-queue", "soon", "completion_mean_s", stay(2), 0.05)
	judgeMean(t, "retrial-queue", "later", "completion_mean_s", stay(10), 0.05)
	judgeMean(t, "retrial-queue", "waiting-room", "completion_mean_s", 1/(1-a), 0.05)
}
