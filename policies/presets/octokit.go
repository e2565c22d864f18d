package presets

// octokit is the surveyed system Octokit retry plugin:
//
//	octokit  1, 4, 9 s
var octokit = System{
	ID: "octokit", Name: "Octokit retry plugin", Group: APIClients,
	Version:  "8.1.1",
	Source:   "npm @octokit/plugin-retry@8.1.1 dist-src",
	Counts:   CountsRetries,
	Terminal: "RequestError",
	words: []word{
		{"retries", "3"},
		{"retry", "402,405,406,407,408,409,411,412,413,414,415,416,417,418,421,423,424,425,426,428,429,431,5xx"},
	},
	Params: []Param{
		{Name: "retries", Keys: []string{"retries"}, Doc: "the first request does not count"},
	},
	Pipeline: []Surrounding{
		{"queue.wait_in", "worker"},
	},
	Notes: []string{
		"The waits are squares of whole seconds. Rate limits belong to another plugin.",
	},
	Variants: []Variant{
		{
			ID: "octokit", About: "1, 4, 9 s",
			words: []word{
				{"backoff", "polynomial"},
				{"power", "2"},
				{"first", "1"},
				{"unit", "1s"},
			},
		},
	},
}
