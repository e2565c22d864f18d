package presets

// ky is the surveyed system ky:
//
//	ky  doubling from 300 ms
var ky = System{
	ID: "ky", Name: "ky", Group: NPM,
	Version:  "2.1.0",
	Source:   "npm ky@2.1.0 distribution/utils/normalize.js, core/Ky.js",
	Counts:   CountsRetries,
	Terminal: "HTTPError",
	words: []word{
		{"retries", "2"},
		{"order", "jitter_then_cap"},
		{"hint.obey", "true"},
		{"hint.only", "413,429,503"},
		{"retry", "connection,408,413,429,500,502,503,504"},
	},
	Params: []Param{
		{Name: "limit", Keys: []string{"retries"}, Doc: "the first request does not count"},
		{Name: "backoffLimit", Keys: []string{"cap"}, Unit: Milliseconds, Doc: "longest wait"},
		{Name: "maxRetryAfter", Keys: []string{"hint.most"}, Unit: Milliseconds, Doc: "longest Retry-After"},
	},
	Pipeline: []Surrounding{
		{"queue.wait_in", "worker"},
	},
	Notes: []string{
		"A timeout is not retried by default, and nothing is spread.",
	},
	Variants: []Variant{
		{
			ID: "ky", About: "doubling from 300 ms",
			words: []word{
				{"backoff", "exponential"},
				{"base", "300ms"},
				{"factor", "2"},
			},
		},
	},
}
