package presets

// cloudTasks is the surveyed system Google Cloud Tasks:
//
//	cloud-tasks.doc-example  10 s doubled three times, then 80 s more each time, at most 300 s
//	cloud-tasks.default      100 ms doubled 16 times, at most 1 h
var cloudTasks = System{
	ID: "cloud-tasks", Name: "Google Cloud Tasks", Group: CloudServices,
	Version:  "v2 API",
	Source:   "googleapis google/cloud/tasks/v2/queue.proto (RetryConfig); Cloud Tasks REST reference (RetryConfig)",
	Counts:   CountsCalls,
	Terminal: "the task is deleted; there is no dead-letter queue",
	words: []word{
		{"max_attempts", "100"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "max_attempts", Keys: []string{"max_attempts"}, Doc: "calls in all, the first one too, -1 = no limit"},
		{Name: "min_backoff", Keys: []string{"base"}, Unit: Seconds, Doc: "the first wait"},
		{Name: "max_backoff", Keys: []string{"cap"}, Unit: Seconds, Doc: "longest wait"},
		{Name: "max_doublings", Keys: []string{"growths"}, Doc: "doublings before the linear part"},
	},
	Pipeline: []Surrounding{
		{"dead_letters.enabled", "false"},
	},
	Notes: []string{
		"The curve has three parts: it doubles, then grows by the same step, then stays.",
		"Retries end only when both the attempts and the duration are used up.",
		"task_retry_limit of queue.yaml counts retries. 429 and 503 slow the whole queue down.",
	},
	Variants: []Variant{
		{
			ID: "cloud-tasks.doc-example", About: "10 s doubled three times, then 80 s more each time, at most 300 s",
			words: []word{
				{"backoff", "exponential_then_linear"},
				{"base", "10s"},
				{"growths", "3"},
				{"cap", "300s"},
			},
		},
		{
			ID: "cloud-tasks.default", About: "100 ms doubled 16 times, at most 1 h",
			words: []word{
				{"backoff", "exponential_then_linear"},
				{"base", "100ms"},
				{"growths", "16"},
				{"cap", "3600s"},
			},
		},
	},
}
