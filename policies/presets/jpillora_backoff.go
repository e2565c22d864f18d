package presets

// jpilloraBackoff is the surveyed system jpillora/backoff:
//
//	jpillora         doubling from 100 ms to 10 s
//	jpillora.jitter  between 100 ms and a doubling from 100 ms, cut at 10 s
var jpilloraBackoff = System{
	ID: "jpillora-backoff", Name: "jpillora/backoff", Group: GoLibraries,
	Version:  "v1.1.0",
	Source:   "github.com/jpillora/backoff v1.1.0 backoff.go",
	Counts:   CountsNothing,
	Terminal: "up to the caller",
	words: []word{
		{"max_attempts", "unlimited"},
		{"cap", "10s"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "Min", Keys: []string{"base"}, Doc: "the first wait"},
		{Name: "Max", Keys: []string{"cap"}, Doc: "longest wait"},
		{Name: "Factor", Keys: []string{"factor"}, Doc: "growth"},
	},
	Pipeline: []Surrounding{
		{"queue.wait_in", "worker"},
	},
	Notes: []string{
		"Spread is off by default; the first wait never is spread.",
		"The draw comes before the cap, so the mean still rises after the cap is reached.",
	},
	Variants: []Variant{
		{
			ID: "jpillora", About: "doubling from 100 ms to 10 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "100ms"},
				{"factor", "2"},
			},
		},
		{
			ID: "jpillora.jitter", About: "between 100 ms and a doubling from 100 ms, cut at 10 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "100ms"},
				{"factor", "2"},
				{"jitter", "above_base"},
				{"order", "jitter_then_cap"},
			},
		},
	},
}
