package presets

// sns is the surveyed system Amazon SNS delivery policy:
//
//	sns.http.default  20 s, three times
//	sns.aws-managed   3 at once, 2 after 1 s, 10 from 1 to 20 s, then every 20 s
var sns = System{
	ID: "sns", Name: "Amazon SNS delivery policy", Group: CloudServices,
	Version:  "service docs 2026",
	Source:   "Amazon SNS developer guide (message delivery retries), aws-cdk HealthyRetryPolicy reference",
	Counts:   CountsRetries,
	Terminal: "gone, or the subscription's dead-letter queue",
	words: []word{
		{"retry", "connection,timeout,5xx,429"},
	},
	Params: []Param{
		{Name: "numRetries", Keys: []string{"retries"}, Doc: "the first delivery does not count"},
		{Name: "minDelayTarget", Keys: []string{"base"}, Unit: Seconds, Doc: "the wait"},
	},
	Pipeline: []Surrounding{
		{"dead_letters.enabled", "false"},
	},
	Notes: []string{
		"Deliveries to HTTP follow the policy of the topic, at most 100 retries within an hour.",
		"For SQS and Lambda the service has its own: at once, then 1 s, then 1 to 20 s, then 20 s for 23 days.",
		"The curve inside the backoff phase is published as a picture only; the straight line " +
			"from 1 to 20 s here is assumed.",
	},
	Variants: []Variant{
		{
			ID: "sns.http.default", About: "20 s, three times",
			Ends: true,
			words: []word{
				{"retries", "3"},
				{"backoff", "fixed"},
				{"base", "20s"},
			},
		},
		{
			ID: "sns.aws-managed", About: "3 at once, 2 after 1 s, 10 from 1 to 20 s, then every 20 s",
			words: []word{
				{"max_attempts", "100016"},
				{"backoff", "ladder"},
				{"ladder", "0s,0s,0s,1s,1s,1s,3s,5s,7s,9s,12s,14s,16s,18s,20s"},
				{"repeat_last", "true"},
			},
		},
	},
}
