package presets

// watermill is the surveyed system Watermill Retry middleware:
//
//	watermill.10ms.x2              doubling from 10 ms to 1 s
//	watermill.10ms.x2.hook         10 ms times four each time to 1 s
//	watermill.10ms.x2.shouldretry  20 ms times four each time to 1 s
var watermill = System{
	ID: "watermill", Name: "Watermill Retry middleware", Group: GoLibraries,
	Version:  "v1.5.1",
	Source:   "github.com/ThreeDotsLabs/watermill v1.5.1 message/router/middleware/retry.go",
	Counts:   CountsRetries,
	Terminal: "the message is refused, or goes to the poison queue",
	words: []word{
		{"cap", "1s"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "MaxRetries", Keys: []string{"retries"}, Doc: "the first call does not count"},
		{Name: "InitialInterval", Keys: []string{"base"}, Doc: "the first wait"},
		{Name: "Multiplier", Keys: []string{"factor"}, Doc: "growth"},
		{Name: "MaxInterval", Keys: []string{"cap"}, Doc: "longest wait"},
	},
	Pipeline: []Surrounding{
		{"queue.wait_in", "worker"},
	},
	Notes: []string{
		"OnRetryHook and ShouldRetry each take a step of the same backoff: the waits grow by 4 instead of 2.",
		"All fields are 0 unless set, MaxRetries too.",
	},
	Variants: []Variant{
		{
			ID: "watermill.10ms.x2", About: "doubling from 10 ms to 1 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "10ms"},
				{"factor", "2"},
			},
		},
		{
			ID: "watermill.10ms.x2.hook", About: "10 ms times four each time to 1 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "10ms"},
				{"factor", "4"},
			},
		},
		{
			ID: "watermill.10ms.x2.shouldretry", About: "20 ms times four each time to 1 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "20ms"},
				{"factor", "4"},
			},
		},
	},
}
