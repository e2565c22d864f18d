package presets

// prometheusRemoteWrite is the surveyed system Prometheus remote write:
//
//	prometheus.remote-write  doubling from 30 ms to 5 s, for ever
var prometheusRemoteWrite = System{
	ID: "prometheus-remote-write", Name: "Prometheus remote write", Group: Orchestrators,
	Version:  "v0.316.0 (3.x)",
	Source:   "github.com/prometheus/prometheus v0.316.0 config/config.go, storage/remote/queue_manager.go, client.go",
	Counts:   CountsNothing,
	Terminal: "samples that meet another 4xx are dropped",
	words: []word{
		{"max_attempts", "unlimited"},
		{"hint.obey", "true"},
		{"hint.only", "429,5xx"},
		{"retry", "timeout,connection,5xx"},
	},
	Params: []Param{
		{Name: "min_backoff", Keys: []string{"base"}, Doc: "the first wait"},
		{Name: "max_backoff", Keys: []string{"cap"}, Doc: "longest wait"},
	},
	Pipeline: []Surrounding{
		{"queue.wait_in", "worker"},
		{"dead_letters.enabled", "false"},
	},
	Notes: []string{
		"A 429 drops the samples unless retry_on_http_429 is set.",
		"All shards retry in step. After a Retry-After the next waits are close to the cap.",
	},
	Variants: []Variant{
		{
			ID: "prometheus.remote-write", About: "doubling from 30 ms to 5 s, for ever",
			words: []word{
				{"backoff", "exponential"},
				{"base", "30ms"},
				{"factor", "2"},
				{"cap", "5s"},
			},
		},
	},
}
