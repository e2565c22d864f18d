package presets

// eventbridge is the surveyed system Amazon EventBridge (rules, Scheduler):
//
//	a page without a delay law
var eventbridge = System{
	ID: "eventbridge", Name: "Amazon EventBridge (rules, Scheduler)", Group: CloudServices,
	Version:  "service docs 2026",
	Source:   "EventBridge user guide (retry policy), EventBridge and EventBridge Scheduler API reference (RetryPolicy)",
	Counts:   CountsRetries,
	Terminal: "dropped, unless a dead-letter queue is set",
	Notes: []string{
		"The constants of the backoff and its jitter are not published: the waits cannot be told.",
		"At most 185 retries and 24 h; whichever comes first. Custom buses of the second version: 5 and 300 s.",
	},
}
