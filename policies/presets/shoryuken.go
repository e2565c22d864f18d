package presets

// shoryuken is the surveyed system Shoryuken (SQS):
//
//	shoryuken.list  20 s, 2 min, 15 min
var shoryuken = System{
	ID: "shoryuken", Name: "Shoryuken (SQS)", Group: JobQueues,
	Version:  "7.0.3",
	Source:   "shoryuken 7.0.3 lib/shoryuken/middleware/server/exponential_backoff_retry.rb",
	Counts:   CountsNothing,
	Terminal: "the dead-letter queue of SQS, or gone when the retention ends",
	words: []word{
		{"max_attempts", "unlimited"},
		{"cap", "43199s"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "retry_intervals", Keys: []string{"ladder"}, Unit: Seconds, Doc: "waits, the last one repeats"},
	},
	Notes: []string{
		"The wait is a change of the visibility, which SQS ends 12 h after the message was received.",
		"How often depends on maxReceiveCount of the queue. Workers that take batches have no retry intervals.",
	},
	Variants: []Variant{
		{
			ID: "shoryuken.list", About: "20 s, 2 min, 15 min",
			words: []word{
				{"backoff", "ladder"},
				{"ladder", "20s,120s,900s"},
				{"repeat_last", "true"},
			},
		},
	},
}
