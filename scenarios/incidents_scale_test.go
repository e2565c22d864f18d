package scenarios

import (
	"context"
	"math"
	"testing"

	"retrysim/sim"
)

// TestScaleIncidents holds the scenarios on autoscalers, deploys and ramps
// against the numbers that were published for them, or calculated from them.
func TestScaleIncidents(t *testing.T) {
	played := map[string]*sim.Outcome{}
	for _, c := range []incident{
		// Published: start-up 150 s, a look each 60 s, 100 messages: 300 and 100. Every
		// look until the first are there starts 10 at most: at 1 to 7 min, less those done.
		{"autoscaler-counts-wrong", "counted", "workers_max", 100, 100},
		{"autoscaler-counts-wrong", "not-counted", "workers_max", 300, 300},
		{"autoscaler-counts-wrong", "in-small-steps", "workers_max", 50, 99},
		// The retries come 4 min later: their workers are there, or take up to 150 s more.
		{"autoscaler-counts-wrong", "with-delayed", "completion_max_s", 430, 620},
		{"autoscaler-counts-wrong", "waiting-only", "completion_max_s", 620, 770},
		// Calculated for P36: 250 get through in 5 windows of 50.
		{"burst-meets-slow-scaler", "fixed", "dead_lettered", 750, 750},
		{"burst-meets-slow-scaler", "exponential", "dead_lettered", 750, 750},
		{"burst-meets-slow-scaler", "exponential-30", "dead_lettered", 0, 0},
		{"burst-meets-slow-scaler", "slow-workers", "dead_lettered", 0, 0},
		// Some 180 of 200 workers are busy and lose their job; it waits for the end of
		// a lock of 3 min. Who may end a job in 2 min loses next to none.
		{"deploy-under-load", "killed", "duplicate_effects", 150, 200},
		{"deploy-under-load", "killed", "completion_p99_s", 180, 220},
		{"deploy-under-load", "crash", "duplicate_effects", 150, 200},
		{"deploy-under-load", "graceful", "duplicate_effects", 0, 5},
		{"deploy-under-load", "graceful", "completion_p99_s", 40, 80},
		{"deploy-under-load", "short-grace", "duplicate_effects", 60, 110},
		{"deploy-under-load", "handed-back", "duplicate_effects", 60, 110},
		{"deploy-under-load", "handed-back", "completion_p99_s", 40, 80},
		{"deploy-under-load", "graceful", "queue_depth_max", 120, 220},
		{"deploy-under-load", "rolling", "queue_depth_max", 0, 40},
		// At the rate of the ramp the cache fills in time, or it does not.
		{"ramped-return", "at-once", "goodput_per_s", 0, 3},
		{"ramped-return", "in-2m", "expired", 50_000, 75_000},
		{"ramped-return", "in-10m", "expired", 1000, 15_000},
		{"ramped-return", "in-30m", "abandoned_attempts", 0, 100},
		{"ramped-return", "in-30m", "expired", 0, 0},
		{"ramped-return", "few-workers", "abandoned_attempts", 0, 100},
		// 40/s fit: 35/s revive everything, 100/s kills live jobs too.
		{"redrive-in-rounds", "fits", "dead_lettered", 0, 0},
		{"redrive-in-rounds", "ramp", "dead_lettered", 0, 0},
		{"redrive-in-rounds", "fast", "dead_lettered", 1500, 3500},
		{"redrive-in-rounds", "rounds", "dead_lettered", 1, 1000},
		{"eager-senders", "at-most-100ms", "workers_max", 200, 200},
		{"eager-senders", "few-senders", "workers_max", 15, 15},
	} {
		key := c.scenario + " " + c.row
		if played[key] == nil {
			played[key] = playedRow(t, c.scenario, c.row)
		}
		if got := valueOf(t, played[key], c.metric); !(got >= c.low && got <= c.high) {
			t.Errorf("%s, %s: %s is %v, want %v to %v", c.scenario, c.row, c.metric, got, c.low, c.high)
		}
	}
	// Calculated: 200 senders at 100 ms and at 5 s.
	for _, c := range []struct {
		row       string
		from, to  float64
		want, off float64
	}{{"at-most-100ms", 300, 400, 2000, 0.02}, {"at-most-5s", 300, 400, 40, 0.02}} {
		s := loadShipped(t, "eager-senders")
		if got := meanAttempts(t, runRow(t, s, c.row), planOf(t, s, c.row), c.from, c.to); math.Abs(got/c.want-1) > c.off {
			t.Errorf("%s: %.1f tries a second while the receiver is down, want %v", c.row, got, c.want)
		}
	}
}

// meanOfRuns is the mean of a metric over replications of a row.
func meanOfRuns(t *testing.T, scenario, row, metric string, n int) float64 {
	t.Helper()
	p, sum := planOf(t, loadShipped(t, scenario), row), 0.0
	for r := range n {
		o, err := sim.Run(context.Background(), p, sim.Options{Replication: r})
		if err != nil {
			t.Fatal(err)
		}
		sum += valueOf(t, o, metric)
	}
	return sum / float64(n)
}

// The jittered rows of P36: about 333 die at 3 s +-30 %, and about 14-25 under
// full jitter.
func TestBurstMeetsSlowScaler(t *testing.T) {
	for _, c := range []struct {
		row       string
		low, high float64
	}{{"fixed-30", 323, 343}, {"full", 14, 25}} {
		if got := meanOfRuns(t, "burst-meets-slow-scaler", c.row, "dead_lettered", 10); got < c.low || got > c.high {
			t.Errorf("%s: %.1f dead in the mean, want %v to %v", c.row, got, c.low, c.high)
		}
	}
}

// The share that hangs up, by Erlang-A.
func TestImpatientCallers(t *testing.T) {
	for _, c := range []struct {
		row  string
		want float64
	}{{"ten-agents", 0.103913212326}, {"busy-day", 0.213632352958}} {
		got := meanOfRuns(t, "impatient-callers", c.row, "expired", 2) / meanOfRuns(t, "impatient-callers", c.row, "jobs", 2)
		if math.Abs(got/c.want-1) > 0.05 {
			t.Errorf("%s: a share of %.4f hangs up, want %.4f", c.row, got, c.want)
		}
	}
}
