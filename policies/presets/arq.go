package presets

// arq is the surveyed system arq:
//
//	arq.tries_times_5  5, 10, 15 s ...: the wait that the documentation's job asks for
var arq = System{
	ID: "arq", Name: "arq", Group: JobQueues,
	Version:  "0.26.1",
	Source:   "arq 0.26.1 arq/worker.py",
	Counts:   CountsCalls,
	Terminal: "the failure is stored as the result",
	words: []word{
		{"max_attempts", "5"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "max_tries", Keys: []string{"max_attempts"}, Doc: "calls in all, the first one too"},
	},
	Notes: []string{
		"Only the exception Retry, with its own wait, and a shutdown run a job again; any other error ends it.",
	},
	Variants: []Variant{
		{
			ID: "arq.tries_times_5", About: "5, 10, 15 s ...: the wait that the documentation's job asks for",
			words: []word{
				{"backoff", "linear"},
				{"base", "5s"},
				{"step", "5s"},
			},
		},
	},
}
