package presets

// bullmq is the surveyed system BullMQ:
//
//	bullmq.fixed                  1 s each time
//	bullmq.exponential            doubling from 1 s
//	bullmq.exponential.jitter0.5  doubling from 1 s, up to half of it taken away
//	bullmq.fixed.jitter0.5        1 s each time, up to half of it taken away
var bullmq = System{
	ID: "bullmq", Name: "BullMQ", Group: JobQueues,
	Version: "5.81.5 (jitter since 5.54.0; 6.7.0 identical)",
	Source: "npm bullmq@5.81.5 dist/cjs/classes/backoffs.js, dist/cjs/classes/job.js (shouldRetryJob, " +
		"moveToFailed); bullmq@5.0.0 same file (no jitter)",
	Counts:   CountsCalls,
	Terminal: "kept in the failed set, unless removeOnFail says otherwise",
	words: []word{
		{"max_attempts", "1"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "attempts", Keys: []string{"max_attempts"}, Doc: "calls in all, the first one too"},
		{Name: "delay", Keys: []string{"base"}, Unit: Milliseconds, Doc: "the delay of the backoff"},
		{Name: "jitter", Keys: []string{"jitter.shorten"}, Doc: "share that may be taken away"},
	},
	Notes: []string{
		"attempts is 1 unless it is set: without it nothing is retried, and with it but without " +
			"backoff the retries follow at once.",
		"There is no setting for a longest delay.",
		"The jitter lowers the mean wait to (1 - jitter/2) of the delay. Bull, its predecessor, " +
			"waits almost twice as long.",
	},
	Variants: []Variant{
		{
			ID: "bullmq.fixed", About: "1 s each time",
			words: []word{
				{"backoff", "fixed"},
				{"base", "1s"},
			},
		},
		{
			ID: "bullmq.exponential", About: "doubling from 1 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "1s"},
				{"factor", "2"},
			},
		},
		{
			ID: "bullmq.exponential.jitter0.5", About: "doubling from 1 s, up to half of it taken away",
			words: []word{
				{"backoff", "exponential"},
				{"base", "1s"},
				{"factor", "2"},
				{"jitter.shorten", "0.5"},
				{"round", "1ms"},
				{"round.direction", "down"},
			},
		},
		{
			ID: "bullmq.fixed.jitter0.5", About: "1 s each time, up to half of it taken away",
			words: []word{
				{"backoff", "fixed"},
				{"base", "1s"},
				{"jitter.shorten", "0.5"},
				{"round", "1ms"},
				{"round.direction", "down"},
			},
		},
	},
}
