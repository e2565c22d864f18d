package presets

// apscheduler is the surveyed system APScheduler:
//
//	apscheduler.datastore  doubling from 1 s to 20 s, for 60 s
var apscheduler = System{
	ID: "apscheduler", Name: "APScheduler", Group: JobQueues,
	Version:  "3.9 / 4.0.0a6",
	Source:   "apscheduler 4.0.0a6 src/apscheduler/_retry.py, src/apscheduler/_schedulers/async_.py",
	Counts:   CountsNothing,
	Terminal: "an event tells of the error; the job runs again when its schedule says so",
	words: []word{
		{"max_attempts", "unlimited"},
		{"elapsed_limit", "60s"},
		{"retry", "connection,resource"},
	},
	Notes: []string{
		"Jobs are never retried; this is how release 4 retries its data store.",
		"A run that is late by more than the grace time is skipped.",
	},
	Variants: []Variant{
		{
			ID: "apscheduler.datastore", About: "doubling from 1 s to 20 s, for 60 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "1s"},
				{"factor", "2"},
				{"cap", "20s"},
				{"floor", "500ms"},
			},
		},
	},
}
