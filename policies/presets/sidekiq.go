package presets

// sidekiq is the surveyed system Sidekiq:
//
//	sidekiq.8            k^4 + 15 s from k = 0, and up to 10 s per retry on top
//	sidekiq.7            k^4 + 15 s from k = 0, and (0 to 9) * k s on top
//	sidekiq.8.custom10s  sidekiq_retry_in of 10 s, and up to 10 s per retry on top
var sidekiq = System{
	ID: "sidekiq", Name: "Sidekiq", Group: JobQueues,
	Version: "8.1.7 (and 6.4.1)",
	Source: "sidekiq 8.1.7 lib/sidekiq/job_retry.rb (process_retry, delay_for), " +
		"lib/sidekiq/config.rb, lib/sidekiq/scheduled.rb, Changes.md; sidekiq 6.4.1 " +
		"lib/sidekiq/job_retry.rb (Debian)",
	Counts:   CountsRetries,
	Terminal: "dead set of at most 10,000 jobs for 180 days; dropped with dead: false",
	words: []word{
		{"retries", "25"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "retry", Keys: []string{"retries"}, Doc: "retries before the job is dead"},
		{Name: "max_retries", Keys: []string{"retries"}, Doc: "the default of retry"},
	},
	Pipeline: []Surrounding{
		{"queue.review", "5s"},
		{"dead_letters.limit", "10000"},
		{"dead_letters.keep", "180d"},
	},
	Notes: []string{
		"The random part grows with every retry and cannot be turned off, not even for waits of one's own.",
		"Due retries are found by a poll, every 5 s times the number of processes on average, so " +
			"they start later than told.",
		"The random part was 0 to 29 s before 6.2.2, a multiple of the retry's number until 7, " +
			"and any whole second since 8.",
		"25 retries take 20 to 21 days.",
	},
	Variants: []Variant{
		{
			ID: "sidekiq.8", About: "k^4 + 15 s from k = 0, and up to 10 s per retry on top",
			words: []word{
				{"backoff", "polynomial"},
				{"power", "4"},
				{"first", "0"},
				{"unit", "1s"},
				{"constant", "15s"},
				{"jitter.growing", "10s"},
				{"round", "1s"},
				{"round.direction", "down"},
			},
		},
		{
			ID: "sidekiq.7", About: "k^4 + 15 s from k = 0, and (0 to 9) * k s on top",
			words: []word{
				{"backoff", "polynomial"},
				{"power", "4"},
				{"first", "0"},
				{"unit", "1s"},
				{"constant", "15s"},
				{"jitter.growing", "10s"},
				{"spread_steps", "10"},
			},
		},
		{
			ID: "sidekiq.8.custom10s", About: "sidekiq_retry_in of 10 s, and up to 10 s per retry on top",
			words: []word{
				{"backoff", "fixed"},
				{"base", "10s"},
				{"jitter.growing", "10s"},
				{"round", "1s"},
				{"round.direction", "down"},
			},
		},
	},
}
