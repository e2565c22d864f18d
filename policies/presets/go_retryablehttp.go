package presets

// goRetryablehttp is the surveyed system hashicorp/go-retryablehttp:
//
//	go-retryablehttp                        doubling from 1 s to 30 s
//	go-retryablehttp.linearjitter.800-1200  k times 0.8 to 1.2 s
var goRetryablehttp = System{
	ID: "go-retryablehttp", Name: "hashicorp/go-retryablehttp", Group: GoLibraries,
	Version:  "v0.7.8",
	Source:   "github.com/hashicorp/go-retryablehttp v0.7.8 client.go",
	Counts:   CountsRetries,
	Terminal: "an error \"giving up\"; the body is read to its end",
	words: []word{
		{"retries", "4"},
		{"hint.obey", "true"},
		{"hint.only", "429,503"},
		{"retry", "timeout,connection,429,500,502,503,504"},
	},
	Params: []Param{
		{Name: "RetryMax", Keys: []string{"retries"}, Doc: "the first request does not count"},
		{Name: "RetryWaitMin", Keys: []string{"base"}, Doc: "the first wait"},
		{Name: "RetryWaitMax", Keys: []string{"cap"}, Doc: "longest wait"},
	},
	Pipeline: []Surrounding{
		{"queue.wait_in", "worker"},
	},
	Notes: []string{
		"Retry-After has no upper limit: one of 3600 s waits an hour although RetryWaitMax is 30 s.",
		"POST is retried too. Nothing is spread by default.",
	},
	Variants: []Variant{
		{
			ID: "go-retryablehttp", About: "doubling from 1 s to 30 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "1s"},
				{"factor", "2"},
				{"cap", "30s"},
			},
		},
		{
			ID: "go-retryablehttp.linearjitter.800-1200", About: "k times 0.8 to 1.2 s",
			words: []word{
				{"backoff", "linear"},
				{"base", "1s"},
				{"step", "1s"},
				{"jitter.plus_minus", "0.2"},
			},
		},
	},
}
