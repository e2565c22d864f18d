package presets

// natsJetstream is the surveyed system NATS JetStream consumers:
//
//	nats.backoff.300-600-900  300, 600, 900 ms after the delivery, 6 deliveries in all
//	nats.ackwait.default      30 s after the delivery, for ever
var natsJetstream = System{
	ID: "nats-jetstream", Name: "NATS JetStream consumers", Group: Brokers,
	Version:  "nats-server v2.15.3",
	Source:   "github.com/nats-io/nats-server/v2 v2.15.3 server/consumer.go",
	Counts:   CountsCalls,
	Terminal: "delivery stops, the message stays in the stream, and an advisory tells; there is no dead-letter queue",
	words: []word{
		{"anchor", "taken"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "max_deliver", Keys: []string{"max_attempts"}, Doc: "deliveries, the first one too, -1 = no limit"},
		{Name: "ack_wait", Keys: []string{"base"}, Doc: "time after the delivery"},
	},
	Pipeline: []Surrounding{
		{"workers.lock", "30s"},
		{"dead_letters.enabled", "false"},
	},
	Notes: []string{
		"The waits count from the delivery and are for messages that nobody acknowledged.",
		"A NAK comes back at once, but uses up a step of the list.",
		"The first step of the list replaces ack_wait.",
	},
	Variants: []Variant{
		{
			ID: "nats.backoff.300-600-900", About: "300, 600, 900 ms after the delivery, 6 deliveries in all",
			Ends: true,
			words: []word{
				{"max_attempts", "6"},
				{"backoff", "ladder"},
				{"ladder", "300ms,600ms,900ms"},
				{"repeat_last", "true"},
			},
		},
		{
			ID: "nats.ackwait.default", About: "30 s after the delivery, for ever",
			words: []word{
				{"max_attempts", "unlimited"},
				{"backoff", "fixed"},
				{"base", "30s"},
			},
		},
	},
}
