package presets

// bull is the surveyed system Bull:
//
//	bull.exponential  (2^k - 1) s: 1, 3, 7, 15 s
//	bull.fixed        1 s each time
var bull = System{
	ID: "bull", Name: "Bull", Group: JobQueues,
	Version:  "4.16.5",
	Source:   "npm bull@4.16.5 lib/backoffs.js, lib/job.js (moveToFailed, _saveAttempt)",
	Counts:   CountsCalls,
	Terminal: "kept in the failed set",
	words: []word{
		{"max_attempts", "1"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "attempts", Keys: []string{"max_attempts"}, Doc: "calls in all, the first one too"},
	},
	Notes: []string{
		"The factor is 2^n - 1, so the waits are 1, 3, 7, 15 times the delay: nearly twice those " +
			"of BullMQ from the second on.",
		"The base here is 2 * delay and the constant -delay; change both together.",
	},
	Variants: []Variant{
		{
			ID: "bull.exponential", About: "(2^k - 1) s: 1, 3, 7, 15 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "2s"},
				{"factor", "2"},
				{"constant", "-1s"},
			},
		},
		{
			ID: "bull.fixed", About: "1 s each time",
			words: []word{
				{"backoff", "fixed"},
				{"base", "1s"},
			},
		},
	},
}
