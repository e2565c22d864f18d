package presets

// traefik is the surveyed system Traefik retry middleware:
//
//	traefik.attempts5.100ms  100 ms * 1.19^n, half to both sides, 5 calls in all
var traefik = System{
	ID: "traefik", Name: "Traefik retry middleware", Group: Mesh,
	Version:  "v3.7.13",
	Source:   "traefik/traefik v3.7.13 pkg/middlewares/retry/retry.go; traefik/traefik pkg/config/dynamic/middlewares.go",
	Counts:   CountsCalls,
	Terminal: "the last response",
	words: []word{
		{"order", "cap_then_jitter"},
		{"retry", "connection"},
	},
	Params: []Param{
		{Name: "attempts", Keys: []string{"max_attempts"}, Doc: "calls in all, the first one too"},
		{Name: "initialInterval", Keys: []string{"base"}, Unit: Milliseconds, Doc: "the first wait"},
	},
	Pipeline: []Surrounding{
		{"queue.wait_in", "worker"},
	},
	Notes: []string{
		"The growth is chosen such that the last wait is at most twice the first, whatever the " +
			"number of attempts: here 2^(1/4).",
		"No status is retried unless listed. attempts counts the first call, although its text says otherwise.",
	},
	Variants: []Variant{
		{
			ID: "traefik.attempts5.100ms", About: "100 ms * 1.19^n, half to both sides, 5 calls in all",
			Ends: true,
			words: []word{
				{"max_attempts", "5"},
				{"backoff", "exponential"},
				{"base", "100ms"},
				{"factor", "1.189207115"},
				{"cap", "200ms"},
				{"jitter.plus_minus", "0.5"},
			},
		},
	},
}
