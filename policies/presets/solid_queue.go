package presets

// solidQueue is the surveyed system Solid Queue:
//
//	solid_queue.activejob_default  3 s with up to 15 % on top, 5 calls in all
var solidQueue = System{
	ID: "solid_queue", Name: "Solid Queue", Group: JobQueues,
	Version:  "1.5.0",
	Source:   "solid_queue 1.5.0 README.md, app/models/solid_queue/failed_execution.rb",
	Counts:   CountsCalls,
	Terminal: "a row among the failed executions, until somebody retries or discards it",
	words: []word{
		{"max_attempts", "5"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "attempts", Keys: []string{"max_attempts"}, Doc: "calls in all, the first one too"},
		{Name: "wait", Keys: []string{"base"}, Unit: Seconds, Doc: "the wait"},
		{Name: "jitter", Keys: []string{"jitter.stretch"}, Doc: "share that may be put on top"},
	},
	Notes: []string{
		"It has no retry of its own; these are the defaults of retry_on of Active Job.",
	},
	Variants: []Variant{
		{
			ID: "solid_queue.activejob_default", About: "3 s with up to 15 % on top, 5 calls in all",
			Ends: true,
			words: []word{
				{"backoff", "fixed"},
				{"base", "3s"},
				{"jitter.stretch", "0.15"},
			},
		},
	},
}
