package presets

// tenacity is the surveyed system Tenacity:
//
//	tenacity.wait_exponential.min4.max60    doubling from 1 s to 60 s, at least 4 s
//	tenacity.wait_random_exponential.max60  from 0 to a doubling from 1 s to 60 s
//	tenacity.wait_exponential_jitter.max60  doubling from 1 s, up to 1 s on top, cut at 60 s
var tenacity = System{
	ID: "tenacity", Name: "Tenacity", Group: Python,
	Version:  "9.1.4+56 (8.2.1 run)",
	Source:   "jd/tenacity tenacity/wait.py, stop.py, __init__.py",
	Counts:   CountsCalls,
	Terminal: "RetryError, or the last exception with reraise",
	words: []word{
		{"max_attempts", "unlimited"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "multiplier", Keys: []string{"base"}, Unit: Seconds, Doc: "the first wait"},
		{Name: "exp_base", Keys: []string{"factor"}, Doc: "growth"},
		{Name: "max", Keys: []string{"cap"}, Unit: Seconds, Doc: "longest wait"},
		{Name: "min", Keys: []string{"floor"}, Unit: Seconds, Doc: "shortest wait"},
	},
	Pipeline: []Surrounding{
		{"queue.wait_in", "worker"},
	},
	Notes: []string{
		"A bare @retry calls for ever and without a wait.",
		"A minimum does not shift the growth: with min=4 the waits are 4, 4, 4, 8, 16 s.",
		"stop_after_delay lets the last wait run over; stop_before_delay does not.",
	},
	Variants: []Variant{
		{
			ID: "tenacity.wait_exponential.min4.max60", About: "doubling from 1 s to 60 s, at least 4 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "1s"},
				{"factor", "2"},
				{"cap", "60s"},
				{"floor", "4s"},
			},
		},
		{
			ID: "tenacity.wait_random_exponential.max60", About: "from 0 to a doubling from 1 s to 60 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "1s"},
				{"factor", "2"},
				{"cap", "60s"},
				{"jitter", "full"},
			},
		},
		{
			ID: "tenacity.wait_exponential_jitter.max60", About: "doubling from 1 s, up to 1 s on top, cut at 60 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "1s"},
				{"factor", "2"},
				{"cap", "60s"},
				{"jitter.added", "1s"},
				{"order", "jitter_then_cap"},
			},
		},
	},
}
