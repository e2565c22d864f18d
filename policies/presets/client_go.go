package presets

// clientGo is the surveyed system Kubernetes client-go: workqueue rate limiters, wait.Backoff, retry:
//
//	client-go.workqueue       doubling from 5 ms to 1000 s
//	client-go.wait.Backoff    doubling from 1 s to 30 s, up to 10 % on top
//	client-go.DefaultRetry    10 ms, up to 10 % on top, 5 calls in all
//	client-go.DefaultBackoff  10 ms times five each time, up to 10 % on top, 4 calls in all
var clientGo = System{
	ID: "client-go", Name: "Kubernetes client-go: workqueue rate limiters, wait.Backoff, retry", Group: Orchestrators,
	Version: "v0.37.2",
	Source: "k8s.io/client-go v0.37.2 util/workqueue/default_rate_limiters.go, util/retry/util.go, " +
		"rest/with_retry.go, rest/urlbackoff.go; k8s.io/apimachinery v0.37.2 " +
		"pkg/util/wait/backoff.go",
	Counts:   CountsCalls,
	Terminal: "a timeout of the wait, or the last conflict",
	words: []word{
		{"order", "cap_then_jitter"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "Steps", Keys: []string{"max_attempts"}, Doc: "calls in all, the first one too"},
		{Name: "Duration", Keys: []string{"base"}, Doc: "the first wait"},
		{Name: "Factor", Keys: []string{"factor"}, Doc: "growth"},
		{Name: "Jitter", Keys: []string{"jitter.stretch"}, Doc: "share that may be put on top"},
		{Name: "Cap", Keys: []string{"cap"}, Doc: "longest wait before the jitter"},
	},
	Notes: []string{
		"Reaching Cap ends the steps: ten steps from 1 ms with a cap of 4 ms made three calls. " +
			"This is not part of the preset.",
		"The default workqueue also has a token bucket of 10 per second, and forgets nothing " +
			"until Forget is called.",
		"DefaultRetry in effect waits 10 to 11 ms each time.",
	},
	Variants: []Variant{
		{
			ID: "client-go.workqueue", About: "doubling from 5 ms to 1000 s",
			words: []word{
				{"max_attempts", "unlimited"},
				{"backoff", "exponential"},
				{"base", "5ms"},
				{"factor", "2"},
				{"cap", "1000s"},
			},
		},
		{
			ID: "client-go.wait.Backoff", About: "doubling from 1 s to 30 s, up to 10 % on top",
			words: []word{
				{"max_attempts", "99"},
				{"backoff", "exponential"},
				{"base", "1s"},
				{"factor", "2"},
				{"cap", "30s"},
				{"jitter.stretch", "0.1"},
			},
		},
		{
			ID: "client-go.DefaultRetry", About: "10 ms, up to 10 % on top, 5 calls in all",
			words: []word{
				{"max_attempts", "5"},
				{"backoff", "exponential"},
				{"base", "10ms"},
				{"factor", "1"},
				{"jitter.stretch", "0.1"},
				{"retry", "409"},
			},
		},
		{
			ID: "client-go.DefaultBackoff", About: "10 ms times five each time, up to 10 % on top, 4 calls in all",
			words: []word{
				{"max_attempts", "4"},
				{"backoff", "exponential"},
				{"base", "10ms"},
				{"factor", "5"},
				{"jitter.stretch", "0.1"},
				{"retry", "409"},
			},
		},
	},
}
