package presets

// linkerd is the surveyed system Linkerd retries:
//
//	linkerd.route           between 25 and 50 ms, both ends doubling, cut at 250 ms
//	linkerd.serviceprofile  at once, as long as the budget lasts
var linkerd = System{
	ID: "linkerd", Name: "Linkerd retries", Group: Mesh,
	Version: "linkerd2 edge-26.8.3, proxy 2026-08, docs main",
	Source: "linkerd/linkerd2 policy-controller/grpc/src/outbound/http.rs (convert_retry), " +
		"policy-controller/k8s/index/src/outbound/index/http.rs, " +
		"controller/api/destination/profile_translator.go; linkerd/linkerd2-proxy " +
		"linkerd/exp-backoff/src/lib.rs, linkerd/http/retry, " +
		"linkerd/app/outbound/src/http/retry.rs; tower-rs/tower " +
		"tower/src/retry/budget/tps_budget.rs; linkerd.io reference/retries",
	Counts:   CountsRetries,
	Terminal: "the last response goes to the caller",
	words: []word{
		{"retries", "1"},
		{"retry", "connection,timeout,5xx"},
	},
	Params: []Param{
		{Name: "limit", Keys: []string{"retries"}, Doc: "the first request does not count"},
	},
	Pipeline: []Surrounding{
		{"queue.wait_in", "worker"},
	},
	Notes: []string{
		"The waits of annotations cannot be configured. With a ServiceProfile there are none, " +
			"only a budget, which is not part of the preset.",
		"Annotations are ignored where a ServiceProfile exists. A body above 64 KiB is never retried.",
	},
	Variants: []Variant{
		{
			ID: "linkerd.route", About: "between 25 and 50 ms, both ends doubling, cut at 250 ms",
			words: []word{
				{"backoff", "exponential"},
				{"base", "25ms"},
				{"factor", "2"},
				{"cap", "250ms"},
				{"jitter.stretch", "1"},
				{"order", "cap_jitter_cap"},
			},
		},
		{
			ID: "linkerd.serviceprofile", About: "at once, as long as the budget lasts",
			words: []word{
				{"max_attempts", "unlimited"},
				{"backoff", "fixed"},
				{"base", "0s"},
			},
		},
	},
}
