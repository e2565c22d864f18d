package presets

// celery is the surveyed system Celery:
//
//	celery.full_jitter          whole seconds from 0 to a doubling that starts at 1 s and ends at 600 s
//	celery.nojitter             doubling from 1 s to 600 s
//	celery.default_retry_delay  180 s each time
var celery = System{
	ID: "celery", Name: "Celery", Group: JobQueues,
	Version: "5.6.2 (5.2.6 run)",
	Source: "celery 5.6.2 celery/utils/time.py (get_exponential_backoff_interval), " +
		"celery/app/autoretry.py, celery/app/task.py; celery 5.2.6 (Debian)",
	Counts:   CountsRetries,
	Terminal: "state FAILURE with MaxRetriesExceededError or the error itself",
	words: []word{
		{"retries", "3"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "max_retries", Keys: []string{"retries"}, Doc: "the first run does not count"},
		{Name: "retry_backoff_max", Keys: []string{"cap"}, Unit: Seconds, Doc: "longest wait"},
		{Name: "default_retry_delay", Keys: []string{"base"}, Unit: Seconds, Doc: "the wait without retry_backoff"},
	},
	Notes: []string{
		"With retry_backoff and jitter the first wait is 0 s or 1 s, each half of the time.",
		"retry_backoff is cut to whole seconds and is at least 1; it counts only beside autoretry_for.",
		"A wait that is longer than the visibility timeout of Redis or SQS makes the broker deliver the task again.",
	},
	Variants: []Variant{
		{
			ID: "celery.full_jitter", About: "whole seconds from 0 to a doubling that starts at 1 s and ends at 600 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "1s"},
				{"factor", "2"},
				{"cap", "600s"},
				{"jitter.whole", "1s"},
			},
		},
		{
			ID: "celery.nojitter", About: "doubling from 1 s to 600 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "1s"},
				{"factor", "2"},
				{"cap", "600s"},
			},
		},
		{
			ID: "celery.default_retry_delay", About: "180 s each time",
			words: []word{
				{"backoff", "fixed"},
				{"base", "180s"},
			},
		},
	},
}
