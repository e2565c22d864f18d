package presets

// pyBackoff is the surveyed system backoff (Python):
//
//	py-backoff.expo  from 0 to a doubling from 1 s, without a cap and without an end
var pyBackoff = System{
	ID: "py-backoff", Name: "backoff (Python)", Group: Python,
	Version:  "2.2.1",
	Source:   "python3-backoff 2.2.1 (Debian) backoff/_wait_gen.py, _jitter.py",
	Counts:   CountsCalls,
	Terminal: "the last exception is raised, or the last value returned",
	words: []word{
		{"max_attempts", "unlimited"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "max_tries", Keys: []string{"max_attempts"}, Doc: "calls in all, the first one too"},
		{Name: "base", Keys: []string{"factor"}, Doc: "growth"},
		{Name: "factor", Keys: []string{"base"}, Unit: Seconds, Doc: "the first wait"},
		{Name: "max_value", Keys: []string{"cap"}, Unit: Seconds, Doc: "longest wait"},
		{Name: "max_time", Keys: []string{"elapsed_limit"}, Unit: Seconds, Doc: "time in all"},
	},
	Pipeline: []Surrounding{
		{"queue.wait_in", "worker"},
	},
	Notes: []string{
		"Its factor is the first wait and its base is the growth.",
		"Full jitter is the default; only jitter=None makes the waits exact.",
	},
	Variants: []Variant{
		{
			ID: "py-backoff.expo", About: "from 0 to a doubling from 1 s, without a cap and without an end",
			words: []word{
				{"backoff", "exponential"},
				{"base", "1s"},
				{"factor", "2"},
				{"jitter", "full"},
			},
		},
	},
}
