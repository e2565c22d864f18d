package presets

// resqueRetry is the surveyed system resque-retry:
//
//	resque-retry.exponential  0, 1, 10 min, 1, 3, 6 h
var resqueRetry = System{
	ID: "resque-retry", Name: "resque-retry", Group: JobQueues,
	Version:  "1.8.1",
	Source:   "resque-retry 1.8.1 lib/resque/plugins/retry.rb, lib/resque/plugins/exponential_backoff.rb",
	Counts:   CountsRetries,
	Terminal: "the failure backend of Resque, by default its failed queue",
	words: []word{
		{"retries", "6"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "retry_limit", Keys: []string{"retries"}, Doc: "the first call does not count"},
		{Name: "backoff_strategy", Keys: []string{"ladder"}, Unit: Seconds, Doc: "waits, the last one repeats"},
	},
	Notes: []string{
		"The first retry does not wait.",
		"Waits need resque-scheduler. A list that is too short repeats its last value.",
	},
	Variants: []Variant{
		{
			ID: "resque-retry.exponential", About: "0, 1, 10 min, 1, 3, 6 h",
			words: []word{
				{"backoff", "ladder"},
				{"ladder", "0s,60s,600s,3600s,10800s,21600s"},
				{"repeat_last", "true"},
			},
		},
	},
}
