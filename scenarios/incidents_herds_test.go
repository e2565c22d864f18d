package scenarios

import "testing"

// TestIncidentHerds: loads that come together, and overloads that stay when
// their cause is gone.
func TestIncidentHerds(t *testing.T) {
	wantIncidents(t, []incident{
		// P01. It stays down alone, at double and at four times the capacity; paused
		// it comes back, at the latest with the first bins after the pause of 20 min.
		// Served in all: 5 min x 3.3/s, and 67 of the herd.
		{"membership-storm", "wait", "completed", 970, 1160},
		{"membership-storm", "wait", "recovered_share", 0, 0},
		{"membership-storm", "double", "recovered_share", 0, 0},
		{"membership-storm", "fourfold", "recovered_share", 0, 0},
		{"membership-storm", "pause-and-x4", "time_to_recover_s", 1200, 1500},
		{"membership-storm", "pause-and-trickle", "time_to_recover_s", 1200, 2400},
		{"membership-storm", "backoff", "recovered_share", 1, 1},
		// P09. Six calls a page, or a deploy: fine. Both: 15 % of the calls until the
		// end, with twice the servers as well. Limited to 60/s all is served again
		// within the 10 of 30 minutes that are left.
		{"faulty-dashboard", "no-deploy", "given_up", 0, 0},
		{"faulty-dashboard", "one-call", "time_to_recover_s", 0, 60},
		{"faulty-dashboard", "as-it-was", "goodput_per_s", 5, 12},
		{"faulty-dashboard", "more-servers", "goodput_per_s", 5, 12},
		{"faulty-dashboard", "rate-limit", "completed", 50_000, 70_000},
		{"faulty-dashboard", "rate-limit", "time_to_recover_s", 0, 60},
		// P12. Served are 80/s x 10 % from the trigger at 2 min on, whenever it ends:
		// 20/s x 2 min + 8/s x 18 min = 11,040. A bound of 3 that is set at 8 min meets a
		// backlog of 12/s x 6 min = 4,320. If each of them has one call left, it is gone
		// after 4,320 / (80 - 20 x 2.71) = 167 s, if all three, after 4,320 / (80 / 2.71 -
		// 20) = 454 s; served are 20,100 or 14,200 in all.
		{"five-hundred-retries", "bound-500", "completed", 10_500, 11_600},
		{"five-hundred-retries", "rollback", "completed", 10_500, 11_600},
		{"five-hundred-retries", "restart", "completed", 10_500, 11_600},
		{"five-hundred-retries", "rollback", "recovered_share", 0, 0},
		{"five-hundred-retries", "lowered", "recovered_share", 1, 1},
		{"five-hundred-retries", "lowered", "completed", 14_200, 20_100},
		// 20/s x 5 min x 0.9^3 fail while the trigger lasts: 4,374.
		{"five-hundred-retries", "bound-3", "given_up", 4100, 4800},
		{"five-hundred-retries", "bound-3", "time_to_recover_s", 0, 1},
		// P13. Nobody in an hour; 3,000 / (80/s) = 38 s for one query; 3,000 / (12/s) =
		// 250 s at a pace.
		{"costly-reconnect", "all-at-once", "completed[sign-in]", 0, 0},
		{"costly-reconnect", "one-query", "backlog_clear_s", 35, 70},
		{"costly-reconnect", "at-a-pace", "completion_max_s", 249, 251},
		{"costly-reconnect", "at-a-pace", "completed[sign-in]", 3000, 3000},
		{"costly-reconnect", "backoff", "completed[sign-in]", 3000, 3000},
		// P15. 80/s x 1 min are served, then next to nothing; a pause and a limit that
		// is lifted in one step change nothing; one that is raised slowly does.
		{"cache-refill", "wait", "completed", 4700, 5200},
		{"cache-refill", "pause", "completed", 4700, 5200},
		{"cache-refill", "fixed-limit", "recovered_share", 0, 0},
		{"cache-refill", "raise-slow", "recovered_share", 1, 1},
		{"cache-refill", "no-cut-off", "recovered_share", 1, 1},
		// P22. Held for 71 of 97 min (published: at most 71, 24 in the mean): 26 min in
		// the mean, and the drain of 42,600 at 80/s less 10/s, 10 min, makes it 30. The
		// herd waits longer than it was held.
		{"held-deliveries", "at-80", "completion_max_s", 71 * 60, 71*60 + 20},
		{"held-deliveries", "at-80", "completion_mean_s", 24 * 60, 31 * 60},
		{"held-deliveries", "at-once", "completion_max_s", 80 * 60, 97 * 60},
		{"held-deliveries", "at-12", "completion_mean_s", 55 * 60, 71 * 60},
		{"held-deliveries", "at-80", "amplification", 1, 1.001},
		{"held-deliveries", "at-once", "amplification", 5, 8},
		// B17. Calculated: about 207 in any second, with the edge spread about 109.
		{"agents-after-deploy", "no-jitter", "peak_retries_per_s", 10_000, 10_000},
		{"agents-after-deploy", "today", "peak_retries_per_s", 195, 225},
		{"agents-after-deploy", "growing", "peak_retries_per_s", 195, 225},
		{"agents-after-deploy", "edge-2m", "peak_retries_per_s", 100, 122},
	})
}
