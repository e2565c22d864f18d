package presets

// delayedJob is the surveyed system delayed_job:
//
//	delayed_job  k^4 + 5 s
var delayedJob = System{
	ID: "delayed_job", Name: "delayed_job", Group: JobQueues,
	Version:  "4.2.0 (4.1.9 run)",
	Source:   "delayed_job 4.2.0 lib/delayed/backend/base.rb (reschedule_at), lib/delayed/worker.rb (reschedule)",
	Counts:   CountsCalls,
	Terminal: "the row is DELETED, unless destroy_failed_jobs is false",
	words: []word{
		{"max_attempts", "25"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "max_attempts", Keys: []string{"max_attempts"}, Doc: "calls in all, the first one too"},
	},
	Pipeline: []Surrounding{
		{"queue.review", "5s"},
		{"queue.take", "also_when_a_worker_frees"},
		{"workers.lock", "4h"},
		{"dead_letters.enabled", "false"},
	},
	Notes: []string{
		"A job that fails to the end leaves no trace by default.",
		"Nothing is spread: who failed together comes back together.",
	},
	Variants: []Variant{
		{
			ID: "delayed_job", About: "k^4 + 5 s",
			words: []word{
				{"backoff", "polynomial"},
				{"power", "4"},
				{"first", "1"},
				{"unit", "1s"},
				{"constant", "5s"},
			},
		},
	},
}
