package presets

// bullmqExponential is a job with attempts 5 and an exponential backoff of 2 s: 2s * 2^(k-1).
//
//	retry  1   2   3   4
//	wait   2s  4s  8s  16s
//
// Attempts count the first call, so there are four waits; a fifth of 32 s, which many expect, does not exist.
var bullmqExponential = Preset{
	Name:               "bullmq-exponential",
	System:             "queue workers that call an HTTP API (BullMQ style)",
	Source:             "job options attempts 5, backoff exponential, delay 2000 ms",
	About:              "doubling from 2 s, no jitter, no cap, 5 calls in all",
	DefaultMaxAttempts: 5,
	LimitIsOwn:         true,
	words: []word{
		{"max_attempts", "5"},
		{"backoff", "exponential"},
		{"base", "2s"},
		{"factor", "2"},
		{"retry", "transient"},
	},
	Params: []Param{
		{Name: "attempts", Keys: []string{"max_attempts"}, Default: "5", Doc: "calls in all, the first one too"},
		{Name: "delay", Keys: []string{"base"}, Unit: Milliseconds, Default: "2000ms", Doc: "wait before the second call"},
	},
	Notes: []string{
		"attempts counts the first call: 5 attempts are 4 retries and 4 waits.",
		"The preset bullmq.exponential of the surveyed library has other defaults (delay 1 s).",
	},
	SeeAlso: []string{"bullmq.exponential"},
}

var bullmqExponentialAsWritten = func() Preset {
	p := bullmqExponential.variant(".as-written",
		"as bullmq-exponential, but permanent failures are retried too and a call has no timeout",
		word{"retry", "all"}, word{"timeout", "none"})
	p.AsWrittenOf = bullmqExponential.Name
	p.Notes = append([]string{
		"The error that is meant to skip the retries is retried like any other, and so is a bug.",
		"The call has no timeout.",
		"The handler parks a job only when its attempts are known to be used up: a job without an attempts setting, " +
			"or a failure event without a job, is never parked.",
	}, p.Notes...)
	return p
}()
