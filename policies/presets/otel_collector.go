package presets

// otelCollector is the surveyed system OpenTelemetry Collector retry_on_failure:
//
//	otelcol  5 s * 1.5^n to 30 s, half to both sides, for 5 min
var otelCollector = System{
	ID: "otel-collector", Name: "OpenTelemetry Collector retry_on_failure", Group: Orchestrators,
	Version: "configretry v1.71.0, exporterhelper v0.165.0",
	Source: "go.opentelemetry.io/collector/config/configretry v1.71.0 backoff.go; " +
		"go.opentelemetry.io/collector/exporter/exporterhelper v0.165.0 internal/retry_sender.go",
	Counts:   CountsNothing,
	Terminal: "the data is dropped, and a counter tells",
	words: []word{
		{"max_attempts", "unlimited"},
		{"elapsed_limit", "5m"},
		{"order", "cap_then_jitter"},
		{"hint.obey", "true"},
		{"hint.lower_bound", "true"},
		{"hint.only", "429,502,503,504"},
		{"retry", "connection,timeout,429,502,503,504"},
	},
	Params: []Param{
		{Name: "initial_interval", Keys: []string{"base"}, Doc: "the first wait"},
		{Name: "randomization_factor", Keys: []string{"jitter.plus_minus"}, Doc: "spread to both sides"},
		{Name: "multiplier", Keys: []string{"factor"}, Doc: "growth"},
		{Name: "max_interval", Keys: []string{"cap"}, Doc: "longest wait before the jitter"},
		{Name: "max_elapsed_time", Keys: []string{"elapsed_limit"}, Doc: "time in all"},
	},
	Pipeline: []Surrounding{
		{"queue.wait_in", "worker"},
		{"dead_letters.enabled", "false"},
	},
	Notes: []string{
		"After 5 minutes a batch is dropped, with a persistent queue too.",
		"The jitter comes after max_interval: 30 s can be 45 s.",
	},
	Variants: []Variant{
		{
			ID: "otelcol", About: "5 s * 1.5^n to 30 s, half to both sides, for 5 min",
			words: []word{
				{"backoff", "exponential"},
				{"base", "5s"},
				{"factor", "1.5"},
				{"cap", "30s"},
				{"jitter.plus_minus", "0.5"},
			},
		},
	},
}
