package presets

// got is the surveyed system got:
//
//	got                  doubling from 1 s, up to 100 ms on top
//	got.backoffLimit10s  doubling from 1 s to 10 s, up to 100 ms on top
var got = System{
	ID: "got", Name: "got", Group: NPM,
	Version:  "16.1.0",
	Source:   "npm got@16.1.0 dist/source/core/calculate-retry-delay.js, options.js, index.js",
	Counts:   CountsRetries,
	Terminal: "the error is thrown",
	words: []word{
		{"retries", "2"},
		{"order", "cap_then_jitter"},
		{"jitter.added", "100ms"},
		{"hint.obey", "true"},
		{"hint.only", "408,413,429,5xx"},
		{"retry", "timeout,connection,408,413,429,500,502,503,504,521,522,524"},
	},
	Params: []Param{
		{Name: "limit", Keys: []string{"retries"}, Doc: "the first request does not count"},
		{Name: "backoffLimit", Keys: []string{"cap"}, Unit: Milliseconds, Doc: "longest wait before the noise"},
		{Name: "noise", Keys: []string{"jitter.added"}, Unit: Milliseconds, Doc: "random time on top"},
		{Name: "maxRetryAfter", Keys: []string{"hint.give_up_beyond"}, Unit: Milliseconds, Doc: "longest Retry-After"},
	},
	Pipeline: []Surrounding{
		{"queue.wait_in", "worker"},
	},
	Notes: []string{
		"The noise is 100 ms whatever the wait, so it spreads less and less.",
		"A Retry-After above maxRetryAfter means no retry.",
	},
	Variants: []Variant{
		{
			ID: "got", About: "doubling from 1 s, up to 100 ms on top",
			words: []word{
				{"backoff", "exponential"},
				{"base", "1s"},
				{"factor", "2"},
			},
		},
		{
			ID: "got.backoffLimit10s", About: "doubling from 1 s to 10 s, up to 100 ms on top",
			words: []word{
				{"backoff", "exponential"},
				{"base", "1s"},
				{"factor", "2"},
				{"cap", "10s"},
			},
		},
	},
}
