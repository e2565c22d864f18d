package presets

// lavinmq is the surveyed system LavinMQ automatic retries:
//
//	lavinmq.linear.1s     1, 2, 3 s ...
//	lavinmq.x2.1s.max60s  doubling from 1 s to 60 s
var lavinmq = System{
	ID: "lavinmq", Name: "LavinMQ automatic retries", Group: Brokers,
	Version:  "documentation 2026",
	Source:   "lavinmq.com documentation/automatic-retries; cloudamqp/lavinmq issues 1815, 1949",
	Counts:   CountsRetries,
	Terminal: "the dead-letter exchange, or dropped",
	words: []word{
		{"retries", "20"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "x-delivery-limit", Keys: []string{"retries"}, Doc: "redeliveries"},
		{Name: "x-delayed-retry-min", Keys: []string{"base"}, Unit: Milliseconds, Doc: "the first wait"},
		{Name: "x-delayed-retry-max", Keys: []string{"cap"}, Unit: Milliseconds, Doc: "longest wait"},
		{Name: "x-delayed-retry-multiplier", Keys: []string{"factor"}, Doc: "growth"},
	},
	Notes: []string{
		"The arguments have the names of RabbitMQ's, but a nack counts here, and the wait can grow by a factor.",
	},
	Variants: []Variant{
		{
			ID: "lavinmq.linear.1s", About: "1, 2, 3 s ...",
			words: []word{
				{"backoff", "linear"},
				{"base", "1s"},
				{"step", "1s"},
			},
		},
		{
			ID: "lavinmq.x2.1s.max60s", About: "doubling from 1 s to 60 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "1s"},
				{"factor", "2"},
				{"cap", "60s"},
			},
		},
	},
}
