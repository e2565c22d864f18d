package presets

// resilience4j is the surveyed system Resilience4j Retry:
//
//	resilience4j.exponential               500 ms * 1.5^n
//	resilience4j.exponentialRandom         500 ms * 1.5^n, half to both sides
//	resilience4j.exponentialRandom.max10s  doubling from 500 ms, half to both sides, then cut at 10 s
var resilience4j = System{
	ID: "resilience4j", Name: "Resilience4j Retry", Group: JVMDotNet,
	Version: "2.4.0+16",
	Source: "resilience4j resilience4j-core/…/IntervalFunction.java, " +
		"resilience4j-retry/…/RetryConfig.java, internal/RetryImpl.java, " +
		"resilience4j-framework-common/…/CommonRetryConfigurationProperties.java",
	Counts:   CountsCalls,
	Terminal: "the last exception",
	words: []word{
		{"max_attempts", "3"},
		{"order", "jitter_then_cap"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "maxAttempts", Keys: []string{"max_attempts"}, Doc: "calls in all, the first one too"},
		{Name: "waitDuration", Keys: []string{"base"}, Unit: Milliseconds, Doc: "the first wait"},
		{Name: "exponentialBackoffMultiplier", Keys: []string{"factor"}, Doc: "growth"},
		{Name: "randomizedWaitFactor", Keys: []string{"jitter.plus_minus"}, Doc: "spread to both sides"},
		{Name: "exponentialMaxWaitDuration", Keys: []string{"cap"}, Unit: Milliseconds, Doc: "longest wait, after the jitter"},
	},
	Pipeline: []Surrounding{
		{"queue.wait_in", "worker"},
	},
	Notes: []string{
		"The wait is cut to whole milliseconds at every step, and the loss adds up: 1687, 2530, 3795 ms.",
		"exponentialMaxWaitDuration is silently ignored unless the multiplier is set too.",
	},
	Variants: []Variant{
		{
			ID: "resilience4j.exponential", About: "500 ms * 1.5^n",
			words: []word{
				{"backoff", "exponential"},
				{"base", "500ms"},
				{"factor", "1.5"},
				{"grain", "1ms"},
			},
		},
		{
			ID: "resilience4j.exponentialRandom", About: "500 ms * 1.5^n, half to both sides",
			words: []word{
				{"backoff", "exponential"},
				{"base", "500ms"},
				{"factor", "1.5"},
				{"grain", "1ms"},
				{"jitter.plus_minus", "0.5"},
			},
		},
		{
			ID: "resilience4j.exponentialRandom.max10s", About: "doubling from 500 ms, half to both sides, then cut at 10 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "500ms"},
				{"factor", "2"},
				{"grain", "1ms"},
				{"jitter.plus_minus", "0.5"},
				{"cap", "10s"},
			},
		},
	},
}
