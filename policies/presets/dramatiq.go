package presets

// dramatiq is the surveyed system Dramatiq:
//
//	dramatiq.2          between 15 and 30 s, both ends doubling; above 7 days drawn anew from the upper half
//	dramatiq.2.max5min  between 15 and 30 s, both ends doubling; above 5 min drawn anew from the upper half
//	dramatiq.1          doubling from 15 s, each between half and all
var dramatiq = System{
	ID: "dramatiq", Name: "Dramatiq", Group: JobQueues,
	Version: "2.2.0 (and 1.18.0)",
	Source: "dramatiq 2.2.0 dramatiq/common.py (compute_backoff), dramatiq/middleware/retries.py; " +
		"dramatiq 1.18.0 dramatiq/common.py",
	Counts:   CountsRetries,
	Terminal: "dead-letter queue of the broker for 7 days",
	words: []word{
		{"retries", "20"},
		{"cap", "7d"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "max_retries", Keys: []string{"retries"}, Doc: "the first run does not count"},
		{Name: "min_backoff", Keys: []string{"base"}, Unit: Milliseconds, Doc: "start of the doubling"},
		{Name: "max_backoff", Keys: []string{"cap"}, Unit: Milliseconds, Doc: "longest wait"},
	},
	Pipeline: []Surrounding{
		{"dead_letters.keep", "7d"},
	},
	Notes: []string{
		"From 1.x to 2.0 the mean wait doubled: the draw lengthens now where it shortened before.",
		"A wait above max_backoff is drawn anew between half of it and all, so the mean falls " +
			"when the cap is reached.",
	},
	Variants: []Variant{
		{
			ID: "dramatiq.2", About: "between 15 and 30 s, both ends doubling; above 7 days drawn anew from the upper half",
			words: []word{
				{"backoff", "exponential"},
				{"base", "15s"},
				{"factor", "2"},
				{"jitter.stretch", "1"},
				{"order", "jitter_then_redraw"},
				{"redraw", "0.5"},
				{"round", "1ms"},
				{"round.direction", "down"},
			},
		},
		{
			ID: "dramatiq.2.max5min", About: "between 15 and 30 s, both ends doubling; above 5 min drawn anew from the upper half",
			words: []word{
				{"backoff", "exponential"},
				{"base", "15s"},
				{"factor", "2"},
				{"cap", "5m"},
				{"jitter.stretch", "1"},
				{"order", "jitter_then_redraw"},
				{"redraw", "0.5"},
				{"round", "1ms"},
				{"round.direction", "down"},
			},
		},
		{
			ID: "dramatiq.1", About: "doubling from 15 s, each between half and all",
			words: []word{
				{"backoff", "exponential"},
				{"base", "15s"},
				{"factor", "2"},
				{"jitter", "equal"},
				{"round", "1ms"},
				{"round.direction", "down"},
			},
		},
	},
}
