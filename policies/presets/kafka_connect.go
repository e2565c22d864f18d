package presets

// kafkaConnect is the surveyed system Kafka Connect error handling:
//
//	kafka-connect.default  doubling from 300 ms; from 60 s on drawn between 0 and 60 s
var kafkaConnect = System{
	ID: "kafka-connect", Name: "Kafka Connect error handling", Group: Brokers,
	Version: "4.0 line (2024-10)",
	Source: "apache/kafka connect/runtime/…/runtime/errors/RetryWithToleranceOperator.java; " +
		"apache/kafka connect/runtime/…/runtime/ConnectorConfig.java, SinkConnectorConfig.java",
	Counts:   CountsNothing,
	Terminal: "the task fails, or the record is skipped and perhaps copied to the dead-letter topic",
	words: []word{
		{"max_attempts", "unlimited"},
		{"order", "jitter_then_redraw"},
		{"redraw", "0"},
		{"retry", "transient"},
	},
	Params: []Param{
		{Name: "errors.retry.delay.max.ms", Keys: []string{"cap"}, Unit: Milliseconds, Doc: "the wait from which it is drawn"},
		{Name: "errors.retry.timeout", Keys: []string{"elapsed_limit"}, Unit: Milliseconds, Doc: "time in all"},
	},
	Pipeline: []Surrounding{
		{"queue.wait_in", "worker"},
	},
	Notes: []string{
		"errors.retry.timeout is 0 unless set: then nothing is retried. The preset leaves it out, as -1 does.",
		"Below the cap nothing is spread; at the cap a wait is anything from 0 to the cap.",
		"In the code the doubling overflows after some 56 retries and starts again at 300 ms.",
	},
	Variants: []Variant{
		{
			ID: "kafka-connect.default", About: "doubling from 300 ms; from 60 s on drawn between 0 and 60 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "300ms"},
				{"factor", "2"},
				{"cap", "60s"},
				{"round", "1ms"},
				{"round.direction", "down"},
			},
		},
	},
}
