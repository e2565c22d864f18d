package presets

// springKafka is the surveyed system Spring for Apache Kafka (retry topics, error handler):
//
//	spring-kafka.retryabletopic  1 s, 3 deliveries in all
//	spring-kafka.errorhandler    at once, 10 deliveries in all
var springKafka = System{
	ID: "spring-kafka", Name: "Spring for Apache Kafka (retry topics, error handler)", Group: Brokers,
	Version: "4.2.0-SNAPSHOT (2026)",
	Source: "spring-projects/spring-kafka spring-kafka/…/annotation/RetryableTopic.java, " +
		"BackOff.java; …/listener/DefaultErrorHandler.java, SeekUtils.java; …/retrytopic/*",
	Counts:   CountsCalls,
	Terminal: "logged and skipped by the error handler, or the dead-letter topic",
	words: []word{
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "attempts", Keys: []string{"max_attempts"}, Doc: "deliveries, the first one too"},
	},
	Notes: []string{
		"The plain error handler delivers ten times without a pause.",
		"Retry topics give up the order of the records.",
	},
	Variants: []Variant{
		{
			ID: "spring-kafka.retryabletopic", About: "1 s, 3 deliveries in all",
			Ends: true,
			words: []word{
				{"max_attempts", "3"},
				{"backoff", "fixed"},
				{"base", "1s"},
			},
		},
		{
			ID: "spring-kafka.errorhandler", About: "at once, 10 deliveries in all",
			Ends: true,
			words: []word{
				{"retries", "9"},
				{"backoff", "fixed"},
				{"base", "0s"},
			},
		},
	},
}
