package scenarios

import "testing"

// TestIncidentQueues: backlogs, their bounds, their drains, and workers that
// wait instead of working.
func TestIncidentQueues(t *testing.T) {
	wantIncidents(t, []incident{
		// P21. 24 h held with a time to live of 23 h: 0.5787/s x 3,600 s = 2,083 lost
		// (published: 4 % of the hooks; 2,083 of 50,000 are 4.2 %), and 43 s more of the
		// partition. Newest first the oldest wait for the whole drain: those lost came
		// before a = 1 h + (24 h - a) / 6, so within 4.29 h: 8,929.
		{"paused-hooks", "drain-4h", "expired", 2083, 2120},
		{"paused-hooks", "drain-fast", "expired", 2083, 2120},
		{"paused-hooks", "newest-first", "expired", 8850, 9050},
		{"paused-hooks", "keep-2-days", "expired", 0, 0},
		{"paused-hooks", "no-pause", "expired", 0, 0},
		// 50,000 with 3.47/s to spare are gone in 4 h, 28 h after the partition; the
		// resolution is a bin of 10 min.
		{"paused-hooks", "keep-2-days", "backlog_clear_s", 28 * 3600, 28*3600 + 1200},
		// P25. 400 at once start 400 / (1 + 380 x 20 %) = 5.19/s, fewer than the 8/s
		// that come, 800 no more; 20 at once start 20/s.
		{"slow-dequeue", "wait", "goodput_per_s", 5, 6},
		{"slow-dequeue", "more-builders", "goodput_per_s", 5, 6},
		{"slow-dequeue", "fewer-builders", "goodput_per_s", 8.5, 9.5},
		{"slow-dequeue", "fewer-builders", "lost", 0, 0},
		{"slow-dequeue", "fewer-builders", "completion_max_s", 600, 800},
		{"slow-dequeue", "purge", "lost", 4500, 6500},
		{"slow-dequeue", "age-limit", "completion_max_s", 600, 690},
		// P30. A bound below 2 s x 100/s serves 100 of the 150/s in the surge, so less
		// than 80/s x 13 min + 100/s x 2 min = 74,400; above it everything is too late.
		{"queue-bound", "no-bound", "completed", 13_000, 17_000},
		{"queue-bound", "bound-1000", "completed", 13_000, 17_000},
		{"queue-bound", "bound-300", "completed", 13_000, 17_000},
		{"queue-bound", "bound-150", "completed", 72_500, 75_500},
		{"queue-bound", "bound-20", "completed", 72_500, 75_500},
		// B56. 2/s x 4 x 5 s hold 40 of 50 threads for 20 of 30 minutes, the healthy
		// ones 1.8: 0.58; 240 threads are not there, so all sleep and the healthy wait.
		{"sleeping-workers", "sleep-5s", "worker_utilisation", 0.54, 0.62},
		{"sleeping-workers", "sleep-30s", "completion_max_s", 600, 1200},
		{"sleeping-workers", "more-threads", "queue_depth_max", 1000, 20_000},
		{"sleeping-workers", "frees-thread", "queue_depth_max", 0, 5},
		{"sleeping-workers", "frees-thread", "worker_utilisation", 0.03, 0.06},
		// Q10. 60/s x 2 min parked; at 20/s and 35/s they come back beside the live
		// traffic, at 60/s and at once they take it with them.
		{"redrive-rate", "leave-it", "dead_lettered", 6900, 7500},
		{"redrive-rate", "at-20", "dead_lettered", 0, 0},
		{"redrive-rate", "at-35", "dead_lettered", 0, 0},
		{"redrive-rate", "at-35", "completion_max_s", 310, 350}, // 2 min + 7,200 / 35 s
		{"redrive-rate", "at-60", "dead_lettered", 60_000, 80_000},
		{"redrive-rate", "at-once", "dead_lettered", 60_000, 80_000},
	})
}
