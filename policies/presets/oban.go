package presets

// oban is the surveyed system Oban:
//
//	oban.20  2^k + 15 s, up to 10 % on top
//	oban.40  as with 20 attempts, each wait twice
var oban = System{
	ID: "oban", Name: "Oban", Group: JobQueues,
	Version:  "2.23.0",
	Source:   "oban 2.23.0 lib/oban/worker.ex (backoff/1), lib/oban/backoff.ex",
	Counts:   CountsCalls,
	Terminal: "state discarded, pruned later",
	words: []word{
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "max_attempts", Keys: []string{"max_attempts"}, Doc: "calls in all, the first one too"},
	},
	Pipeline: []Surrounding{
		{"dead_letters.in_place", "true"},
	},
	Notes: []string{
		"The first retry waits 17 or 18 s, so nothing is retried quickly. 20 attempts take about 12 days.",
		"With more than 20 attempts the same curve is stretched over them: 40 attempts have each wait twice.",
	},
	Variants: []Variant{
		{
			ID: "oban.20", About: "2^k + 15 s, up to 10 % on top",
			words: []word{
				{"max_attempts", "20"},
				{"backoff", "exponential"},
				{"base", "2s"},
				{"factor", "2"},
				{"constant", "15s"},
				{"jitter.stretch", "0.1"},
				{"round", "1s"},
				{"round.direction", "down"},
			},
		},
		{
			ID: "oban.40", About: "as with 20 attempts, each wait twice",
			words: []word{
				{"max_attempts", "40"},
				{"backoff", "exponential"},
				{"base", "2s"},
				{"factor", "2"},
				{"hold", "2"},
				{"constant", "15s"},
				{"jitter.stretch", "0.1"},
				{"round", "1s"},
				{"round.direction", "down"},
			},
		},
	},
}
