package presets

// cenkaltiBackoff is the surveyed system cenkalti/backoff:
//
//	cenkalti.default  500 ms * 1.5^n to 60 s, half to both sides, for 15 min
//	cenkalti.max2s    500 ms * 1.5^n to 2 s, half to both sides, for 15 min
var cenkaltiBackoff = System{
	ID: "cenkalti-backoff", Name: "cenkalti/backoff", Group: GoLibraries,
	Version: "v4.3.0, v5.0.3",
	Source: "github.com/cenkalti/backoff/v4 v4.3.0 exponential.go, retry.go, tries.go; " +
		"github.com/cenkalti/backoff/v5 v5.0.3 exponential.go, retry.go, error.go",
	Counts:   CountsBoth,
	Terminal: "the last error",
	words: []word{
		{"max_attempts", "unlimited"},
		{"elapsed_limit", "15m"},
		{"order", "cap_then_jitter"},
		{"jitter.plus_minus", "0.5"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "InitialInterval", Keys: []string{"base"}, Doc: "the first wait"},
		{Name: "RandomizationFactor", Keys: []string{"jitter.plus_minus"}, Doc: "spread to both sides"},
		{Name: "Multiplier", Keys: []string{"factor"}, Doc: "growth"},
		{Name: "MaxInterval", Keys: []string{"cap"}, Doc: "longest wait before the jitter"},
		{Name: "MaxElapsedTime", Keys: []string{"elapsed_limit"}, Doc: "time in all"},
	},
	Pipeline: []Surrounding{
		{"queue.wait_in", "worker"},
	},
	Notes: []string{
		"The jitter comes after MaxInterval: 60 s can be 90 s.",
		"WithMaxRetries of v4 does not count the first call, WithMaxTries of v5 does.",
		"It gives up as soon as the next wait would pass MaxElapsedTime. Many programs have inherited these values.",
	},
	Variants: []Variant{
		{
			ID: "cenkalti.default", About: "500 ms * 1.5^n to 60 s, half to both sides, for 15 min",
			words: []word{
				{"backoff", "exponential"},
				{"base", "500ms"},
				{"factor", "1.5"},
				{"cap", "60s"},
			},
		},
		{
			ID: "cenkalti.max2s", About: "500 ms * 1.5^n to 2 s, half to both sides, for 15 min",
			words: []word{
				{"backoff", "exponential"},
				{"base", "500ms"},
				{"factor", "1.5"},
				{"cap", "2s"},
			},
		},
	},
}
