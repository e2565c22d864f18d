package presets

// temporal is the surveyed system Temporal (server, activity & workflow retry):
//
//	temporal.default  doubling from 1 s to 100 s, for ever
var temporal = System{
	ID: "temporal", Name: "Temporal (server, activity & workflow retry)", Group: Workflows,
	Version: "server v1.32.2 and main 2026-08, sdk-go v1.51.0",
	Source: "temporalio/temporal service/history/workflow/retry.go, common/backoff/retry.go " +
		"(ExponentialBackoffAlgorithm), common/retrypolicy/retry_policy.go; temporalio/api " +
		"temporal/api/common/v1/message.proto; go.temporal.io/sdk v1.51.0 " +
		"internal/internal_task_handlers.go (local activities), internal/workflow.go",
	Counts:   CountsCalls,
	Terminal: "the activity fails for its workflow",
	words: []word{
		{"max_attempts", "unlimited"},
		{"hint.obey", "true"},
		{"hint.only", "all"},
		{"hint.most", "100s"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "initial_interval", Keys: []string{"base"}, Doc: "the first wait"},
		{Name: "backoff_coefficient", Keys: []string{"factor"}, Doc: "growth"},
		{Name: "maximum_interval", Keys: []string{"cap"}, Doc: "longest wait"},
		{Name: "maximum_attempts", Keys: []string{"max_attempts"}, Doc: "calls in all, the first one too"},
	},
	Notes: []string{
		"Nothing is spread.",
		"Retries do not end by themselves: only the schedule-to-close timeout ends them, and it is unlimited too.",
		"A next_retry_delay from the application replaces the wait, but is cut to maximum_interval.",
	},
	Variants: []Variant{
		{
			ID: "temporal.default", About: "doubling from 1 s to 100 s, for ever",
			words: []word{
				{"backoff", "exponential"},
				{"base", "1s"},
				{"factor", "2"},
				{"cap", "100s"},
			},
		},
	},
}
