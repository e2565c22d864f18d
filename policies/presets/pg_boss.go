package presets

// pgBoss is the surveyed system pg-boss:
//
//	pg-boss.backoff.delay10        between 10 and 20 s, both ends doubling
//	pg-boss.backoff.delay10.max60  between 10 and 20 s, both ends doubling, cut at 60 s
//	pg-boss.fixed.default          at once
var pgBoss = System{
	ID: "pg-boss", Name: "pg-boss", Group: JobQueues,
	Version: "12.38.0 (10.4.2 same curve, no retryDelayMax)",
	Source: "npm pg-boss@12.38.0 dist/plans.js (failJobsBody, QUEUE_DEFAULTS, fetchNextJob), " +
		"dist/attorney.js; npm pg-boss@10.4.2 src/plans.js",
	Counts:   CountsRetries,
	Terminal: "state failed; copied to the deadLetter queue where one is named",
	words: []word{
		{"retries", "2"},
		{"order", "jitter_then_cap"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "retryLimit", Keys: []string{"retries"}, Doc: "the first call does not count"},
		{Name: "retryDelay", Keys: []string{"base"}, Unit: Seconds, Doc: "the delay, or the start of the doubling"},
		{Name: "retryDelayMax", Keys: []string{"cap"}, Unit: Seconds, Doc: "longest wait, after the jitter"},
	},
	Pipeline: []Surrounding{
		{"workers.lock", "15m"},
	},
	Notes: []string{
		"With retryBackoff the draw cannot be turned off: a wait is between one and two times the doubled delay.",
		"The doubling stops at 2^15 times the delay.",
		"Once the doubled delay passes retryDelayMax every wait is exactly retryDelayMax and nothing is spread.",
		"A retryDelay of 0 counts as 1 s where retryBackoff is on.",
	},
	Variants: []Variant{
		{
			ID: "pg-boss.backoff.delay10", About: "between 10 and 20 s, both ends doubling",
			words: []word{
				{"backoff", "exponential"},
				{"base", "10s"},
				{"factor", "2"},
				{"growths", "15"},
				{"jitter.stretch", "1"},
			},
		},
		{
			ID: "pg-boss.backoff.delay10.max60", About: "between 10 and 20 s, both ends doubling, cut at 60 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "10s"},
				{"factor", "2"},
				{"growths", "15"},
				{"jitter.stretch", "1"},
				{"cap", "60s"},
			},
		},
		{
			ID: "pg-boss.fixed.default", About: "at once",
			words: []word{
				{"backoff", "fixed"},
				{"base", "0s"},
			},
		},
	},
}
