package presets

// masstransit is the surveyed system MassTransit UseMessageRetry:
//
//	masstransit.exponential  1 s + 2^k s, the step drawn once, 25 % to both sides after the cap of 60 s
var masstransit = System{
	ID: "masstransit", Name: "MassTransit UseMessageRetry", Group: JobQueues,
	Version: "8.5.8",
	Source: "MassTransit 8.5.8 src/MassTransit/RetryPolicies/ExponentialRetryPolicy.cs, " +
		"IntervalRetryPolicy.cs, IncrementalRetryPolicy.cs",
	Counts:   CountsRetries,
	Terminal: "the _error queue, and a fault is published",
	words: []word{
		{"order", "cap_then_jitter"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "retryLimit", Keys: []string{"retries"}, Doc: "the first delivery does not count"},
		{Name: "minInterval", Keys: []string{"base"}, Unit: Milliseconds, Doc: "in every wait"},
		{Name: "maxInterval", Keys: []string{"cap"}, Unit: Milliseconds, Doc: "longest wait before the jitter"},
		{Name: "intervalDelta", Keys: []string{"step"}, Unit: Milliseconds, Doc: "what is doubled"},
	},
	Pipeline: []Surrounding{
		{"queue.wait_in", "worker"},
	},
	Notes: []string{
		"minInterval is added to the doubled delta, so the first wait is their sum.",
		"The delta is drawn once per policy by 20 % to both sides, and each wait by 25 %, after maxInterval.",
		"The message stays locked and in memory while it waits. There is no default limit on the retries.",
	},
	Variants: []Variant{
		{
			ID: "masstransit.exponential", About: "1 s + 2^k s, the step drawn once, 25 % to both sides after the cap of 60 s",
			words: []word{
				{"backoff", "drawn_step"},
				{"base", "1s"},
				{"step", "1s"},
				{"spread", "0.2"},
				{"cap", "60s"},
				{"jitter.plus_minus", "0.25"},
			},
		},
	},
}
