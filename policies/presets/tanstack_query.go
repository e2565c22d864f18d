package presets

// tanstackQuery is the surveyed system TanStack Query:
//
//	tanstack-query  doubling from 1 s to 30 s
var tanstackQuery = System{
	ID: "tanstack-query", Name: "TanStack Query", Group: APIClients,
	Version:  "query-core 5.108.4",
	Source:   "npm @tanstack/query-core@5.108.4 build/modern/retryer.js",
	Counts:   CountsRetries,
	Terminal: "the query is in its error state",
	words: []word{
		{"retries", "3"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "retry", Keys: []string{"retries"}, Doc: "the first call does not count"},
	},
	Pipeline: []Surrounding{
		{"queue.wait_in", "worker"},
	},
	Notes: []string{
		"A 404 is retried like anything else.",
		"Only observers retry; fetchQuery, prefetchQuery and mutations do not unless asked.",
	},
	Variants: []Variant{
		{
			ID: "tanstack-query", About: "doubling from 1 s to 30 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "1s"},
				{"factor", "2"},
				{"cap", "30s"},
			},
		},
	},
}
