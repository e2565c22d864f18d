package presets

// grpc is the surveyed system gRPC retry, throttling, hedging (gRFC A6):
//
//	grpc.a6             doubling from 100 ms to 1 s, 20 % to both sides
//	grpc.connection     1 s exactly, then * 1.6 to 120 s, 20 % to both sides
//	grpc-js.connection  1 s exactly, then the drawn wait * 1.6, at most 120 s before the draw
var grpc = System{
	ID: "grpc", Name: "gRPC retry, throttling, hedging (gRFC A6)", Group: Mesh,
	Version: "grpc-go v1.85.0, @grpc/grpc-js 1.14.7, grpc/proposal 2026-06",
	Source: "grpc/proposal A6-client-retries.md; google.golang.org/grpc v1.85.0 stream.go " +
		"(shouldRetry), clientconn.go (retryThrottler), service_config.go, dialoptions.go, " +
		"internal/backoff/backoff.go, backoff/backoff.go, internal/xds/resolver/serviceconfig.go; " +
		"npm @grpc/grpc-js@1.14.7 build/src/retrying-call.js",
	Counts:   CountsCalls,
	Terminal: "the last status goes to the caller",
	words: []word{
		{"order", "cap_then_jitter"},
		{"retry", "connection,503"},
	},
	Params: []Param{
		{Name: "maxAttempts", Keys: []string{"max_attempts"}, Doc: "calls, the original too, at most 5"},
		{Name: "initialBackoff", Keys: []string{"base"}, Doc: "the first wait"},
		{Name: "maxBackoff", Keys: []string{"cap"}, Doc: "longest wait before the jitter"},
		{Name: "backoffMultiplier", Keys: []string{"factor"}, Doc: "growth"},
	},
	Pipeline: []Surrounding{
		{"queue.wait_in", "worker"},
	},
	Notes: []string{
		"Nothing is retried without a service config, and never once headers of a response came.",
		"More than 5 attempts count as 5, unless the client raises its own limit.",
		"The jitter comes after maxBackoff: a wait can be 1.2 times that. A pushback from the " +
			"server restarts the exponent.",
		"Reconnects of grpc-js take the drawn wait as the base of the next, those of grpc-go do not.",
	},
	Variants: []Variant{
		{
			ID: "grpc.a6", About: "doubling from 100 ms to 1 s, 20 % to both sides",
			words: []word{
				{"max_attempts", "5"},
				{"backoff", "exponential"},
				{"base", "100ms"},
				{"factor", "2"},
				{"cap", "1s"},
				{"jitter.plus_minus", "0.2"},
			},
		},
		{
			ID: "grpc.connection", About: "1 s exactly, then * 1.6 to 120 s, 20 % to both sides",
			words: []word{
				{"max_attempts", "unlimited"},
				{"backoff", "exponential"},
				{"base", "1s"},
				{"factor", "1.6"},
				{"cap", "120s"},
				{"jitter.plus_minus", "0.2"},
				{"spread_from", "2"},
			},
		},
		{
			ID: "grpc-js.connection", About: "1 s exactly, then the drawn wait * 1.6, at most 120 s before the draw",
			words: []word{
				{"max_attempts", "unlimited"},
				{"backoff", "compounding"},
				{"base", "1s"},
				{"factor", "1.6"},
				{"spread", "0.2"},
				{"ceiling", "120s"},
				{"exact_first", "true"},
			},
		},
	},
}
