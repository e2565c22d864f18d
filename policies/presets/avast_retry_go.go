package presets

// avastRetryGo is the surveyed system avast/retry-go:
//
//	avast.default            doubling from 100 ms, up to 100 ms on top
//	avast.max2s              doubling from 100 ms, up to 100 ms on top, cut at 2 s
//	avast.fulljitter.max10s  from 0 to a doubling from 200 ms to 10 s
var avastRetryGo = System{
	ID: "avast-retry-go", Name: "avast/retry-go", Group: GoLibraries,
	Version:  "v4.7.0, v5.1.1",
	Source:   "github.com/avast/retry-go/v4 v4.7.0 retry.go, options.go; github.com/avast/retry-go/v5 v5.1.1 options.go",
	Counts:   CountsCalls,
	Terminal: "all errors together",
	words: []word{
		{"max_attempts", "10"},
		{"order", "jitter_then_cap"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "Attempts", Keys: []string{"max_attempts"}, Doc: "calls in all, the first one too, 0 = no limit"},
		{Name: "Delay", Keys: []string{"base"}, Doc: "the first wait"},
		{Name: "MaxJitter", Keys: []string{"jitter.added"}, Doc: "random time on top"},
		{Name: "MaxDelay", Keys: []string{"cap"}, Doc: "longest wait, after the jitter"},
	},
	Pipeline: []Surrounding{
		{"queue.wait_in", "worker"},
	},
	Notes: []string{
		"The random part is up to 100 ms whatever the wait, so it soon spreads nothing.",
		"The first range of FullJitterBackoffDelay reaches up to twice the delay.",
	},
	Variants: []Variant{
		{
			ID: "avast.default", About: "doubling from 100 ms, up to 100 ms on top",
			words: []word{
				{"backoff", "exponential"},
				{"base", "100ms"},
				{"factor", "2"},
				{"jitter.added", "100ms"},
			},
		},
		{
			ID: "avast.max2s", About: "doubling from 100 ms, up to 100 ms on top, cut at 2 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "100ms"},
				{"factor", "2"},
				{"jitter.added", "100ms"},
				{"cap", "2s"},
			},
		},
		{
			ID: "avast.fulljitter.max10s", About: "from 0 to a doubling from 200 ms to 10 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "200ms"},
				{"factor", "2"},
				{"jitter", "full"},
				{"cap", "10s"},
				{"order", "cap_then_jitter"},
			},
		},
	},
}
