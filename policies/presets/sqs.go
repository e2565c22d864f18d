package presets

// sqs is the surveyed system Amazon SQS redrive:
//
//	sqs.default  visible again 30 s after it was received
var sqs = System{
	ID: "sqs", Name: "Amazon SQS redrive", Group: CloudServices,
	Version:  "service docs",
	Source:   "Amazon SQS developer guide (dead-letter queues), SQS API attribute reference",
	Counts:   CountsCalls,
	Terminal: "the dead-letter queue, else gone when the retention ends",
	words: []word{
		{"max_attempts", "unlimited"},
		{"elapsed_limit", "4d"},
		{"anchor", "taken"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "VisibilityTimeout", Keys: []string{"base"}, Unit: Seconds, Doc: "time after the taking"},
		{Name: "maxReceiveCount", Keys: []string{"max_attempts"}, Doc: "receives in all, the first one too"},
		{Name: "MessageRetentionPeriod", Keys: []string{"elapsed_limit"}, Unit: Seconds, Doc: "how long a message lives"},
	},
	Pipeline: []Surrounding{
		{"workers.lock", "30s"},
		{"dead_letters.enabled", "false"},
	},
	Notes: []string{
		"The wait counts from the receive, not from the failure.",
		"Without a redrive policy a message comes back until its retention ends, 4 days unless set.",
		"A look at the message in the console, or a consumer that crashes, uses up a receive too.",
	},
	Variants: []Variant{
		{
			ID: "sqs.default", About: "visible again 30 s after it was received",
			words: []word{
				{"backoff", "fixed"},
				{"base", "30s"},
			},
		},
	},
}
