package presets

import "slices"

// respectRetryAfter waits as long as the server asks on a 429, and else doubles:
// min(30s, 2s * 2^attemptsMade), attemptsMade = 1 at the first failure.
//
//	retry  1   2   3    4    ...  9
//	wait   4s  8s  16s  30s  30s  30s
//
// A 429 without the header waits 60 s. The hint is not clipped: 120 s asked, 120 s waited.
var respectRetryAfter = Preset{
	Name:               "respect-retry-after",
	System:             "queue workers that call an HTTP API (BullMQ style)",
	Source:             "custom backoff strategy that reads Retry-After, attempts 10",
	About:              "obeys Retry-After on 429 (60 s when missing), else doubling from 4 s to 30 s; 10 calls in all",
	DefaultMaxAttempts: 10,
	LimitIsOwn:         true,
	words: []word{
		{"max_attempts", "10"},
		{"backoff", "exponential"},
		{"base", "4s"},
		{"factor", "2"},
		{"cap", "30s"},
		{"retry", "transient"},
		{"hint.obey", "true"},
		{"hint.only", "429"},
		{"hint.missing", "60s"},
	},
	Params: []Param{
		{Name: "attempts", Keys: []string{"max_attempts"}, Default: "10", Doc: "calls in all, the first one too"},
		{Name: "maxDelay", Keys: []string{"cap"}, Unit: Milliseconds, Default: "30000ms", Doc: "longest wait without a hint"},
	},
	Notes: []string{
		"The cap does not clip a hint.",
		"All jobs that get the same hint return at the same moment; hint.spread would part them.",
	},
	SeeAlso: []string{"bullmq-exponential"},
}

var respectRetryAfterAsWritten = func() Preset {
	p := respectRetryAfter.variant(".as-written",
		"as respect-retry-after, but deaf to Retry-After, permanent failures and bugs are retried, no timeout",
		word{"hint.obey", "false"}, word{"retry", "all"}, word{"timeout", "none"})
	p.words = without(p.words, "hint.only", "hint.missing")
	p.AsWrittenOf = respectRetryAfter.Name
	p.Notes = []string{
		"The hint is stored under one name and read under another: Retry-After never takes effect.",
		"The error that is meant to skip the retries is retried like any other, and so is a bug.",
		"The call has no timeout.",
		"The handler parks a job only when its attempts are known to be used up: a job without an attempts setting, " +
			"or a failure event without a job, is never parked.",
	}
	return p
}()

func without(words []word, keys ...string) []word {
	var left []word
	for _, w := range words {
		if !slices.Contains(keys, w.key) {
			left = append(left, w)
		}
	}
	return left
}
