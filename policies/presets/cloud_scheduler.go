package presets

// cloudScheduler is the surveyed system Google Cloud Scheduler:
//
//	cloud-scheduler.default-backoff  5 s doubled five times, then 160 s more each time, at most 1 h
var cloudScheduler = System{
	ID: "cloud-scheduler", Name: "Google Cloud Scheduler", Group: CloudServices,
	Version:  "v1 API",
	Source:   "googleapis google/cloud/scheduler/v1/job.proto (RetryConfig)",
	Counts:   CountsRetries,
	Terminal: "waits for the next time of the schedule",
	words: []word{
		{"retries", "0"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "retry_count", Keys: []string{"retries"}, Doc: "0 to 5, the first run does not count"},
		{Name: "min_backoff_duration", Keys: []string{"base"}, Unit: Seconds, Doc: "the first wait"},
		{Name: "max_backoff_duration", Keys: []string{"cap"}, Unit: Seconds, Doc: "longest wait"},
		{Name: "max_doublings", Keys: []string{"growths"}, Doc: "doublings before the linear part"},
	},
	Pipeline: []Surrounding{
		{"dead_letters.enabled", "false"},
	},
	Notes: []string{
		"Nothing is retried unless retry_count is set.",
	},
	Variants: []Variant{
		{
			ID: "cloud-scheduler.default-backoff", About: "5 s doubled five times, then 160 s more each time, at most 1 h",
			words: []word{
				{"backoff", "exponential_then_linear"},
				{"base", "5s"},
				{"growths", "5"},
				{"cap", "3600s"},
			},
		},
	},
}
