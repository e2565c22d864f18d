package presets

// agenda is the surveyed system Agenda:
//
//	agenda.exponential                   doubling from 1 s
//	agenda.exponential.jitter0.2.max60s  doubling from 1 s to 60 s, then 20 % to both sides
//	agenda.linear                        1, 2, 3 s ...
var agenda = System{
	ID: "agenda", Name: "Agenda", Group: JobQueues,
	Version:  "6.2.6 (v4/v5 have no automatic retry)",
	Source:   "npm agenda@6.2.6 dist/utils/backoff.js, dist/Job.js (handleRetry)",
	Counts:   CountsRetries,
	Terminal: "the job stays in the collection with its reason and its count of failures",
	words: []word{
		{"retries", "3"},
		{"order", "cap_then_jitter"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "maxRetries", Keys: []string{"retries"}, Doc: "the first call does not count"},
		{Name: "delay", Keys: []string{"base"}, Unit: Milliseconds, Doc: "wait before the second call"},
		{Name: "factor", Keys: []string{"factor"}, Doc: "growth"},
		{Name: "increment", Keys: []string{"step"}, Unit: Milliseconds, Doc: "growth of the linear backoff"},
		{Name: "maxDelay", Keys: []string{"cap"}, Unit: Milliseconds, Doc: "longest wait before the jitter"},
		{Name: "jitter", Keys: []string{"jitter.plus_minus"}, Doc: "spread to both sides"},
	},
	Pipeline: []Surrounding{
		{"dead_letters.in_place", "true"},
	},
	Notes: []string{
		"The jitter comes after maxDelay and can pass it.",
		"Only a success clears the count of failures, so a recurring job takes its count along.",
		"Releases before 6 retry nothing by themselves.",
	},
	Variants: []Variant{
		{
			ID: "agenda.exponential", About: "doubling from 1 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "1s"},
				{"factor", "2"},
			},
		},
		{
			ID: "agenda.exponential.jitter0.2.max60s", About: "doubling from 1 s to 60 s, then 20 % to both sides",
			words: []word{
				{"backoff", "exponential"},
				{"base", "1s"},
				{"factor", "2"},
				{"cap", "60s"},
				{"jitter.plus_minus", "0.2"},
			},
		},
		{
			ID: "agenda.linear", About: "1, 2, 3 s ...",
			words: []word{
				{"backoff", "linear"},
				{"base", "1s"},
				{"step", "1s"},
			},
		},
	},
}
