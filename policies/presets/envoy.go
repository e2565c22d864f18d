package presets

// envoy is the surveyed system Envoy:
//
//	envoy.default  from 0 to a doubling from 25 ms to 250 ms
//	envoy.1s.10s   from 0 to a doubling from 1 s to 10 s
var envoy = System{
	ID: "envoy", Name: "Envoy", Group: Mesh,
	Version: "main 2026 (retry_state_impl.cc with RouteStatsContext); data-plane-api 2026-01",
	Source: "envoyproxy/envoy source/common/common/backoff_strategy.cc and .h; envoyproxy/envoy " +
		"source/common/router/retry_state_impl.cc; envoyproxy/envoy " +
		"source/common/upstream/resource_manager_impl.h; envoyproxy/data-plane-api " +
		"envoy/config/route/v3/route_components.proto, " +
		"envoy/config/cluster/v3/circuit_breaker.proto",
	Counts:   CountsRetries,
	Terminal: "the last response goes to the caller, flagged when the limit was hit",
	words: []word{
		{"retries", "1"},
		{"retry", "connection,5xx"},
	},
	Params: []Param{
		{Name: "num_retries", Keys: []string{"retries"}, Doc: "the first request does not count"},
		{Name: "base_interval", Keys: []string{"base"}, Unit: Milliseconds, Doc: "start of the doubling"},
		{Name: "max_interval", Keys: []string{"cap"}, Unit: Milliseconds, Doc: "longest wait"},
	},
	Pipeline: []Surrounding{
		{"queue.wait_in", "worker"},
	},
	Notes: []string{
		"Nothing is retried unless retry_on says what.",
		"Three retries at a time per cluster is the default of its circuit breaker, which is not " +
			"part of the preset.",
		"The route's timeout covers all tries and waits. The documentation gives another growth than the code has.",
	},
	Variants: []Variant{
		{
			ID: "envoy.default", About: "from 0 to a doubling from 25 ms to 250 ms",
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
			ID: "envoy.1s.10s", About: "from 0 to a doubling from 1 s to 10 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "1s"},
				{"factor", "2"},
				{"cap", "10s"},
				{"jitter", "full"},
				{"round", "1ms"},
				{"round.direction", "down"},
			},
		},
	},
}
