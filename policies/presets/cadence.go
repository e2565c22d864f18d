package presets

// cadence is the surveyed system Cadence:
//
//	cadence.1s.x1.5.max60  1 s * 1.5^n in whole seconds, at most 60 s
//	cadence.1s.x2.max60    doubling from 1 s to 60 s
var cadence = System{
	ID: "cadence", Name: "Cadence", Group: Workflows,
	Version:  "server v1.2.15",
	Source:   "uber/cadence service/history/execution/retry.go, common/util.go",
	Counts:   CountsCalls,
	Terminal: "a failure event for the workflow",
	words: []word{
		{"order", "cap_then_jitter"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "MaximumAttempts", Keys: []string{"max_attempts"}, Doc: "calls in all, the first one too"},
	},
	Notes: []string{
		"The wait is cut to whole seconds: 1 s * 1.5^n gives 1, 1, 2, 3, 5 s.",
		"There is no default policy. Attempts 0 without an expiration means no retry, the opposite of Temporal.",
	},
	Variants: []Variant{
		{
			ID: "cadence.1s.x1.5.max60", About: "1 s * 1.5^n in whole seconds, at most 60 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "1s"},
				{"factor", "1.5"},
				{"cap", "60s"},
				{"round", "1s"},
				{"round.direction", "down"},
			},
		},
		{
			ID: "cadence.1s.x2.max60", About: "doubling from 1 s to 60 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "1s"},
				{"factor", "2"},
				{"cap", "60s"},
				{"round", "1s"},
				{"round.direction", "down"},
			},
		},
	},
}
