package presets

// river is the surveyed system River:
//
//	river  k^4 s, 10 % to both sides
var river = System{
	ID: "river", Name: "River", Group: JobQueues,
	Version: "v0.51.2",
	Source: "github.com/riverqueue/river v0.51.2 retry_policy.go, internal/retrypolicy/default.go, " +
		"internal/jobexecutor/job_executor.go, client.go",
	Counts:   CountsCalls,
	Terminal: "state discarded",
	words: []word{
		{"max_attempts", "25"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "MaxAttempts", Keys: []string{"max_attempts"}, Doc: "calls in all, the first one too"},
	},
	Pipeline: []Surrounding{
		{"dead_letters.in_place", "true"},
	},
	Notes: []string{
		"The number of recorded errors counts, not the attempt.",
		"Retries due within the scheduler's interval of 5 s are handed out at once.",
	},
	Variants: []Variant{
		{
			ID: "river", About: "k^4 s, 10 % to both sides",
			words: []word{
				{"backoff", "polynomial"},
				{"power", "4"},
				{"first", "1"},
				{"unit", "1s"},
				{"jitter.plus_minus", "0.1"},
			},
		},
	},
}
