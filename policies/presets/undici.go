package presets

// undici is the surveyed system undici RetryAgent:
//
//	undici  doubling from 500 ms to 30 s
var undici = System{
	ID: "undici", Name: "undici RetryAgent", Group: NPM,
	Version:  "7.30.2",
	Source:   "npm undici@7.30.2 lib/handler/retry-handler.js",
	Counts:   CountsRetries,
	Terminal: "the error goes to the caller",
	words: []word{
		{"retries", "5"},
		{"hint.obey", "true"},
		{"hint.only", "429,500,502,503,504"},
		{"hint.most", "30s"},
		{"retry", "connection,429,500,502,503,504"},
	},
	Params: []Param{
		{Name: "maxRetries", Keys: []string{"retries"}, Doc: "the first request does not count"},
		{Name: "minTimeout", Keys: []string{"base"}, Unit: Milliseconds, Doc: "the first wait"},
		{Name: "maxTimeout", Keys: []string{"cap"}, Unit: Milliseconds, Doc: "longest wait"},
		{Name: "timeoutFactor", Keys: []string{"factor"}, Doc: "growth"},
	},
	Pipeline: []Surrounding{
		{"queue.wait_in", "worker"},
	},
	Notes: []string{
		"Nothing is spread.",
	},
	Variants: []Variant{
		{
			ID: "undici", About: "doubling from 500 ms to 30 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "500ms"},
				{"factor", "2"},
				{"cap", "30s"},
			},
		},
	},
}
