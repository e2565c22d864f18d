package presets

// nodeRetry is the surveyed system node-retry (retry):
//
//	node-retry                   doubling from 1 s
//	node-retry.randomize         between 1 and 2 s, both ends doubling
//	node-retry.randomize.max30s  between 1 and 2 s, both ends doubling, cut at 30 s
var nodeRetry = System{
	ID: "node-retry", Name: "node-retry (retry)", Group: NPM,
	Version:  "0.13.1",
	Source:   "npm retry@0.13.1 lib/retry.js, lib/retry_operation.js",
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
		"All waits are drawn beforehand and sorted. With a factor of 2 or more the ranges do not " +
			"overlap and nothing changes; below, this preset does not sort.",
		"randomize lengthens, up to double; it never shortens.",
	},
	Variants: []Variant{
		{
			ID: "node-retry", About: "doubling from 1 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "1s"},
				{"factor", "2"},
			},
		},
		{
			ID: "node-retry.randomize", About: "between 1 and 2 s, both ends doubling",
			words: []word{
				{"backoff", "exponential"},
				{"base", "1s"},
				{"factor", "2"},
				{"jitter.stretch", "1"},
			},
		},
		{
			ID: "node-retry.randomize.max30s", About: "between 1 and 2 s, both ends doubling, cut at 30 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "1s"},
				{"factor", "2"},
				{"jitter.stretch", "1"},
				{"cap", "30s"},
			},
		},
	},
}
