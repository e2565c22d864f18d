package presets

// gax is the surveyed system Google gax (Go, Node) and google-api-core (Python):
//
//	gax-go           from 0 to a doubling from 1 s to 30 s
//	google-api-core  from 0 to a doubling from 1 s to 60 s, for 120 s
//	gax-node         from 0 to 100 ms * 1.3^n, at most 60 s
var gax = System{
	ID: "gax", Name: "Google gax (Go, Node) and google-api-core (Python)", Group: CloudSDKs,
	Version: "gax-go v2.27.0, google-gax 5.0.8, google-api-core 2.29.0",
	Source: "github.com/googleapis/gax-go/v2 v2.27.0 call_option.go; npm google-gax@5.0.8 " +
		"build/src/normalCalls/retries.js, build/src/gax.js; googleapis/python-api-core v2.29.0 " +
		"google/api_core/retry/retry_base.py, retry_unary.py",
	Counts:   CountsBoth,
	Terminal: "the last error goes to the caller",
	words: []word{
		{"max_attempts", "unlimited"},
		{"retry", "connection,timeout,429,500,503"},
	},
	Params: []Param{
		{Name: "initial", Keys: []string{"base"}, Doc: "start of the growth"},
		{Name: "multiplier", Keys: []string{"factor"}, Doc: "growth"},
		{Name: "max", Keys: []string{"cap"}, Doc: "longest wait"},
	},
	Pipeline: []Surrounding{
		{"queue.wait_in", "worker"},
	},
	Notes: []string{
		"Go and Python have no limit on attempts, only a deadline.",
		"maxRetries of Node counts calls, and its last error always says DEADLINE_EXCEEDED.",
		"In Go an initial wait above the maximum is used once.",
	},
	Variants: []Variant{
		{
			ID: "gax-go", About: "from 0 to a doubling from 1 s to 30 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "1s"},
				{"factor", "2"},
				{"cap", "30s"},
				{"jitter", "full"},
			},
		},
		{
			ID: "google-api-core", About: "from 0 to a doubling from 1 s to 60 s, for 120 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "1s"},
				{"factor", "2"},
				{"cap", "60s"},
				{"jitter", "full"},
				{"elapsed_limit", "120s"},
			},
		},
		{
			ID: "gax-node", About: "from 0 to 100 ms * 1.3^n, at most 60 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "100ms"},
				{"factor", "1.3"},
				{"cap", "60s"},
				{"jitter", "full"},
			},
		},
	},
}
