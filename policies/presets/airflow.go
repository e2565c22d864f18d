package presets

// airflow is the surveyed system Apache Airflow task retries:
//
//	airflow.exp300  between 5 and 10 min, both ends doubling, cut at 24 h
var airflow = System{
	ID: "airflow", Name: "Apache Airflow task retries", Group: Workflows,
	Version: "3.x (airflow-core taskinstance.py, before pull request 56866)",
	Source: "apache/airflow airflow-core/src/airflow/models/taskinstance.py (next_retry_datetime); " +
		"the 2.x source has try_number − 2 with another numbering of tries",
	Counts:   CountsRetries,
	Terminal: "the task is failed",
	words: []word{
		{"retries", "0"},
		{"cap", "24h"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "retries", Keys: []string{"retries"}, Doc: "the first run does not count"},
		{Name: "retry_delay", Keys: []string{"base"}, Unit: Seconds, Doc: "start of the doubling"},
	},
	Notes: []string{
		"The draw is a hash of task, date and try: the same instance always waits the same time.",
		"The first wait is one to two times retry_delay already. Nothing is longer than 24 h.",
		"Later releases take a number for retry_exponential_backoff; 1.0 then waits the same each " +
			"time without the hash.",
	},
	Variants: []Variant{
		{
			ID: "airflow.exp300", About: "between 5 and 10 min, both ends doubling, cut at 24 h",
			words: []word{
				{"backoff", "exponential"},
				{"base", "300s"},
				{"factor", "2"},
				{"jitter.stretch", "1"},
				{"order", "jitter_then_cap"},
				{"round", "1s"},
				{"round.direction", "down"},
			},
		},
	},
}
