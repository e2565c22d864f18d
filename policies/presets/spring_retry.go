package presets

// springRetry is the surveyed system Spring Retry:
//
//	spring-retry.exponential         doubling from 100 ms to 30 s
//	spring-retry.exponential.random  between 100 and 200 ms, both ends doubling, cut at 30 s
var springRetry = System{
	ID: "spring-retry", Name: "Spring Retry", Group: JVMDotNet,
	Version: "1.3.1/2.0 line (2025-05)",
	Source: "spring-projects/spring-retry …/backoff/ExponentialBackOffPolicy.java, " +
		"ExponentialRandomBackOffPolicy.java, FixedBackOffPolicy.java, " +
		"UniformRandomBackOffPolicy.java, policy/SimpleRetryPolicy.java, annotation/Backoff.java, " +
		"Retryable.java",
	Counts:   CountsCalls,
	Terminal: "the method marked @Recover, else the last exception",
	words: []word{
		{"max_attempts", "3"},
		{"cap", "30s"},
		{"grain", "1ms"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "maxAttempts", Keys: []string{"max_attempts"}, Doc: "calls in all, the first one too"},
		{Name: "initialInterval", Keys: []string{"base"}, Unit: Milliseconds, Doc: "the first wait"},
		{Name: "multiplier", Keys: []string{"factor"}, Doc: "growth"},
		{Name: "maxInterval", Keys: []string{"cap"}, Unit: Milliseconds, Doc: "longest wait"},
	},
	Pipeline: []Surrounding{
		{"queue.wait_in", "worker"},
	},
	Notes: []string{
		"The random part reaches up to the multiplier, so a multiplier of 1 spreads nothing.",
		"In @Backoff a maxDelay without a multiplier is no cap but the upper end of a uniform wait.",
		"A RetryTemplate without a backoff policy retries at once.",
	},
	Variants: []Variant{
		{
			ID: "spring-retry.exponential", About: "doubling from 100 ms to 30 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "100ms"},
				{"factor", "2"},
			},
		},
		{
			ID: "spring-retry.exponential.random", About: "between 100 and 200 ms, both ends doubling, cut at 30 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "100ms"},
				{"factor", "2"},
				{"jitter.stretch", "1"},
				{"order", "cap_jitter_cap"},
			},
		},
	},
}
