package presets

// activejob is the surveyed system Rails Active Job retry_on:
//
//	activejob.polynomially_longer.jitter0.15  k^4 s with up to 15 % on top, and 2 s
//	activejob.polynomially_longer.jitter0     k^4 + 2 s
//	activejob.wait3.jitter0.15                3 s with up to 15 % on top
var activejob = System{
	ID: "activejob", Name: "Rails Active Job retry_on", Group: JobQueues,
	Version: "8.2.0.alpha main (6.1.7 run)",
	Source: "rails main activejob/lib/active_job/exceptions.rb, " +
		"railties/lib/rails/application/configuration.rb; activejob 6.1.7.10 (Debian)",
	Counts:   CountsCalls,
	Terminal: "the block of retry_on, or the error goes on to the queue's own retries",
	words: []word{
		{"max_attempts", "5"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "attempts", Keys: []string{"max_attempts"}, Doc: "calls in all, the first one too"},
		{Name: "wait", Keys: []string{"base"}, Unit: Seconds, Doc: "the wait, where it is a time"},
		{Name: "jitter", Keys: []string{"jitter.stretch"}, Doc: "share that may be put on top"},
	},
	Notes: []string{
		"Only errors that retry_on names are retried, with a count of their own per line.",
		"The queue below may retry again after the last attempt: Sidekiq 25 times.",
		"The jitter lengthens only. It is 0.15 where load_defaults is 6.1 or later, else 0; a " +
			"wait from a Proc gets none.",
	},
	Variants: []Variant{
		{
			ID: "activejob.polynomially_longer.jitter0.15", About: "k^4 s with up to 15 % on top, and 2 s",
			words: []word{
				{"backoff", "polynomial"},
				{"power", "4"},
				{"first", "1"},
				{"unit", "1s"},
				{"jitter.stretch", "0.15"},
				{"offset", "2s"},
			},
		},
		{
			ID: "activejob.polynomially_longer.jitter0", About: "k^4 + 2 s",
			words: []word{
				{"backoff", "polynomial"},
				{"power", "4"},
				{"first", "1"},
				{"unit", "1s"},
				{"offset", "2s"},
			},
		},
		{
			ID: "activejob.wait3.jitter0.15", About: "3 s with up to 15 % on top",
			words: []word{
				{"backoff", "fixed"},
				{"base", "3s"},
				{"jitter.stretch", "0.15"},
			},
		},
	},
}
