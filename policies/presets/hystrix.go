package presets

// hystrix is the surveyed system Netflix Hystrix:
//
//	hystrix.sleepwindow  5 s between trial calls of an open circuit
var hystrix = System{
	ID: "hystrix", Name: "Netflix Hystrix", Group: JVMDotNet,
	Version:  "1.5.18+ (archived)",
	Source:   "Netflix/Hystrix hystrix-core/…/HystrixCommandProperties.java",
	Counts:   CountsNothing,
	Terminal: "the fallback, or HystrixRuntimeException",
	words: []word{
		{"max_attempts", "unlimited"},
		{"retry", "none"},
	},
	Params: []Param{
		{Name: "circuitBreaker.sleepWindowInMilliseconds", Keys: []string{"base"}, Unit: Milliseconds, Doc: "time between two trial calls"},
	},
	Pipeline: []Surrounding{
		{"queue.wait_in", "worker"},
	},
	Notes: []string{
		"It never retries. This is the time between two trial calls of its open circuit.",
		"Retries that people remember came from Ribbon, on top.",
	},
	Variants: []Variant{
		{
			ID: "hystrix.sleepwindow", About: "5 s between trial calls of an open circuit",
			words: []word{
				{"backoff", "fixed"},
				{"base", "5s"},
			},
		},
	},
}
