package presets

// kubernetesJob is the surveyed system Kubernetes Job backoffLimit:
//
//	k8s.job  doubling from 10 s to 600 s
var kubernetesJob = System{
	ID: "kubernetes-job", Name: "Kubernetes Job backoffLimit", Group: Orchestrators,
	Version:  "v1.37.2",
	Source:   "kubernetes/kubernetes pkg/controller/job/backoff_utils.go, job_controller.go; kubernetes/api batch/v1 types.go",
	Counts:   CountsRetries,
	Terminal: "condition Failed with BackoffLimitExceeded",
	words: []word{
		{"retries", "6"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "backoffLimit", Keys: []string{"retries"}, Doc: "failures that are allowed"},
	},
	Notes: []string{
		"The success of any pod resets the growth.",
		"With restartPolicy OnFailure the kubelet's waits hold instead.",
	},
	Variants: []Variant{
		{
			ID: "k8s.job", About: "doubling from 10 s to 600 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "10s"},
				{"factor", "2"},
				{"cap", "600s"},
			},
		},
	},
}
