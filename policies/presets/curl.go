package presets

// curl is the surveyed system curl --retry:
//
//	curl  doubling from 1 s to 600 s
var curl = System{
	ID: "curl", Name: "curl --retry", Group: Orchestrators,
	Version:  "8.x source (2026-08), 7.88.1 run",
	Source:   "curl/curl src/tool_operate.c (retrycheck), src/tool_cfgable.c, docs/cmdline-opts/retry*.md",
	Counts:   CountsRetries,
	Terminal: "the exit code of the last transfer; 0 for a 503 without --fail",
	words: []word{
		{"retries", "0"},
		{"hint.obey", "true"},
		{"hint.only", "408,429,5xx"},
		{"retry", "timeout,408,429,500,502,503,504,522,524"},
	},
	Params: []Param{
		{Name: "--retry", Keys: []string{"retries"}, Doc: "the first transfer does not count"},
		{Name: "--retry-delay", Keys: []string{"base"}, Unit: Seconds, Doc: "the wait"},
		{Name: "--retry-max-time", Keys: []string{"elapsed_limit"}, Unit: Seconds, Doc: "time in all"},
	},
	Pipeline: []Surrounding{
		{"queue.wait_in", "worker"},
	},
	Notes: []string{
		"A refused connection is not retried unless asked.",
		"--retry-delay ends the growth. --retry-max-time is looked at before the wait, so the " +
			"transfer may end later.",
	},
	Variants: []Variant{
		{
			ID: "curl", About: "doubling from 1 s to 600 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "1s"},
				{"factor", "2"},
				{"cap", "600s"},
			},
		},
	},
}
