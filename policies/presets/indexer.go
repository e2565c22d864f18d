package presets

// indexer retries jobs of a search indexer: J(min(30s, 1s * 2^(k-1))), J(d) = d * U[0.9, 1.1].
//
//	retry    1   2   3   4   5    6    7
//	nominal  1s  2s  4s  8s  16s  30s  30s
//
// The jitter comes after the cap, so the last lies between 27 and 33 s.
var indexer = Preset{
	Name:   "indexer",
	System: "indexer jobs with a dead-letter queue",
	Source: "proportional jitter, dead-letter queue with dedupe",
	About:  "doubling from 1 s to 30 s, spread by 10 % to both sides after the cap; no limit on attempts",
	words: []word{
		{"backoff", "exponential"},
		{"base", "1s"},
		{"factor", "2"},
		{"cap", "30s"},
		{"jitter.plus_minus", "0.1"},
		{"order", "cap_then_jitter"},
		{"retry", "transient"},
	},
	Params: []Param{
		{Name: "baseDelay", Keys: []string{"base"}, Unit: Milliseconds, Default: "1000ms", Doc: "wait before the second call"},
		{Name: "maxDelay", Keys: []string{"cap"}, Unit: Milliseconds, Default: "30000ms", Doc: "cap before the jitter"},
		{Name: "jitterFactor", Keys: []string{"jitter.plus_minus"}, Default: "0.1", Doc: "j of U[1-j, 1+j]"},
	},
	Notes: []string{
		"The jitter is applied after the cap: a wait can exceed the cap by the factor 1 + j.",
		"The source sets no limit on attempts; a run needs max_attempts.",
	},
}
