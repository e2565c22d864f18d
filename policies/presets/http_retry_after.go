package presets

// httpRetryAfter is the surveyed system HTTP Retry-After field:
//
//	a page without a delay law
var httpRetryAfter = System{
	ID: "http-retry-after", Name: "HTTP Retry-After field", Group: Protocols,
	Version:  "RFC 9110 §10.2.3, RFC 6585",
	Source:   "RFC 9110 section 10.2.3; RFC 6585 section 4 (429)",
	Counts:   CountsNothing,
	Terminal: "not a policy",
	Notes: []string{
		"The field is a date or a whole number of seconds, without a maximum; with 503, 429, 413 and redirects.",
		"A date depends on the client's clock. All who got the same value return together.",
	},
}
