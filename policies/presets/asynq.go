package presets

// asynq is the surveyed system asynq:
//
//	asynq  k^4 + 15 s from k = 0, and (0 to 29) * k s on top
var asynq = System{
	ID: "asynq", Name: "asynq", Group: JobQueues,
	Version: "v0.26.0",
	Source: "github.com/hibiken/asynq v0.26.0 server.go (DefaultRetryDelayFunc), processor.go, " +
		"client.go, internal/rdb/rdb.go",
	Counts:   CountsRetries,
	Terminal: "archived: at most 10,000 tasks for 90 days",
	words: []word{
		{"retries", "25"},
		{"timeout", "30m"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "MaxRetry", Keys: []string{"retries"}, Doc: "the first run does not count"},
	},
	Pipeline: []Surrounding{
		{"queue.review", "5s"},
		{"dead_letters.limit", "10000"},
		{"dead_letters.keep", "90d"},
	},
	Notes: []string{
		"The shape is that of the old Sidekiq, the random part three times as wide: the first " +
			"wait has a mean of 29.5 s.",
		"An error that IsFailure calls none does not count and can be retried for ever.",
	},
	Variants: []Variant{
		{
			ID: "asynq", About: "k^4 + 15 s from k = 0, and (0 to 29) * k s on top",
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
