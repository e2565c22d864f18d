package presets

// pubsub is the surveyed system Google Pub/Sub subscription retry policy:
//
//	pubsub.x2-assumed  doubling (assumed) from 10 s to 600 s
var pubsub = System{
	ID: "pubsub", Name: "Google Pub/Sub subscription retry policy", Group: CloudServices,
	Version: "v1 API",
	Source: "googleapis google/pubsub/v1/pubsub.proto (RetryPolicy, DeadLetterPolicy); " +
		"cloud.google.com/go/pubsub v1.52.0 subscription.go",
	Counts:   CountsCalls,
	Terminal: "the dead-letter topic, else again until the retention of 7 days ends",
	words: []word{
		{"max_attempts", "5"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "minimum_backoff", Keys: []string{"base"}, Unit: Seconds, Doc: "the first wait"},
		{Name: "maximum_backoff", Keys: []string{"cap"}, Unit: Seconds, Doc: "longest wait"},
		{Name: "max_delivery_attempts", Keys: []string{"max_attempts"}, Doc: "deliveries, the first one too"},
	},
	Pipeline: []Surrounding{
		{"workers.lock", "10s"},
	},
	Notes: []string{
		"Without a retry policy a refused message is delivered again at once.",
		"The growth is not published; a factor of 2 is assumed. Waits and counts are best effort.",
	},
	Variants: []Variant{
		{
			ID: "pubsub.x2-assumed", About: "doubling (assumed) from 10 s to 600 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "10s"},
				{"factor", "2"},
				{"cap", "600s"},
			},
		},
	},
}
