package presets

// axiosRetry is the surveyed system axios-retry:
//
//	axios-retry.exponentialDelay  doubling from 200 ms, up to 20 % on top
//	axios-retry.default           at once
var axiosRetry = System{
	ID: "axios-retry", Name: "axios-retry", Group: NPM,
	Version:  "4.5.0",
	Source:   "npm axios-retry@4.5.0 dist/esm/index.js",
	Counts:   CountsRetries,
	Terminal: "the promise is rejected",
	words: []word{
		{"retries", "3"},
		{"hint.obey", "true"},
		{"hint.lower_bound", "true"},
		{"hint.only", "429,5xx"},
		{"retry", "connection,429,5xx"},
	},
	Params: []Param{
		{Name: "retries", Keys: []string{"retries"}, Doc: "the first request does not count"},
	},
	Pipeline: []Surrounding{
		{"queue.wait_in", "worker"},
	},
	Notes: []string{
		"Nothing waits unless a delay function is given.",
		"The first exponential wait is 200 ms, twice the factor. A timeout is not retried, and " +
			"one timeout covers all calls.",
	},
	Variants: []Variant{
		{
			ID: "axios-retry.exponentialDelay", About: "doubling from 200 ms, up to 20 % on top",
			words: []word{
				{"backoff", "exponential"},
				{"base", "200ms"},
				{"factor", "2"},
				{"jitter.stretch", "0.2"},
			},
		},
		{
			ID: "axios-retry.default", About: "at once",
			words: []word{
				{"backoff", "fixed"},
				{"base", "0s"},
			},
		},
	},
}
