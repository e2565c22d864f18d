package presets

// rabbitmq is the surveyed system RabbitMQ (quorum delayed retry, TTL + DLX pattern):
//
//	rabbitmq.quorum.1s-10s  1, 2, 3 s ... 10 s
//	rabbitmq.ttl-dlx.5s     5 s in a queue that dead-letters back
var rabbitmq = System{
	ID: "rabbitmq", Name: "RabbitMQ (quorum delayed retry, TTL + DLX pattern)", Group: Brokers,
	Version: "server docs 4.3 (2026)",
	Source: "rabbitmq/rabbitmq-website docs/quorum-queues/index.md, docs/dlx.md, docs/ttl.md; " +
		"rabbitmq/rabbitmq-website pull request 2508, spring-projects/spring-amqp issue 3435 (4.3 " +
		"counters)",
	Counts:   CountsRetries,
	Terminal: "the dead-letter exchange, or dropped",
	words: []word{
		{"retries", "20"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "x-delivery-limit", Keys: []string{"retries"}, Doc: "redeliveries"},
	},
	Notes: []string{
		"The delay of quorum queues grows by the same step each time.",
		"Since 4.3 only failed deliveries count for the limit; a nack with requeue can go round for ever.",
		"Classic queues have no limit, and a TTL queue expires at its head only.",
	},
	Variants: []Variant{
		{
			ID: "rabbitmq.quorum.1s-10s", About: "1, 2, 3 s ... 10 s",
			words: []word{
				{"backoff", "linear"},
				{"base", "1s"},
				{"step", "1s"},
				{"cap", "10s"},
			},
		},
		{
			ID: "rabbitmq.ttl-dlx.5s", About: "5 s in a queue that dead-letters back",
			words: []word{
				{"max_attempts", "unlimited"},
				{"backoff", "fixed"},
				{"base", "5s"},
			},
		},
	},
}
