package presets

// pRetry is the surveyed system p-retry:
//
//	p-retry            doubling from 1 s
//	p-retry.randomize  between 1 and 2 s, both ends doubling
var pRetry = System{
	ID: "p-retry", Name: "p-retry", Group: NPM,
	Version:  "9.0.0",
	Source:   "npm p-retry@9.0.0 index.js",
	Counts:   CountsRetries,
	Terminal: "the last error",
	words: []word{
		{"retries", "10"},
		{"order", "jitter_then_cap"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "retries", Keys: []string{"retries"}, Doc: "the first call does not count"},
		{Name: "factor", Keys: []string{"factor"}, Doc: "growth"},
		{Name: "minTimeout", Keys: []string{"base"}, Unit: Milliseconds, Doc: "the first wait"},
		{Name: "maxTimeout", Keys: []string{"cap"}, Unit: Milliseconds, Doc: "longest wait, after the draw"},
		{Name: "maxRetryTime", Keys: []string{"elapsed_limit"}, Unit: Milliseconds, Doc: "time in all"},
	},
	Pipeline: []Surrounding{
		{"queue.wait_in", "worker"},
	},
	Notes: []string{
		"Since release 7 it has code of its own: no sorting. A TypeError that is not about the " +
			"network is not retried.",
	},
	Variants: []Variant{
		{
			ID: "p-retry", About: "doubling from 1 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "1s"},
				{"factor", "2"},
			},
		},
		{
			ID: "p-retry.randomize", About: "between 1 and 2 s, both ends doubling",
			words: []word{
				{"backoff", "exponential"},
				{"base", "1s"},
				{"factor", "2"},
				{"jitter.stretch", "1"},
			},
		},
	},
}
