package presets

// hangfire is the surveyed system Hangfire:
//
//	hangfire  k^4 + 15 s from k = 0, and (0 to 29) * k s on top
var hangfire = System{
	ID: "hangfire", Name: "Hangfire", Group: JobQueues,
	Version:  "1.8.24",
	Source:   "Hangfire 1.8.24 src/Hangfire.Core/AutomaticRetryAttribute.cs",
	Counts:   CountsRetries,
	Terminal: "state Failed until somebody removes it, or deleted",
	words: []word{
		{"retries", "10"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "Attempts", Keys: []string{"retries"}, Doc: "the first run does not count"},
	},
	Notes: []string{
		"One of the family of the old Sidekiq: fourth power and a random part that grows.",
	},
	Variants: []Variant{
		{
			ID: "hangfire", About: "k^4 + 15 s from k = 0, and (0 to 29) * k s on top",
			words: []word{
				{"backoff", "polynomial"},
				{"power", "4"},
				{"first", "0"},
				{"unit", "1s"},
				{"constant", "15s"},
				{"jitter.growing", "30s"},
				{"spread_steps", "30"},
			},
		},
	},
}
