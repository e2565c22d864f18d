package presets

// machinery is the surveyed system Machinery:
//
//	machinery  1, 2, 3, 5, 8 s ...
var machinery = System{
	ID: "machinery", Name: "Machinery", Group: GoLibraries,
	Version: "v1.10.6",
	Source: "github.com/RichardKnop/machinery v1.10.6 v1/worker.go (taskRetry), " +
		"v1/retry/fibonacci.go, v1/tasks/signature.go, errors.go",
	Counts:   CountsRetries,
	Terminal: "state FAILURE, and the callbacks for errors",
	words: []word{
		{"retries", "0"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "RetryCount", Keys: []string{"retries"}, Doc: "the first run does not count"},
	},
	Notes: []string{
		"The wait is the next Fibonacci number above RetryTimeout: one of 10 s first waits 13 s.",
		"ErrRetryTaskLater uses up no retry and can go on for ever.",
	},
	Variants: []Variant{
		{
			ID: "machinery", About: "1, 2, 3, 5, 8 s ...",
			words: []word{
				{"backoff", "fibonacci"},
				{"base", "1s"},
			},
		},
	},
}
