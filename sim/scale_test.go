package sim_test

import (
	"testing"
	"time"

	"retrysim/policies"
	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/ledger"
	"retrysim/sim/model"
)

// latencies are the times from arrival to settling, in the order of settling.
type latencies []int64

func (m *latencies) Observe(batch []ledger.Entry) {
	for i := range batch {
		if e := &batch[i]; e.Kind == ledger.Settled && !e.Is(ledger.Moved) {
			*m = append(*m, e.At-e.Born)
		}
	}
}

func (m *latencies) Report(*ledger.Report) {}

// A world in which everything takes k times as long is the same world: all
// latencies are k times as long, up to the rounding of each time in it.
func TestTimesScale(t *testing.T) {
	scaled := func(k time.Duration) latencies {
		base := policies.FormatDuration(k * 200 * time.Millisecond)
		p := policy(t, "max_attempts", "5", "backoff", "exponential", "base", base, "jitter", "full", "retry", "all")
		var m latencies
		q := plan(t, model.Poisson{Rate: 30 / float64(k)}, p, func(q *sim.Plan) {
			q.Until, q.Horizon, q.Bin, q.Window = k*60*time.Second, k*time.Hour, k*time.Second, k*time.Second
			q.Stations[0].Servers, q.Stations[0].Room = 3, 30
			q.Stations[0].Service = law(chance.Exponential{Average: k * 80 * time.Millisecond})
			q.Types[0].Timeout = k * time.Second
			q.Workers.Count = 40
			q.Faults = []model.Fault{outage(k*10*time.Second, k*20*time.Second)}
		})
		if _, err := sim.Run(t.Context(), q, sim.Options{Metrics: []ledger.Metric{&m}}); err != nil {
			t.Fatal(err)
		}
		return m
	}
	one := scaled(1)
	if len(one) < 1500 {
		t.Fatalf("%d jobs", len(one))
	}
	for _, k := range []int64{3, 1000} {
		many := scaled(time.Duration(k))
		if len(many) != len(one) {
			t.Fatalf("%d jobs at scale %d, %d at scale 1", len(many), k, len(one))
		}
		// A latency is a sum of at most some thousand rounded times: the gaps
		// of the arrivals before it and the services of one busy period.
		for i := range one {
			if off := many[i] - k*one[i]; off > 2000*k || off < -2000*k {
				t.Fatalf("job %d: %v at scale 1, %v at scale %d", i, time.Duration(one[i]), time.Duration(many[i]), k)
			}
		}
	}
}

// Without faults, limits and timeouts nothing fails, so nothing is repeated.
func TestNoFaultsNoRetries(t *testing.T) {
	p := plan(t, model.Poisson{Rate: 50}, policy(t, "max_attempts", "9", "backoff", "fixed", "base", "1s"), func(q *sim.Plan) {
		q.Until = time.Minute
		q.Stations[0].Servers, q.Stations[0].Service = 2, law(chance.Exponential{Average: 30 * time.Millisecond})
		q.Workers.Count = 20
	})
	o, _ := play(t, p)
	for name, want := range map[string]float64{"amplification": 1, "retries": 0, "wasted_attempts": 0, "duplicate_runs": 0} {
		if got := value(t, o, name); got != want {
			t.Errorf("%s %v, want %v", name, got, want)
		}
	}
	if o.Ledger.Completed != o.Ledger.Jobs || o.Ledger.Jobs < 2500 {
		t.Errorf("ledger %+v, want all of about 3,000 completed", o.Ledger)
	}
}
