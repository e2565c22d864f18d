package presets

// istio is the surveyed system Istio VirtualService retries:
//
//	istio.default      from 0 to a doubling from 25 ms to 250 ms
//	istio.backoff80ms  from 0 to a doubling from 80 ms to 800 ms
var istio = System{
	ID: "istio", Name: "Istio VirtualService retries", Group: Mesh,
	Version: "1.31-alpha (2026-08), api 2026-07",
	Source: "istio/istio pilot/pkg/networking/core/route/retry/retry.go; istio/api " +
		"networking/v1alpha3/virtual_service.proto (HTTPRetry), destination_rule.proto " +
		"(RetryBudget)",
	Counts:   CountsRetries,
	Terminal: "the last response goes to the caller",
	words: []word{
		{"retries", "2"},
		{"retry", "connection,503"},
	},
	Params: []Param{
		{Name: "attempts", Keys: []string{"retries"}, Doc: "the first request does not count"},
		{Name: "backoff", Keys: []string{"base"}, Unit: Milliseconds, Doc: "start of the doubling"},
	},
	Pipeline: []Surrounding{
		{"queue.wait_in", "worker"},
	},
	Notes: []string{
		"Two retries are on by default, without any VirtualService.",
		"backoff is the base of full jitter, although it is called a minimum: a wait can be 0.",
	},
	Variants: []Variant{
		{
			ID: "istio.default", About: "from 0 to a doubling from 25 ms to 250 ms",
			words: []word{
				{"backoff", "exponential"},
				{"base", "25ms"},
				{"factor", "2"},
				{"cap", "250ms"},
				{"jitter", "full"},
				{"round", "1ms"},
				{"round.direction", "down"},
			},
		},
		{
			ID: "istio.backoff80ms", About: "from 0 to a doubling from 80 ms to 800 ms",
			words: []word{
				{"backoff", "exponential"},
				{"base", "80ms"},
				{"factor", "2"},
				{"cap", "800ms"},
				{"jitter", "full"},
				{"round", "1ms"},
				{"round.direction", "down"},
			},
		},
	},
}
