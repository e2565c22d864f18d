package presets

// exponentialBackoff is the surveyed system exponential-backoff:
//
//	exponential-backoff              doubling from 100 ms
//	exponential-backoff.full.max10s  from 0 to a doubling from 100 ms to 10 s
var exponentialBackoff = System{
	ID: "exponential-backoff", Name: "exponential-backoff", Group: NPM,
	Version:  "3.1.3",
	Source:   "npm exponential-backoff@3.1.3 dist/delay/*, dist/jitter/full, dist/options.js",
	Counts:   CountsCalls,
	Terminal: "the last error",
	words: []word{
		{"max_attempts", "10"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "numOfAttempts", Keys: []string{"max_attempts"}, Doc: "calls in all, the first one too"},
		{Name: "startingDelay", Keys: []string{"base"}, Unit: Milliseconds, Doc: "the first wait"},
		{Name: "timeMultiple", Keys: []string{"factor"}, Doc: "growth"},
		{Name: "maxDelay", Keys: []string{"cap"}, Unit: Milliseconds, Doc: "longest wait"},
	},
	Pipeline: []Surrounding{
		{"queue.wait_in", "worker"},
	},
	Notes: []string{
		"delayFirstAttempt delays the first call too.",
	},
	Variants: []Variant{
		{
			ID: "exponential-backoff", About: "doubling from 100 ms",
			words: []word{
				{"backoff", "exponential"},
				{"base", "100ms"},
				{"factor", "2"},
			},
		},
		{
			ID: "exponential-backoff.full.max10s", About: "from 0 to a doubling from 100 ms to 10 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "100ms"},
				{"factor", "2"},
				{"cap", "10s"},
				{"jitter", "full"},
				{"round", "1ms"},
			},
		},
	},
}
