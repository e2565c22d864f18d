package presets

// urllib3 is the surveyed system urllib3 Retry (requests, pip, botocore transport):
//
//	urllib3.factor1          at once, then doubling from 2 s to 120 s
//	urllib3.factor0.1        at once, then doubling from 200 ms to 120 s
//	urllib3.factor1.jitter2  at once, then doubling from 2 s with up to 2 s on top, cut at 120 s
var urllib3 = System{
	ID: "urllib3", Name: "urllib3 Retry (requests, pip, botocore transport)", Group: Python,
	Version:  "2.7.0",
	Source:   "urllib3 2.7.0 src/urllib3/util/retry.py",
	Counts:   CountsRetries,
	Terminal: "MaxRetryError",
	words: []word{
		{"retries", "10"},
		{"at_once", "1"},
		{"cap", "120s"},
		{"order", "jitter_then_cap"},
		{"hint.obey", "true"},
		{"hint.only", "413,429,503"},
		{"hint.most", "6h"},
		{"retry", "timeout,connection,413,429,503"},
	},
	Params: []Param{
		{Name: "total", Keys: []string{"retries"}, Doc: "the first request does not count"},
		{Name: "backoff_max", Keys: []string{"cap"}, Unit: Seconds, Doc: "longest wait"},
		{Name: "backoff_jitter", Keys: []string{"jitter.added"}, Unit: Seconds, Doc: "random seconds on top"},
	},
	Pipeline: []Surrounding{
		{"queue.wait_in", "worker"},
	},
	Notes: []string{
		"The first retry never waits; the second waits 2 * backoff_factor.",
		"backoff_factor is 0 unless set: then nothing waits. No status is retried unless listed, " +
			"and POST never by default.",
		"Retry-After of 413, 429 and 503 is obeyed up to 6 h, listed or not. Without the header these are not " +
			"retried, which the preset cannot tell apart.",
	},
	Variants: []Variant{
		{
			ID: "urllib3.factor1", About: "at once, then doubling from 2 s to 120 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "2s"},
				{"factor", "2"},
			},
		},
		{
			ID: "urllib3.factor0.1", About: "at once, then doubling from 200 ms to 120 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "200ms"},
				{"factor", "2"},
			},
		},
		{
			ID: "urllib3.factor1.jitter2", About: "at once, then doubling from 2 s with up to 2 s on top, cut at 120 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "2s"},
				{"factor", "2"},
				{"jitter.added", "2s"},
			},
		},
	},
}
