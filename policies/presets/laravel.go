package presets

// laravel is the surveyed system Laravel queues:
//
//	laravel.list  10, 60, 300 s, then 300 s
var laravel = System{
	ID: "laravel", Name: "Laravel queues", Group: JobQueues,
	Version: "13.26.1",
	Source: "laravel/framework 13.26.1 src/Illuminate/Queue/Worker.php (calculateBackoff), " +
		"src/Illuminate/Queue/Console/WorkCommand.php, src/Illuminate/Support/helpers.php (retry)",
	Counts:   CountsCalls,
	Terminal: "table of failed jobs, and the job's failed method",
	words: []word{
		{"max_attempts", "1"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "tries", Keys: []string{"max_attempts"}, Doc: "calls in all, the first one too, 0 = no limit"},
		{Name: "backoff", Keys: []string{"ladder"}, Unit: Seconds, Doc: "waits, the last one repeats"},
	},
	Pipeline: []Surrounding{
		{"workers.lock", "90s"},
	},
	Notes: []string{
		"retry_after of the connection (90 s) is a visibility timeout: a job that runs longer is run twice.",
		"tries is 1 unless it is set.",
	},
	Variants: []Variant{
		{
			ID: "laravel.list", About: "10, 60, 300 s, then 300 s",
			words: []word{
				{"backoff", "ladder"},
				{"ladder", "10s,60s,300s"},
				{"repeat_last", "true"},
			},
		},
	},
}
