package presets

// asyncRetry is the surveyed system async-retry:
//
//	async-retry  between 1 and 2 s, both ends doubling
var asyncRetry = System{
	ID: "async-retry", Name: "async-retry", Group: NPM,
	Version:  "1.3.3",
	Source:   "npm async-retry@1.3.3 lib/index.js (over retry 0.13)",
	Counts:   CountsRetries,
	Terminal: "the error that came most often",
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
	},
	Pipeline: []Surrounding{
		{"queue.wait_in", "worker"},
	},
	Notes: []string{
		"It is node-retry with the draw turned on.",
	},
	Variants: []Variant{
		{
			ID: "async-retry", About: "between 1 and 2 s, both ends doubling",
			words: []word{
				{"backoff", "exponential"},
				{"base", "1s"},
				{"factor", "2"},
				{"jitter.stretch", "1"},
			},
		},
	},
}
