package scenarios

import (
	"context"
	"math"
	"testing"

	"retrysim/sim"
)

// runRow plays the first replication of a row of a shipped scenario.
func runRow(t *testing.T, s *Scenario, row string) *sim.Outcome {
	t.Helper()
	o, err := sim.Run(context.Background(), planOf(t, s, row), sim.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func valueOf(t *testing.T, o *sim.Outcome, name string) float64 {
	t.Helper()
	for _, v := range o.Values {
		if v.Name == name {
			return v.V
		}
	}
	t.Fatalf("no value %s", name)
	return math.NaN()
}

// incident is what one row of a shipped scenario must find: a number between
// two bounds.
type incident struct {
	scenario, row, metric string
	low, high             float64
}

// TestIncidents holds shipped scenarios of known incidents against the numbers
// that were published for them, or calculated from them.
func TestIncidents(t *testing.T) {
	played := map[string]*sim.Outcome{}
	for _, c := range []incident{
		// Calculated: all dead without jitter, none with up to 30 s of it.
		{"all-retry-together", "as-written", "dead_lettered", 200, 200},
		{"all-retry-together", "splayed", "dead_lettered", 0, 0},
		// A hint of an hour: jobs sleep so long, and their workers with them, 50 of
		// 50 for half of the two hours; a cap of 2 min ends both; those who obey
		// return as the herd that they were, a spread of 2 min thins it out.
		{"unbounded-hint", "obey", "completion_max_s", 3600, 3602},
		{"unbounded-hint", "obey", "worker_utilisation", 0, 0.01},
		{"unbounded-hint", "obey", "peak_retries_per_s", 500, 510},
		{"unbounded-hint", "obey-in-worker", "worker_utilisation", 0.49, 0.52},
		{"unbounded-hint", "cap", "completion_max_s", 120, 122},
		{"unbounded-hint", "cap-in-worker", "worker_utilisation", 0.01, 0.03},
		{"unbounded-hint", "cap-and-spread", "peak_retries_per_s", 4, 20},
		{"unbounded-hint", "give-up", "retries", 0, 0},
		{"unbounded-hint", "give-up", "dead_lettered", 600, 670},
		// Published: one stall more than allowed fails outright. Half the workers
		// die each minute with 5/s x 5 s / 2 jobs in hand; of those taken again
		// 2 s before the next crash exp(-0.4) still run, and half of them are hit.
		{"stalled-jobs", "one-stall", "dead_lettered", 30, 130},
		{"stalled-jobs", "five-stalls", "dead_lettered", 0, 0},
		{"stalled-jobs", "short-lock", "dead_lettered", 0, 20},
		// Calculated: 0.6 % and 27 % of the attempts within 26 of 30 minutes.
		{"connect-timeout", "wait-1s", "dead_lettered", 0.0055 * 156_000, 0.0073 * 156_000},
		{"connect-timeout", "wait-300ms", "dead_lettered", 0.26 * 156_000, 0.27 * 156_000},
		{"connect-timeout", "retried-300ms", "dead_lettered", 0.26 * 0.26 * 0.26 * 0.26 * 156_000 * 0.9, 0.27 * 0.27 * 0.27 * 0.27 * 156_000 * 1.1},
		// Five deliveries: 30 + 60 + 120 + 240 + 300 s, about the 13 min published;
		// the first event after the pill waits for all of that. Without a limit
		// the pill is never done with.
		{"poison-pill", "five-deliveries", "completion_max_s", 750, 765},
		{"poison-pill", "five-deliveries", "dead_lettered", 1, 1},
		{"poison-pill", "two-deliveries", "completion_max_s", 60, 95},
		{"poison-pill", "never-dead", "unfinished", 1, 100},
		// Published: about 40 times fewer requests of the failing hosts, a lag of
		// up to 5 min.
		{"failing-cohort", "without-backoff", "completion_max_s", 1200, 1203},
		{"failing-cohort", "with-backoff", "completion_max_s", 1200, 1530},
		// A fifth of the peak is left where the seed is each client's own.
		{"app-relaunch", "full", "peak_retries_per_s", 150, 400},
		{"app-relaunch", "stable", "peak_retries_per_s", 30, 80},
	} {
		key := c.scenario + " " + c.row
		if played[key] == nil {
			played[key] = playedRow(t, c.scenario, c.row)
		}
		if got := valueOf(t, played[key], c.metric); !(got >= c.low && got <= c.high) {
			t.Errorf("%s, %s: %s is %v, want %v to %v", c.scenario, c.row, c.metric, got, c.low, c.high)
		}
	}
	without, with := played["failing-cohort without-backoff"], played["failing-cohort with-backoff"]
	if x := valueOf(t, without, "retries") / valueOf(t, with, "retries"); x < 38 || x > 48 {
		t.Errorf("failing hosts send %.1f times fewer requests with a backoff, want about 40", x)
	}
	// Published: 2,807 and 3,975 a second for ten times the hosts. A host that
	// fails is drawn, so the healthy are 700 with a standard deviation of 14.5,
	// three of which are 6.2 % of their load; all together are 1,000 exactly.
	for _, c := range []struct {
		o               *sim.Outcome
		want, tolerance float64
	}{{with, 280.7, 0.062}, {without, 397.5, 0.02}} {
		got := meanAttempts(t, c.o, planOf(t, loadShipped(t, "failing-cohort"), "with-backoff"), 600, 1200)
		if math.Abs(got/c.want-1) > c.tolerance {
			t.Errorf("%.1f attempts a second in the outage, want %.1f within %g", got, c.want, c.tolerance)
		}
	}
}

// meanAttempts is the rate of attempts between two times in seconds.
func meanAttempts(t *testing.T, o *sim.Outcome, p *sim.Plan, from, to float64) float64 {
	t.Helper()
	bin := p.Bin.Seconds()
	for _, s := range o.Series {
		if s.Name == "attempts" {
			sum := 0.0
			for _, v := range s.Values[int(from/bin):int(to/bin)] {
				sum += v
			}
			return sum / (to - from)
		}
	}
	t.Fatal("no series of attempts")
	return 0
}

// TestUnusableHints: incident B26. Honouring a hint of zero uses up the
// attempts at once, which a floor spreads; counting it as none leaves the
// backoff in charge; all alike obey the good hints.
func TestUnusableHints(t *testing.T) {
	s := loadShipped(t, "unusable-hints")
	peak := func(row string) float64 {
		return valueOf(t, runRow(t, s, row), "peak_retries_per_s")
	}
	honour, floor, ignore := peak("honour-zero"), peak("honour-and-floor"), peak("ignore-unusable")
	if honour < 1.2*floor || honour < 1.2*ignore {
		t.Errorf("retries peak at %v/s where zero is honoured, %v/s with a floor, %v/s where it counts as none", honour, floor, ignore)
	}
}
