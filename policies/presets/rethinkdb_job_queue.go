package presets

// rethinkdbJobQueue is the surveyed system rethinkdb-job-queue:
//
//	rethinkdb-job-queue  0, 10, 20 min
var rethinkdbJobQueue = System{
	ID: "rethinkdb-job-queue", Name: "rethinkdb-job-queue", Group: JobQueues,
	Version:  "3.1.7",
	Source:   "npm rethinkdb-job-queue@3.1.7 dist/job-failed.js, dist/enums.js, dist/db-review.js, dist/queue-get-next-job.js",
	Counts:   CountsRetries,
	Terminal: "status terminated, purged later",
	words: []word{
		{"retries", "3"},
		{"timeout", "5m"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "retryMax", Keys: []string{"retries"}, Doc: "the first call does not count"},
		{Name: "retryDelay", Keys: []string{"step"}, Unit: Milliseconds, Doc: "added per retry"},
	},
	Pipeline: []Surrounding{
		{"dead_letters.in_place", "true"},
	},
	Notes: []string{
		"The first retry follows at once, since the delay is multiplied by the count of retries so far.",
		"A job that hangs is found by a review every 310 s, and its deadline grows with each retry too.",
	},
	Variants: []Variant{
		{
			ID: "rethinkdb-job-queue", About: "0, 10, 20 min",
			words: []word{
				{"backoff", "linear"},
				{"base", "0s"},
				{"step", "10m"},
			},
		},
	},
}
