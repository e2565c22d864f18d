package presets

// finagle is the surveyed system Finagle RetryBudget and Backoff:
//
//	finagle.decorrelated  5 ms, then between the wait before and three times that, at most 200 ms
var finagle = System{
	ID: "finagle", Name: "Finagle RetryBudget and Backoff", Group: Mesh,
	Version: "24.5.0 (2024-10)",
	Source: "twitter/finagle finagle-core/…/service/RetryBudget.scala, Backoff.scala, " +
		"service/RetryPolicy.scala, service/Retries.scala, client/MethodBuilderRetry.scala; " +
		"twitter/util util-core/…/TokenBucket.scala",
	Counts:   CountsBoth,
	Terminal: "the failure goes to the caller",
	words: []word{
		{"max_attempts", "unlimited"},
		{"retry", "connection"},
	},
	Params: []Param{
		{Name: "start", Keys: []string{"base"}, Unit: Milliseconds, Doc: "the first wait, exactly"},
		{Name: "max", Keys: []string{"cap"}, Unit: Milliseconds, Doc: "longest wait"},
	},
	Pipeline: []Surrounding{
		{"queue.wait_in", "worker"},
	},
	Notes: []string{
		"Its decorrelated wait never becomes shorter: the lower end is the wait before, not the base.",
		"A budget of 20 % and 10 retries per second limits all retries together; it is not part of the preset.",
	},
	Variants: []Variant{
		{
			ID: "finagle.decorrelated", About: "5 ms, then between the wait before and three times that, at most 200 ms",
			words: []word{
				{"backoff", "decorrelated_rising"},
				{"base", "5ms"},
				{"cap", "200ms"},
			},
		},
	},
}
