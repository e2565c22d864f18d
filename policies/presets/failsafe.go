package presets

// failsafe is the surveyed system failsafe-go and Failsafe (Java):
//
//	failsafe.1ms.x2.max8ms.j0.25  doubling from 1 ms to 8 ms, a quarter to both sides
var failsafe = System{
	ID: "failsafe", Name: "failsafe-go and Failsafe (Java)", Group: GoLibraries,
	Version: "failsafe-go v0.9.8; Failsafe 3.3.2+9",
	Source: "github.com/failsafe-go/failsafe-go v0.9.8 retrypolicy/retry.go, executor.go, budget/*; " +
		"failsafe-lib/failsafe core/…/RetryPolicyBuilder.java, RetryPolicyConfig.java, " +
		"internal/RetryPolicyExecutor.java",
	Counts:   CountsBoth,
	Terminal: "ExceededError around the last failure",
	words: []word{
		{"retries", "2"},
		{"order", "cap_then_jitter"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "maxRetries", Keys: []string{"retries"}, Doc: "the first call does not count"},
		{Name: "maxAttempts", Keys: []string{"max_attempts"}, Doc: "calls in all"},
		{Name: "delay", Keys: []string{"base"}, Unit: Milliseconds, Doc: "the first wait"},
		{Name: "factor", Keys: []string{"factor"}, Doc: "growth"},
		{Name: "maxDelay", Keys: []string{"cap"}, Unit: Milliseconds, Doc: "longest wait before the jitter"},
		{Name: "jitterFactor", Keys: []string{"jitter.plus_minus"}, Doc: "spread to both sides"},
	},
	Pipeline: []Surrounding{
		{"queue.wait_in", "worker"},
	},
	Notes: []string{
		"By default three calls follow each other at once.",
		"The jitter comes after maxDelay.",
	},
	Variants: []Variant{
		{
			ID: "failsafe.1ms.x2.max8ms.j0.25", About: "doubling from 1 ms to 8 ms, a quarter to both sides",
			words: []word{
				{"backoff", "exponential"},
				{"base", "1ms"},
				{"factor", "2"},
				{"cap", "8ms"},
				{"jitter.plus_minus", "0.25"},
			},
		},
	},
}
