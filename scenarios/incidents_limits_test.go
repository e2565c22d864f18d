package scenarios

import "testing"

// TestIncidentLimits: attempts, elapsed time and dead letters against outages
// of known length. Nearly all numbers are exact.
func TestIncidentLimits(t *testing.T) {
	wantIncidents(t, []incident{
		// P27. Waits of 127, 5,611 and 5,911 s in all against 5,820 s at a job a
		// second: those of the first 5,693 s, of the first 209 s, and none.
		{"long-outage", "calls-8", "exhausted", 5693, 5693},
		{"long-outage", "calls-27", "exhausted", 209, 209},
		{"long-outage", "calls-28", "exhausted", 0, 0},
		{"long-outage", "calls-28", "completion_max_s", 5911, 5912},
		{"long-outage", "full-for-2h", "exhausted", 0, 0},
		// Full jitter: half the waits are (511 + 18 x 300) / 2 = 2,956 s in the mean,
		// so about those of the first 5,820 - 2,956 s.
		{"long-outage", "full-28", "exhausted", 2700, 3030},
		// P40. 29,000 jobs: 0.05^5 of them is none; 5 % x exp(-15/30) = 3.03 % whether
		// in five calls or in ten, 5 % x exp(-75/30) = 0.41 %. There are 24 spells in
		// 4 h, so a third either way.
		{"correlated-failures", "independent", "exhausted", 0, 0},
		{"correlated-failures", "in-spells", "exhausted", 0.020 * 29_000, 0.041 * 29_000},
		{"correlated-failures", "ten-calls", "exhausted", 0.020 * 29_000, 0.041 * 29_000},
		{"correlated-failures", "within-75s", "exhausted", 0, 0.012 * 29_000},
		// Q11. An event each 10 s: 21,600 - 10,130 s of them are lost; the ladder up
		// to 10 h delivers the first ones with its wait of 27,305 s in all, the
		// lengthened one with 40,830 s.
		{"retry-ladders", "up-to-10h", "exhausted", 0, 0},
		{"retry-ladders", "up-to-10h", "completion_max_s", 27_305, 27_306},
		{"retry-ladders", "ten-calls", "exhausted", 1147, 1147},
		{"retry-ladders", "more-calls", "exhausted", 0, 0},
		{"retry-ladders", "more-calls", "completion_max_s", 40_830, 40_831},
		// B05: 41.55 days; Q13: 20.4 days; B19: 102.2 s, and ten attempts with the cap
		// as every delay: 9 h.
		{"spans-of-retries", "thousand-to-1h", "wait_total_mean_s", 3_590_100, 3_590_100},
		{"spans-of-retries", "thousand-to-1h", "attempts", 1001, 1001},
		{"spans-of-retries", "25-by-n4", "wait_total_mean_s", 1_763_395, 1_763_395},
		{"spans-of-retries", "ten-below-1h", "wait_total_mean_s", 102.2, 102.2},
		{"spans-of-retries", "cap-as-delay", "wait_total_mean_s", 32_400, 32_400},
		// B41: 15,000 - 10,000, the oldest; refused are the newest.
		{"full-dead-set", "drop-oldest", "lost", 5000, 5000},
		{"full-dead-set", "drop-oldest", "lost[early]", 5000, 5000},
		{"full-dead-set", "refuse-new", "lost[late]", 5000, 5000},
		{"full-dead-set", "refuse-new", "lost[early]", 0, 0},
		{"full-dead-set", "more-room", "lost", 0, 0},
		{"full-dead-set", "more-room", "completed", 15_000, 15_000},
		{"full-dead-set", "outlasts-it", "given_up", 0, 0},
	})
}

// TestIncidentEffects: what happens twice when an answer or a record is lost.
func TestIncidentEffects(t *testing.T) {
	wantIncidents(t, []incident{
		// P31. 980 customers (1.4 % of 70,000) x 6 charges, 5 of them too many; a key
		// per attempt is no key.
		{"charged-again", "no-key", "duplicate_effects[charge]", 4900, 4900},
		{"charged-again", "key-per-attempt", "duplicate_effects[charge]", 4900, 4900},
		{"charged-again", "key-per-job", "duplicate_effects[charge]", 0, 0},
		{"charged-again", "record-first", "duplicate_effects[charge]", 0, 0},
		{"charged-again", "record-first", "completed", 980, 980},
		// B71. 10,000 x (0.2 + 0.04 + 0.008) = 2,480 with a standard deviation of
		// about 55; 0.2^4 = 16 are given up, all of them done.
		{"lost-answers", "no-key", "duplicate_effects", 2300, 2660},
		{"lost-answers", "key-per-attempt", "duplicate_effects", 2300, 2660},
		{"lost-answers", "key-per-job", "duplicate_effects", 0, 0},
		{"lost-answers", "unique", "duplicate_effects", 0, 0},
		{"lost-answers", "no-retry", "duplicate_effects", 0, 0},
		{"lost-answers", "no-key", "given_up", 4, 32},
		{"lost-answers", "no-retry", "given_up", 1840, 2160},
	})
}
