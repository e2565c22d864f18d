package presets

// kafkajs is the surveyed system kafkajs:
//
//	kafkajs  300 ms, then the drawn wait doubled, 20 % to both sides, cut at 30 s
var kafkajs = System{
	ID: "kafkajs", Name: "kafkajs", Group: Brokers,
	Version:  "2.2.4",
	Source:   "npm kafkajs@2.2.4 src/retry/index.js, src/retry/defaults.js",
	Counts:   CountsRetries,
	Terminal: "KafkaJSNumberOfRetriesExceeded; a consumer restarts then",
	words: []word{
		{"retries", "5"},
		{"order", "jitter_then_cap"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "initialRetryTime", Keys: []string{"base"}, Unit: Milliseconds, Doc: "the first wait before its draw"},
		{Name: "multiplier", Keys: []string{"factor"}, Doc: "growth"},
		{Name: "factor", Keys: []string{"spread"}, Doc: "spread to both sides"},
		{Name: "maxRetryTime", Keys: []string{"cap"}, Unit: Milliseconds, Doc: "longest wait"},
		{Name: "retries", Keys: []string{"retries"}, Doc: "the first call does not count"},
	},
	Pipeline: []Surrounding{
		{"queue.wait_in", "worker"},
	},
	Notes: []string{
		"factor is the spread and multiplier the growth, the other way round than in node-retry.",
		"Each drawn wait is the base of the next, so the sixth is anything from 2.5 to 29 s.",
	},
	Variants: []Variant{
		{
			ID: "kafkajs", About: "300 ms, then the drawn wait doubled, 20 % to both sides, cut at 30 s",
			words: []word{
				{"backoff", "compounding"},
				{"base", "300ms"},
				{"factor", "2"},
				{"spread", "0.2"},
				{"cap", "30s"},
			},
		},
	},
}
