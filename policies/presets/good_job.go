package presets

// goodJob is the surveyed system GoodJob:
//
//	good_job.unhandled  at once, for ever
var goodJob = System{
	ID: "good_job", Name: "GoodJob", Group: JobQueues,
	Version:  "4.19.2",
	Source:   "good_job 4.19.2 README.md, lib/good_job.rb, app/models/good_job/job.rb",
	Counts:   CountsCalls,
	Terminal: "discarded; the record stays and can be retried by hand",
	words: []word{
		{"max_attempts", "unlimited"},
		{"retry", "all"},
	},
	Pipeline: []Surrounding{
		{"dead_letters.in_place", "true"},
	},
	Notes: []string{
		"Without retry_on a failed job is not retried at all.",
		"This is retry_on_unhandled_error, which calls again without a wait and without an end.",
	},
	Variants: []Variant{
		{
			ID: "good_job.unhandled", About: "at once, for ever",
			words: []word{
				{"backoff", "fixed"},
				{"base", "0s"},
			},
		},
	},
}
