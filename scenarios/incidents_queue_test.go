package scenarios

import (
	"testing"

	"retrysim/sim"
)

// TestQueueIncidents holds the shipped scenarios about what queues do between
// due and in hand against numbers that were published, or calculated.
func TestQueueIncidents(t *testing.T) {
	played := map[string]*sim.Outcome{}
	for _, c := range []incident{
		// B29: ceil(due / timeout) copies of 100 jobs, one of them the right one.
		{"visibility-copies", "in-2h", "duplicate_effects", 100, 100},
		{"visibility-copies", "in-1h", "duplicate_effects", 0, 0},
		{"visibility-copies", "in-1h-1s", "duplicate_effects", 100, 100},
		{"visibility-copies", "in-5h", "duplicate_effects", 400, 400},
		{"visibility-copies", "in-6h", "duplicate_effects", 500, 500},
		{"visibility-copies", "longer", "duplicate_effects", 0, 0},
		{"visibility-copies", "in-queue", "duplicate_effects", 0, 0},
		{"visibility-copies", "in-6h", "completed", 100, 100},
		// B30: three further starts of each of about 144 jobs. B34: who died with
		// its lock is done after what is left of it and 2 h, all of it for 3 h.
		{"long-jobs-short-window", "fixed-30m", "duplicate_runs", 3 * 144 * 0.8, 3 * 144 * 1.3},
		{"long-jobs-short-window", "fixed-3h", "duplicate_runs", 0, 0},
		{"long-jobs-short-window", "fixed-3h", "completion_max_s", 5 * 3600, 5 * 3600},
		{"long-jobs-short-window", "renewed-30m", "duplicate_runs", 0, 0},
		{"long-jobs-short-window", "renewed-30m", "completion_max_s", 2.5 * 3600, 4.5 * 3600},
		{"long-jobs-short-window", "renewed-1m", "completion_max_s", 2 * 3600, 4*3600 + 60},
		{"long-jobs-short-window", "noticed", "duplicate_runs", 0, 0},
		{"long-jobs-short-window", "noticed", "completion_max_s", 2 * 3600, 4*3600 + 5},
		// B09: 1 s, what is left of a gap, and 10 ms of service: half a gap; with
		// gaps of 2.5 to 7.5 s (1 + 1/12)/2 of one; without memory a whole one.
		{"tick-herd", "due", "completion_mean_s", 1.0099, 1.0101},
		{"tick-herd", "tick-5s", "completion_mean_s", 3.51 - 0.1, 3.51 + 0.1},
		{"tick-herd", "tick-5s", "peak_retries_per_s", 500, 600},
		{"tick-herd", "tick-1s", "completion_mean_s", 1.51 - 0.05, 1.51 + 0.05},
		{"tick-herd", "tick-1s", "peak_retries_per_s", 100, 140},
		{"tick-herd", "tick-jitter", "completion_mean_s", 3.72 - 0.4, 3.72 + 0.4},
		{"tick-herd", "memoryless", "completion_mean_s", 6.01 - 3, 6.01 + 3}, // 60 gaps
		{"tick-herd", "eight-pollers", "completion_mean_s", 3.5, 6},
		{"tick-herd", "batch-110", "peak_retries_per_s", 110, 110},
		// B44: k * service * rate: four workers of ten for 19 of 20 min, a tenth of
		// that, or 40 s in all, on top of half.
		{"delivery-limit", "at-once", "worker_utilisation", 0.88 - 0.03, 0.88 + 0.03},
		{"delivery-limit", "at-once", "unfinished", 4, 4},
		{"delivery-limit", "later", "worker_utilisation", 0.538 - 0.03, 0.538 + 0.03},
		{"delivery-limit", "five-receives", "worker_utilisation", 0.503 - 0.03, 0.503 + 0.03},
		{"delivery-limit", "five-receives", "dead_lettered", 4, 4},
		{"delivery-limit", "five-receives", "unfinished", 0, 0},
		// B64: 50 servers and a room of 5,000 take 5,050 of each of three herds. In
		// batches of 2,000 every 5 s all are through after 50 looks.
		{"million-at-once", "all-at-once", "peak_retries_per_s", 100_000, 100_000},
		{"million-at-once", "all-at-once", "completed", 3 * 5050, 3 * 5050},
		{"million-at-once", "tick-5s", "completed", 3 * 5050, 3 * 5050},
		{"million-at-once", "batch-2000", "completed", 100_000, 100_000},
		{"million-at-once", "batch-2000", "completion_max_s", 1800 + 49*5, 1800 + 50*5 + 5},
		{"million-at-once", "batch-2000", "peak_retries_per_s", 2000, 2000},
		{"million-at-once", "eight-pollers", "completion_max_s", 1800 + 49*5, 1800 + 50*5 + 5},
		// A worker for itself: nobody waits. One ahead waits for one slow job of 90 s
		// at most, below the lock; of four ahead some wait for two, and run twice.
		{"prefetch-behind-slow", "none", "completion_max_s", 90, 92},
		{"prefetch-behind-slow", "one", "completion_max_s", 170, 180},
		{"prefetch-behind-slow", "one", "duplicate_runs", 0, 0},
		{"prefetch-behind-slow", "four", "duplicate_runs", 10, 200},
		{"prefetch-behind-slow", "four", "done_p95_s", 75, 90},
		{"prefetch-behind-slow", "four-fleet", "duplicate_runs", 0, 0},
		// 1,500 jobs in the outage, those of its first 26 s with time for three
		// retries at once: between an eighth and a half of them.
		{"skewed-clocks", "in-step", "dead_lettered", 0, 0},
		{"skewed-clocks", "off-2s", "dead_lettered", 0, 0},
		{"skewed-clocks", "off-1m", "dead_lettered", 1300 / 8, 1300 / 2},
		{"skewed-clocks", "off-1m", "duplicate_runs", 0, 0},
		{"skewed-clocks", "off-1m", "completion_max_s", 82, 82}, // 1 s, 20 s and 60 s, 1 s
		{"skewed-clocks", "short-lock", "duplicate_effects", 3000, 20_000},
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
