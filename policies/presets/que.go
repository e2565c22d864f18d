package presets

// que is the surveyed system Que:
//
//	que  k^4 + 3 s
var que = System{
	ID: "que", Name: "Que", Group: JobQueues,
	Version:  "2.4.1",
	Source:   "que 2.4.1 lib/que/job.rb, lib/que/job_methods.rb",
	Counts:   CountsRetries,
	Terminal: "the row stays, marked as expired",
	words: []word{
		{"retries", "15"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "maximum_retry_count", Keys: []string{"retries"}, Doc: "the first call does not count"},
	},
	Pipeline: []Surrounding{
		{"dead_letters.in_place", "true"},
	},
	Notes: []string{
		"All 15 retries take about two days.",
	},
	Variants: []Variant{
		{
			ID: "que", About: "k^4 + 3 s",
			words: []word{
				{"backoff", "polynomial"},
				{"power", "4"},
				{"first", "1"},
				{"unit", "1s"},
				{"constant", "3s"},
			},
		},
	},
}
