package presets

// kubernetesKubelet is the surveyed system Kubernetes CrashLoopBackOff and image pull:
//
//	k8s.crashloop               at once, then doubling from 10 s to 300 s
//	k8s.imagepull               doubling from 10 s to 300 s
//	k8s.crashloop.gate-reduced  at once, then doubling from 1 s to 60 s
var kubernetesKubelet = System{
	ID: "kubernetes-kubelet", Name: "Kubernetes CrashLoopBackOff and image pull", Group: Orchestrators,
	Version: "v1.37 (kubelet; client-go v0.37.2)",
	Source: "kubernetes/kubernetes pkg/kubelet/kuberuntime/kuberuntime_manager.go (doBackOff), " +
		"pkg/kubelet/kubelet.go, pkg/features/kube_features.go; k8s.io/client-go v0.37.2 " +
		"util/flowcontrol/backoff.go",
	Counts:   CountsNothing,
	Terminal: "none: it restarts for ever",
	words: []word{
		{"max_attempts", "unlimited"},
		{"retry", "all"},
	},
	Notes: []string{
		"The first restart does not wait. The clock starts when the container ends.",
		"Ten minutes without a restart start the growth anew. Nothing is spread: the pods of a " +
			"rollout crash in step.",
	},
	Variants: []Variant{
		{
			ID: "k8s.crashloop", About: "at once, then doubling from 10 s to 300 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "10s"},
				{"factor", "2"},
				{"at_once", "1"},
				{"cap", "300s"},
			},
		},
		{
			ID: "k8s.imagepull", About: "doubling from 10 s to 300 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "10s"},
				{"factor", "2"},
				{"cap", "300s"},
			},
		},
		{
			ID: "k8s.crashloop.gate-reduced", About: "at once, then doubling from 1 s to 60 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "1s"},
				{"factor", "2"},
				{"at_once", "1"},
				{"cap", "60s"},
			},
		},
	},
}
