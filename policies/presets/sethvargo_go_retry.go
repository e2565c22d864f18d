package presets

// sethvargoGoRetry is the surveyed system sethvargo/go-retry:
//
//	sethvargo.exponential                        doubling from 1 s, without an end
//	sethvargo.fibonacci                          1, 2, 3, 5, 8 s ..., without an end
//	sethvargo.exponential.capped30s.jitterpct20  doubling from 1 s to 30 s, whole per cents of -20 to 19 taken away
var sethvargoGoRetry = System{
	ID: "sethvargo-go-retry", Name: "sethvargo/go-retry", Group: GoLibraries,
	Version:  "v0.5.0",
	Source:   "github.com/sethvargo/go-retry v0.5.0 backoff.go, backoff_exponential.go, backoff_fibonacci.go, rand.go",
	Counts:   CountsRetries,
	Terminal: "the last error, unwrapped",
	words: []word{
		{"max_attempts", "unlimited"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "base", Keys: []string{"base"}, Doc: "the first wait"},
	},
	Pipeline: []Surrounding{
		{"queue.wait_in", "worker"},
	},
	Notes: []string{
		"Only errors that are wrapped with RetryableError are retried.",
		"The Fibonacci waits start with 1, 2, 3. A jitter of 20 % means 0.81 to 1.20 times the wait.",
		"The order of the wrappers is the order of cap and jitter.",
	},
	Variants: []Variant{
		{
			ID: "sethvargo.exponential", About: "doubling from 1 s, without an end",
			words: []word{
				{"backoff", "exponential"},
				{"base", "1s"},
				{"factor", "2"},
			},
		},
		{
			ID: "sethvargo.fibonacci", About: "1, 2, 3, 5, 8 s ..., without an end",
			words: []word{
				{"backoff", "fibonacci"},
				{"base", "1s"},
			},
		},
		{
			ID: "sethvargo.exponential.capped30s.jitterpct20", About: "doubling from 1 s to 30 s, whole per cents of -20 to 19 taken away",
			words: []word{
				{"backoff", "exponential"},
				{"base", "1s"},
				{"factor", "2"},
				{"cap", "30s"},
				{"jitter.percent", "20"},
			},
		},
	},
}
