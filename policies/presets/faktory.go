package presets

// faktory is the surveyed system Faktory:
//
//	faktory  k^4 + 15 s from k = 0, and (0 to 29) * k s on top
var faktory = System{
	ID: "faktory", Name: "Faktory", Group: JobQueues,
	Version:  "1.10.0",
	Source:   "faktory 1.10.0 manager/retry.go (nextRetry), client/job.go",
	Counts:   CountsRetries,
	Terminal: "dead set for 180 days",
	words: []word{
		{"retries", "25"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "retry", Keys: []string{"retries"}, Doc: "the first run does not count"},
	},
	Pipeline: []Surrounding{
		{"workers.lock", "30m"},
		{"dead_letters.keep", "180d"},
	},
	Notes: []string{
		"retry 0 drops a failed job without a trace, -1 puts it into the dead set at once.",
	},
	Variants: []Variant{
		{
			ID: "faktory", About: "k^4 + 15 s from k = 0, and (0 to 29) * k s on top",
			words: []word{
				{"backoff", "polynomial"},
				{"power", "4"},
				{"first", "0"},
				{"unit", "1s"},
				{"constant", "15s"},
				{"jitter.growing", "30s"},
				{"spread_steps", "30"},
			},
		},
	},
}
