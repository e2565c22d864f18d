package presets

// cockatiel is the surveyed system cockatiel:
//
//	cockatiel.decorrelated  smooth random steps, 128 ms * 2^n with the jitter off, cut at 30 s
//	cockatiel.full          from 0 to a doubling from 128 ms to 30 s
//	cockatiel.half          doubling from 128 ms to 30 s, each between half and all
//	cockatiel.none          doubling from 128 ms to 30 s
var cockatiel = System{
	ID: "cockatiel", Name: "cockatiel", Group: NPM,
	Version:  "3.2.1",
	Source:   "npm cockatiel@3.2.1 dist/backoff/ExponentialBackoffGenerators.js, ExponentialBackoff.js, RetryPolicy.js",
	Counts:   CountsRetries,
	Terminal: "the last error or result",
	words: []word{
		{"cap", "30s"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "maxAttempts", Keys: []string{"retries"}, Doc: "the first call does not count"},
		{Name: "initialDelay", Keys: []string{"base"}, Unit: Milliseconds, Doc: "the first wait"},
		{Name: "maxDelay", Keys: []string{"cap"}, Unit: Milliseconds, Doc: "longest wait"},
	},
	Pipeline: []Surrounding{
		{"queue.wait_in", "worker"},
	},
	Notes: []string{
		"maxAttempts counts retries: 3 are 4 calls. It has no default.",
		"exponent changes only the decorrelated waits; the others always double.",
	},
	Variants: []Variant{
		{
			ID: "cockatiel.decorrelated", About: "smooth random steps, 128 ms * 2^n with the jitter off, cut at 30 s",
			words: []word{
				{"backoff", "decorrelated_smooth"},
				{"base", "128ms"},
				{"factor", "2"},
				{"order", "jitter_then_cap"},
			},
		},
		{
			ID: "cockatiel.full", About: "from 0 to a doubling from 128 ms to 30 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "128ms"},
				{"factor", "2"},
				{"jitter", "full"},
				{"round", "1ms"},
				{"round.direction", "down"},
			},
		},
		{
			ID: "cockatiel.half", About: "doubling from 128 ms to 30 s, each between half and all",
			words: []word{
				{"backoff", "exponential"},
				{"base", "128ms"},
				{"factor", "2"},
				{"jitter", "equal"},
				{"round", "1ms"},
				{"round.direction", "down"},
			},
		},
		{
			ID: "cockatiel.none", About: "doubling from 128 ms to 30 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "128ms"},
				{"factor", "2"},
			},
		},
	},
}
