package presets

// graphileWorker is the surveyed system graphile-worker:
//
//	graphile-worker  e, e^2 ... e^10 s: 2.7 s to 6.1 h
var graphileWorker = System{
	ID: "graphile-worker", Name: "graphile-worker", Group: JobQueues,
	Version:  "0.17.3",
	Source:   "npm graphile-worker@0.17.3 dist/sql/failJobs.js, sql/000004.sql and later",
	Counts:   CountsCalls,
	Terminal: "the row stays with its last error and attempts at the limit; no dead-letter queue",
	words: []word{
		{"max_attempts", "25"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "max_attempts", Keys: []string{"max_attempts"}, Doc: "calls in all, the first one too"},
	},
	Pipeline: []Surrounding{
		{"dead_letters.in_place", "true"},
	},
	Notes: []string{
		"Only the number of attempts can be chosen; the curve e^k seconds is fixed and stays at e^10 = 22026 s.",
		"The wait is added to the later of now and the job's own run_at.",
	},
	Variants: []Variant{
		{
			ID: "graphile-worker", About: "e, e^2 ... e^10 s: 2.7 s to 6.1 h",
			words: []word{
				{"backoff", "exponential"},
				{"base", "2.718281828s"},
				{"factor", "2.718281828459"},
				{"growths", "9"},
			},
		},
	},
}
