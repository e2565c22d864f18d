package presets

// stepFunctions is the surveyed system AWS Step Functions (ASL Retry):
//
//	step-functions.none        doubling from 1 s
//	step-functions.full.max60  from 0 to a doubling that starts at 1 s and ends at 60 s
var stepFunctions = System{
	ID: "step-functions", Name: "AWS Step Functions (ASL Retry)", Group: Workflows,
	Version:  "service docs 2023–2026",
	Source:   "AWS Step Functions developer guide (error handling), aws-cdk RetryProps and JitterType reference pages",
	Counts:   CountsRetries,
	Terminal: "the Catch of the state, else the execution fails",
	words: []word{
		{"retries", "3"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "IntervalSeconds", Keys: []string{"base"}, Unit: Seconds, Doc: "the first wait"},
		{Name: "BackoffRate", Keys: []string{"factor"}, Doc: "growth"},
		{Name: "MaxAttempts", Keys: []string{"retries"}, Doc: "retries, the first run does not count"},
		{Name: "MaxDelaySeconds", Keys: []string{"cap"}, Unit: Seconds, Doc: "longest wait"},
	},
	Notes: []string{
		"MaxAttempts counts retries here, unlike nearly everywhere else.",
		"Each retrier has a counter of its own, which another state resets. Retries are billed as transitions.",
	},
	Variants: []Variant{
		{
			ID: "step-functions.none", About: "doubling from 1 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "1s"},
				{"factor", "2"},
			},
		},
		{
			ID: "step-functions.full.max60", About: "from 0 to a doubling that starts at 1 s and ends at 60 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "1s"},
				{"factor", "2"},
				{"cap", "60s"},
				{"jitter", "full"},
			},
		},
	},
}
