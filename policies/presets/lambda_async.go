package presets

// lambdaAsync is the surveyed system AWS Lambda asynchronous invocation:
//
//	lambda-async.function-error  60 s, then 120 s, then no more
//	lambda-async.throttle        doubling from 1 s to 300 s, for 6 hours
var lambdaAsync = System{
	ID: "lambda-async", Name: "AWS Lambda asynchronous invocation", Group: CloudServices,
	Version:  "service docs 2026",
	Source:   "AWS Lambda developer guide (asynchronous error handling; configuring async)",
	Counts:   CountsRetries,
	Terminal: "the destination for failures or the dead-letter queue, else gone",
	words: []word{
		{"elapsed_limit", "6h"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "MaximumRetryAttempts", Keys: []string{"retries"}, Doc: "0 to 2, the first run does not count"},
		{Name: "MaximumEventAgeInSeconds", Keys: []string{"elapsed_limit"}, Unit: Seconds, Doc: "how long an event lives"},
	},
	Pipeline: []Surrounding{
		{"dead_letters.enabled", "false"},
	},
	Notes: []string{
		"Throttles and system errors are retried by age alone; MaximumRetryAttempts counts function errors.",
		"Under a backlog the waits become longer. Whether they are spread is not published.",
	},
	Variants: []Variant{
		{
			ID: "lambda-async.function-error", About: "60 s, then 120 s, then no more",
			Ends: true,
			words: []word{
				{"retries", "2"},
				{"backoff", "ladder"},
				{"ladder", "60s,120s"},
			},
		},
		{
			ID: "lambda-async.throttle", About: "doubling from 1 s to 300 s, for 6 hours",
			words: []word{
				{"max_attempts", "unlimited"},
				{"backoff", "exponential"},
				{"base", "1s"},
				{"factor", "2"},
				{"cap", "300s"},
				{"retry", "429,5xx"},
			},
		},
	},
}
