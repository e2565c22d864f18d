package scenarios

import (
	"context"
	"math"
	"testing"

	"retrysim/sim"
)

// TestConnectionScenarios holds the scenarios about connections, shared servers
// and limits that delay against closed forms, and against what they say.
func TestConnectionScenarios(t *testing.T) {
	played := map[string]*sim.Outcome{}
	for _, c := range []incident{
		// Without a failover some 200 connections are opened; for the 2 min after
		// it, and the 7 s in which the last jobs give up, all of the 167 a second
		// that can be are, nearly all in vain.
		{"reconnect-storm", "at-once", "connections_opened", 150 + 166.7*120, 550 + 166.7*127},
		{"reconnect-storm", "at-once", "connections_refused", 10_000, 30_000},
		{"reconnect-storm", "at-once", "dead_lettered", 4_000, 150 * 120},
		{"reconnect-storm", "cancelled", "recovered_share", 0, 0},
		// About as many connections as calls in flight, 150 of a second each, before
		// and after.
		{"reconnect-storm", "full-jitter", "connections_opened", 400, 800},
		{"reconnect-storm", "full-jitter", "backlog_clear_s", 2, 10},
		{"reconnect-storm", "full-jitter", "dead_lettered", 0, 0},
		{"reconnect-storm", "more-acceptors", "connections_opened", 400, 600},
		{"reconnect-storm", "more-acceptors", "backlog_clear_s", 0.5, 4},
		// Nothing is abandoned but the calls on the connections that broke: 150 in
		// the mean, a Poisson number.
		{"reconnect-storm", "more-acceptors", "wasted_attempts", 95, 205},
		// Of 150 that come at once 64 + 5 get in; what is refused is gone after
		// five tries in a moment.
		{"reconnect-storm", "small-backlog", "dead_lettered", 50, 110},
		{"reconnect-storm", "small-backlog", "wasted_attempts", 95, 205},
		{"reconnect-storm", "small-and-jitter", "dead_lettered", 0, 0},
		{"reconnect-storm", "small-and-jitter", "connections_refused", 50, 150},
		// At most 200 - 150 are left for those who wait; some do so for too long.
		{"reconnect-storm", "pool-of-200", "recovered_share", 1, 1},
		{"reconnect-storm", "pool-of-200", "connections_refused", 300, 1500},
		{"shared-service", "shared-by-20", "dead_lettered", 1, 200},
		// (400 - 60) / 60 = 5.67 s for the last of the burst, and what comes
		// meanwhile.
		{"shaped-or-policed", "held", "completion_max_s", 5.67, 6},
		{"shaped-or-policed", "held", "retries", 0, 0},
		{"shaped-or-policed", "refused", "retries", 1000, 2000},
		{"shaped-or-policed", "held-impatient", "dead_lettered", 1500, 2300},
		{"shaped-or-policed", "held-150", "wasted_attempts", 0, 0},
		{"shaped-or-policed", "held-150", "dead_lettered", 0, 10},
	} {
		key := c.scenario + " " + c.row
		if played[key] == nil {
			played[key] = playedRow(t, c.scenario, c.row)
		}
		if got := valueOf(t, played[key], c.metric); !(got >= c.low && got <= c.high) {
			t.Errorf("%s, %s: %s is %v, want %v to %v", c.scenario, c.row, c.metric, got, c.low, c.high)
		}
	}
}

// TestSharedService holds the means of five runs against the closed forms. The
// tolerance is 4.5 standard errors: the standard deviation over 20 runs was 0.50,
// 0.080, 0.013 and 0.026 s. Sharper is the test of package sim.
func TestSharedService(t *testing.T) {
	s := loadShipped(t, "shared-service")
	for _, c := range []struct {
		row      string
		want, sd float64
	}{{"one-by-one", 2.3, 0.50}, {"shared", 0.5, 0.080}, {"alike-one-by-one", 0.3, 0.013}, {"alike-shared", 0.5, 0.026}} {
		sum := 0.0
		for r := range 5 {
			o, err := sim.Run(context.Background(), planOf(t, s, c.row), sim.Options{Replication: r})
			if err != nil {
				t.Fatal(err)
			}
			sum += valueOf(t, o, "completion_mean_s")
		}
		if tolerance := 4.5 * c.sd / math.Sqrt(5); math.Abs(sum/5-c.want) > tolerance {
			t.Errorf("%s: a call takes %.3f s in the mean, want %v within %.3f", c.row, sum/5, c.want, tolerance)
		}
	}
}
