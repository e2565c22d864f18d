package scenarios

import (
	"math"
	"testing"

	"retrysim/sim"
)

// mean is what a metric of a row must be in the mean, within a share of it.
type mean struct {
	metric      string
	want, share float64
}

// judgeRow holds the means of metrics over ten replications of a row against
// closed forms: within 4.5 standard errors, and these within the share.
func judgeRow(t *testing.T, scenario, row string, means ...mean) {
	t.Helper()
	p := planOf(t, loadShipped(t, scenario), row)
	const n = 10
	sum, squares := make([]float64, len(means)), make([]float64, len(means))
	for r := range n {
		o, err := sim.Run(t.Context(), p, sim.Options{Replication: r})
		if err != nil {
			t.Fatal(err)
		}
		for i := range means {
			v := valueOf(t, o, means[i].metric)
			sum[i], squares[i] = sum[i]+v, squares[i]+v*v
		}
	}
	for i, m := range means {
		got := sum[i] / n
		near := 4.5 * math.Sqrt((squares[i]/n-got*got)/(n-1))
		if math.Abs(got-m.want) > near || near > m.share*m.want {
			t.Errorf("%s, %s: %s is %.4g +- %.2g (4.5 SE), want %.4g within %.3g", scenario, row, m.metric, got, near, m.want, m.share*m.want)
		}
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
	judgeRow(t, "retrial-queue", "soon", mean{"completion_mean_s", stay(2), 0.05})
	judgeRow(t, "retrial-queue", "later", mean{"completion_mean_s", stay(10), 0.05})
	judgeRow(t, "retrial-queue", "waiting-room", mean{"completion_mean_s", 1 / (1 - a), 0.05})
}
