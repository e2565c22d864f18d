package presets

// nomad is the surveyed system Nomad restart and reschedule:
//
//	nomad.restart             15 s, up to a quarter on top
//	nomad.reschedule.service  doubling from 30 s to 1 h, for ever
var nomad = System{
	ID: "nomad", Name: "Nomad restart and reschedule", Group: Orchestrators,
	Version: "main 2026-08",
	Source: "hashicorp/nomad client/allocrunner/taskrunner/restarts/restarts.go; hashicorp/nomad " +
		"nomad/structs/structs.go (RestartPolicy, ReschedulePolicy, NextRescheduleTime)",
	Counts:   CountsRetries,
	Terminal: "the allocation fails and is placed on another node",
	words: []word{
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "attempts", Keys: []string{"retries"}, Doc: "the first start does not count"},
		{Name: "delay", Keys: []string{"base"}, Doc: "the wait"},
	},
	Notes: []string{
		"Two layers: restarts on the same node, then another node.",
		"Restarts are counted within an interval of 30 min (service) or 24 h (batch), which is " +
			"not part of the preset.",
	},
	Variants: []Variant{
		{
			ID: "nomad.restart", About: "15 s, up to a quarter on top",
			words: []word{
				{"retries", "2"},
				{"backoff", "fixed"},
				{"base", "15s"},
				{"jitter.stretch", "0.25"},
			},
		},
		{
			ID: "nomad.reschedule.service", About: "doubling from 30 s to 1 h, for ever",
			words: []word{
				{"max_attempts", "unlimited"},
				{"backoff", "exponential"},
				{"base", "30s"},
				{"factor", "2"},
				{"cap", "1h"},
			},
		},
	},
}
