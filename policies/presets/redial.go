package presets

// redial is the person who gets a busy line: tries again after 10 s, 30 s, then longer, never at round times, gives
// up after a few, and has another such go the next day.
//
//	retry  1    2    3   4    5   6    7    8   9
//	wait   10s  30s  2m  10m  1d  10s  30s  2m  10m
//
// The ladder beyond 30 s, the 20 % to both sides and the end after the second day are choices of this simulator:
// the story gives no numbers for them.
var redial = Preset{
	Name:               "redial",
	System:             "a person and a telephone",
	Source:             "the story of somebody who redials a busy line",
	About:              "10 s, 30 s, 2 min, 10 min, the same again the next day, then never; spread by 20 % to both sides",
	DefaultMaxAttempts: 10,
	LimitIsOwn:         true,
	words: []word{
		{"backoff", "ladder"},
		{"ladder", "10s,30s,2m,10m,1d,10s,30s,2m,10m"},
		{"jitter.plus_minus", "0.2"},
		{"retry", "transient"},
	},
	Notes: []string{
		"Redialling costs the busy side something too: give the dependency a refusal_cost.",
		"Only the first two waits are told by the story; the rest of the ladder and the jitter are chosen here.",
	},
}
