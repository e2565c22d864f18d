package scenarios

import "testing"

// TestIncidentDeadLetters: how long dead letters last, who dies beside a poison
// message, keys that are forgotten, and what alerts are worth. All numbers are
// exact; the files say how they come about.
func TestIncidentDeadLetters(t *testing.T) {
	wantIncidents(t, []incident{
		// B43. Gone are the jobs of 0 h to 12 h, three days after their parking.
		{"retention-clock", "from-enqueue", "lost", 13, 13},
		{"retention-clock", "from-enqueue", "dlq_oldest_s", 3 * 86400, 3 * 86400},
		{"retention-clock", "from-parking", "lost", 0, 0},
		{"retention-clock", "from-parking", "completed", 24, 24},
		// Parked at 24 h at the earliest, and two days old at 72 h; levels are read
		// once an hour, and more than two days is 73 h.
		{"retention-clock", "from-parking", "time_to_detect_s", 73 * 3600, 73 * 3600},
		{"retention-clock", "twice", "completed", 24, 24},
		{"retention-clock", "twice", "replay_cycles_max", 2, 2},
		{"retention-clock", "clock-kept", "lost", 13, 13},
		{"retention-clock", "once-only", "replay_refused", 24, 24},
		{"retention-clock", "once-only", "dead_lettered", 24, 24},
		// B44. As many neighbours as are prefetched.
		{"poison-neighbours", "prefetch-9", "dead_lettered[event]", 9, 9},
		{"poison-neighbours", "prefetch-4", "dead_lettered[event]", 4, 4},
		{"poison-neighbours", "prefetch-0", "dead_lettered[event]", 0, 0},
		{"poison-neighbours", "prefetch-0", "dead_lettered[poison]", 1, 1},
		{"key-outlived", "after-25h", "duplicate_effects[charge]", 100, 100},
		{"key-outlived", "after-23h", "duplicate_effects[charge]", 0, 0},
		{"key-outlived", "longer-key", "duplicate_effects[charge]", 0, 0},
		// The 41st record is seen at the next failure; the 101st failure comes at 10 s.
		{"alert-thresholds", "left-there", "time_to_detect_s[over-100]", 4.1, 4.1},
		{"alert-thresholds", "left-there", "time_to_detect_s[failing]", 10, 10},
		{"alert-thresholds", "left-there", "time_to_detect_s[grows-1m]", 30, 30},
		{"alert-thresholds", "left-there", "false_alarms[grows-1m]", 0, 0},
		{"alert-thresholds", "left-there", "false_alarms[grows-10s]", 1, 1},
		{"alert-thresholds", "left-there", "false_alarms[over-20]", 1, 1},
		{"alert-thresholds", "tidied", "time_to_detect_s[over-20]", 2.1, 2.1},
		{"alert-thresholds", "replayed", "completed", 24_000, 24_000},
	})
}
