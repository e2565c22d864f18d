package presets

// sreThrottling is the surveyed system Client-side adaptive throttling and retry budgets (Google SRE book):
//
//	a page without a delay law
var sreThrottling = System{
	ID: "sre-throttling", Name: "Client-side adaptive throttling and retry budgets (Google SRE book)", Group: Protocols,
	Version:  "sre.google book, chapter “Handling Overload” (2016)",
	Source:   "SRE book, Handling Overload; SRE book, Addressing Cascading Failures",
	Counts:   CountsCalls,
	Terminal: "the call is refused in the client",
	Notes: []string{
		"The client refuses calls itself with the probability max(0, (requests - K * accepts) / " +
			"(requests + 1)), over two minutes; K is 2.",
		"Retries are at most 10 % of a client's calls, and a call is tried three times at most. " +
			"There is no wait of its own.",
	},
}
