package presets

// huey is the surveyed system Huey:
//
//	huey.10s.x2  doubling from 10 s
var huey = System{
	ID: "huey", Name: "Huey", Group: JobQueues,
	Version:  "3.3.0",
	Source:   "huey 3.3.0 huey/api.py (_requeue_task, Task)",
	Counts:   CountsRetries,
	Terminal: "the error is kept as the result, and a signal is sent",
	words: []word{
		{"retries", "0"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "retries", Keys: []string{"retries"}, Doc: "the first run does not count"},
		{Name: "retry_delay", Keys: []string{"base"}, Unit: Seconds, Doc: "the first wait"},
		{Name: "retry_backoff", Keys: []string{"factor"}, Doc: "growth, 0 = none"},
	},
	Notes: []string{
		"Nothing limits the growth: from 10 s the twelfth wait is 5.7 h.",
		"A retry_delay of 0 stays 0 whatever the factor.",
	},
	Variants: []Variant{
		{
			ID: "huey.10s.x2", About: "doubling from 10 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "10s"},
				{"factor", "2"},
			},
		},
	},
}
