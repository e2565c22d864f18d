package presets

// springFramework is the surveyed system Spring Framework 7 resilience (core retry):
//
//	spring-framework.exponential.default  2 s * 1.5^n, at most 30 s
//	spring-framework.jitter100            doubling from 1 s to 10 s, 10 % to both sides within those
var springFramework = System{
	ID: "spring-framework", Name: "Spring Framework 7 resilience (core retry)", Group: JVMDotNet,
	Version: "7.1.0-SNAPSHOT",
	Source: "spring-projects/spring-framework spring-core/…/util/backoff/ExponentialBackOff.java, " +
		"FixedBackOff.java, core/retry/RetryPolicy.java, " +
		"spring-context/…/resilience/annotation/Retryable.java",
	Counts:   CountsRetries,
	Terminal: "RetryException around the last exception",
	words: []word{
		{"retries", "3"},
		{"grain", "1ms"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "maxRetries", Keys: []string{"retries"}, Doc: "the first call does not count"},
		{Name: "delay", Keys: []string{"base"}, Unit: Milliseconds, Doc: "the first wait"},
		{Name: "multiplier", Keys: []string{"factor"}, Doc: "growth"},
		{Name: "maxDelay", Keys: []string{"cap"}, Unit: Milliseconds, Doc: "longest wait"},
	},
	Pipeline: []Surrounding{
		{"queue.wait_in", "worker"},
	},
	Notes: []string{
		"maxRetries 3 makes 4 calls, where maxAttempts 3 of Spring Retry makes 3.",
		"The jitter is a time at the first delay and grows with it; it never goes below the first " +
			"delay nor above the cap.",
	},
	Variants: []Variant{
		{
			ID: "spring-framework.exponential.default", About: "2 s * 1.5^n, at most 30 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "2s"},
				{"factor", "1.5"},
				{"cap", "30s"},
			},
		},
		{
			ID: "spring-framework.jitter100", About: "doubling from 1 s to 10 s, 10 % to both sides within those",
			words: []word{
				{"backoff", "exponential"},
				{"base", "1s"},
				{"factor", "2"},
				{"cap", "10s"},
				{"jitter.within", "0.1"},
			},
		},
	},
}
