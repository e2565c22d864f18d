package presets

// docker is the surveyed system Docker restart policies:
//
//	docker  doubling from 100 ms to 60 s
var docker = System{
	ID: "docker", Name: "Docker restart policies", Group: Orchestrators,
	Version:  "moby main 2026",
	Source:   "moby/moby daemon/internal/restartmanager/restartmanager.go",
	Counts:   CountsRetries,
	Terminal: "the container stays where it ended",
	words: []word{
		{"max_attempts", "unlimited"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "on-failure", Keys: []string{"retries"}, Doc: "the first start does not count"},
	},
	Notes: []string{
		"Ten seconds of life start the growth anew: a service that dies after 11 s is back after 100 ms, for ever.",
		"Swarm has another mechanism: 5 s each time.",
	},
	Variants: []Variant{
		{
			ID: "docker", About: "doubling from 100 ms to 60 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "100ms"},
				{"factor", "2"},
				{"cap", "60s"},
			},
		},
	},
}
