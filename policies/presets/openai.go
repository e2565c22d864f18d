package presets

// openai is the surveyed system OpenAI / Stainless-generated SDKs:
//
//	openai  doubling from 500 ms to 8 s, up to a quarter taken away
var openai = System{
	ID: "openai", Name: "OpenAI / Stainless-generated SDKs", Group: APIClients,
	Version:  "openai-node 6.49.0, openai-python 3.3.1",
	Source:   "npm openai@6.49.0 client.js; openai/openai-python src/openai/_base_client.py, _constants.py",
	Counts:   CountsRetries,
	Terminal: "an error of the class APIError",
	words: []word{
		{"retries", "2"},
		{"timeout", "600s"},
		{"hint.obey", "true"},
		{"hint.only", "408,409,429,5xx"},
		{"retry", "timeout,connection,408,409,429,5xx"},
	},
	Params: []Param{
		{Name: "max_retries", Keys: []string{"retries"}, Doc: "the first call does not count"},
		{Name: "timeout", Keys: []string{"timeout"}, Unit: Seconds, Doc: "patience per call"},
	},
	Pipeline: []Surrounding{
		{"queue.wait_in", "worker"},
	},
	Notes: []string{
		"One generator makes the SDKs of many vendors, so this curve is everywhere.",
		"Node obeys Retry-After without a bound; Python retries nothing when it is above 120 s.",
	},
	Variants: []Variant{
		{
			ID: "openai", About: "doubling from 500 ms to 8 s, up to a quarter taken away",
			words: []word{
				{"backoff", "exponential"},
				{"base", "500ms"},
				{"factor", "2"},
				{"cap", "8s"},
				{"jitter.shorten", "0.25"},
			},
		},
	},
}
