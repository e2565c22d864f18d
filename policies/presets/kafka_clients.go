package presets

// kafkaClients is the surveyed system Apache Kafka clients (producer, consumer, admin):
//
//	kafka.retry      doubling from 100 ms to 1 s, 20 % to both sides, cut at 1 s
//	kafka.reconnect  doubling from 50 ms to 1 s, 20 % to both sides, cut at 1 s
var kafkaClients = System{
	ID: "kafka-clients", Name: "Apache Kafka clients (producer, consumer, admin)", Group: Brokers,
	Version: "4.0 line (2024-10); KIP-580 formula since 3.7",
	Source: "apache/kafka " +
		"clients/src/main/java/org/apache/kafka/common/utils/ExponentialBackoff.java; " +
		"apache/kafka clients/…/clients/CommonClientConfigs.java, ProducerConfig.java, " +
		"producer/internals/RecordAccumulator.java",
	Counts:   CountsRetries,
	Terminal: "TimeoutException once delivery.timeout.ms has passed",
	words: []word{
		{"max_attempts", "unlimited"},
		{"order", "cap_jitter_cap"},
		{"jitter.plus_minus", "0.2"},
		{"retry", "timeout,connection,resource"},
	},
	Params: []Param{
		{Name: "retry.backoff.ms", Keys: []string{"base"}, Unit: Milliseconds, Doc: "the first wait"},
		{Name: "retry.backoff.max.ms", Keys: []string{"cap"}, Unit: Milliseconds, Doc: "longest wait"},
		{Name: "retries", Keys: []string{"retries"}, Doc: "the first send does not count"},
		{Name: "delivery.timeout.ms", Keys: []string{"elapsed_limit"}, Unit: Milliseconds, Doc: "time in all"},
	},
	Pipeline: []Surrounding{
		{"queue.wait_in", "worker"},
	},
	Notes: []string{
		"delivery.timeout.ms ends the retries; the count of 2147483647 never does.",
		"At the cap half of the waits are exactly the cap, and the mean is 0.95 of it.",
		"Before release 3.7 the wait was the same each time and not spread.",
	},
	Variants: []Variant{
		{
			ID: "kafka.retry", About: "doubling from 100 ms to 1 s, 20 % to both sides, cut at 1 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "100ms"},
				{"factor", "2"},
				{"cap", "1s"},
				{"round", "1ms"},
				{"round.direction", "down"},
				{"elapsed_limit", "120s"},
			},
		},
		{
			ID: "kafka.reconnect", About: "doubling from 50 ms to 1 s, 20 % to both sides, cut at 1 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "50ms"},
				{"factor", "2"},
				{"cap", "1s"},
				{"round", "1ms"},
				{"round.direction", "down"},
			},
		},
	},
}
