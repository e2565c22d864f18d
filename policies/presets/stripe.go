package presets

// stripe is the surveyed system Stripe client libraries:
//
//	stripe.node-ruby-python  doubling from 500 ms to 5 s, each between half and all, at least 500 ms
//	stripe-go                0.5 + 0.5 n^2 s to 5 s, up to a quarter taken away, at least 500 ms
var stripe = System{
	ID: "stripe", Name: "Stripe client libraries", Group: APIClients,
	Version: "stripe-node 23.1.0, stripe-ruby 19.5.0, stripe-python 15.3.1 (5.0.0 run), stripe-go v82.5.1",
	Source: "npm stripe@23.1.0 esm/RequestSender.js, stripe.core.js; stripe-ruby 19.5.0 " +
		"lib/stripe/api_requestor.rb, stripe_configuration.rb; stripe-python 15.3.1 " +
		"stripe/_http_client.py; github.com/stripe/stripe-go/v82 v82.5.1 stripe.go (sleepTime)",
	Counts:   CountsRetries,
	Terminal: "the error is raised; POSTs carry an idempotency key",
	words: []word{
		{"retries", "2"},
		{"cap", "5s"},
		{"floor", "500ms"},
		{"retry", "connection,timeout,409,5xx"},
	},
	Params: []Param{
		{Name: "max_network_retries", Keys: []string{"retries"}, Doc: "the first call does not count"},
	},
	Pipeline: []Surrounding{
		{"queue.wait_in", "worker"},
	},
	Notes: []string{
		"The first wait is exactly 500 ms, since the floor takes its jitter away.",
		"A 429 for the rate is not retried. A header of the server overrules all of this.",
		"Go has a quadratic curve and, as measured, does not retry a 503 that carries a JSON error.",
	},
	Variants: []Variant{
		{
			ID: "stripe.node-ruby-python", About: "doubling from 500 ms to 5 s, each between half and all, at least 500 ms",
			words: []word{
				{"backoff", "exponential"},
				{"base", "500ms"},
				{"factor", "2"},
				{"jitter", "equal"},
			},
		},
		{
			ID: "stripe-go", About: "0.5 + 0.5 n^2 s to 5 s, up to a quarter taken away, at least 500 ms",
			words: []word{
				{"backoff", "polynomial"},
				{"power", "2"},
				{"first", "0"},
				{"unit", "500ms"},
				{"constant", "500ms"},
				{"jitter.shorten", "0.25"},
				{"retry", "connection,timeout"},
			},
		},
	},
}
