package presets

// beeQueue is the surveyed system bee-queue:
//
//	bee-queue.exponential  doubling from 1 s
var beeQueue = System{
	ID: "bee-queue", Name: "bee-queue", Group: JobQueues,
	Version:  "2.0.0",
	Source:   "npm bee-queue@2.0.0 lib/backoff.js, lib/job.js (computeDelay), lib/queue.js (_finishJob)",
	Counts:   CountsRetries,
	Terminal: "kept in the failed set, or deleted with removeOnFailure",
	words: []word{
		{"retries", "0"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "retries", Keys: []string{"retries"}, Doc: "the first call does not count"},
		{Name: "delay", Keys: []string{"base"}, Unit: Milliseconds, Doc: "the first delay, then doubled"},
	},
	Notes: []string{
		"The doubled delay is written back into the job: a job that is saved again starts from the grown delay.",
		"retries is 0 unless it is set; the strategy is then \"immediate\".",
	},
	Variants: []Variant{
		{
			ID: "bee-queue.exponential", About: "doubling from 1 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "1s"},
				{"factor", "2"},
			},
		},
	},
}
