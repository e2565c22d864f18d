package presets

// rq is the surveyed system RQ:
//
//	rq.max3.10-30-60  10, 30, 60 s
//	rq.max5.10-30     10 s four times, then 30 s
//	rq.max2.10-30-60  30, 60 s: the first value is lost
var rq = System{
	ID: "rq", Name: "RQ", Group: JobQueues,
	Version:  "2.10.0 (1.13.0 run)",
	Source:   "rq 2.10.0 rq/job.py (Retry, get_retry_interval); rq 1.13.0 (Debian)",
	Counts:   CountsRetries,
	Terminal: "registry of failed jobs",
	words: []word{
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "max", Keys: []string{"retries"}, Doc: "the first run does not count"},
		{Name: "interval", Keys: []string{"ladder"}, Unit: Seconds, Doc: "the waits as they happen"},
	},
	Notes: []string{
		"A list that is too short repeats its FIRST value, one that is too long loses its first " +
			"ones; a Retry that a job returns repeats the last instead.",
		"Waits above 0 need a worker that runs the scheduler.",
	},
	Variants: []Variant{
		{
			ID: "rq.max3.10-30-60", About: "10, 30, 60 s",
			Ends: true,
			words: []word{
				{"retries", "3"},
				{"backoff", "ladder"},
				{"ladder", "10s,30s,60s"},
			},
		},
		{
			ID: "rq.max5.10-30", About: "10 s four times, then 30 s",
			Ends: true,
			words: []word{
				{"retries", "5"},
				{"backoff", "ladder"},
				{"ladder", "10s,10s,10s,10s,30s"},
			},
		},
		{
			ID: "rq.max2.10-30-60", About: "30, 60 s: the first value is lost",
			Ends: true,
			words: []word{
				{"retries", "2"},
				{"backoff", "ladder"},
				{"ladder", "30s,60s"},
			},
		},
	},
}
