package presets

// azure is the surveyed system Azure SDK core, Storage and Service Bus clients:
//
//	azure.azcore-go        (2^k - 1) * 0.8 s, times 0.8 to 1.3, cut at 60 s
//	azure.azservicebus-go  (2^k - 1) * 4 s, times 0.8 to 1.3, cut at 120 s
//	azure.core-js          doubling from 1 s to 64 s, each between half and all
//	azure.core-python      at once, then doubling from 1.6 s to 120 s
var azure = System{
	ID: "azure", Name: "Azure SDK core, Storage and Service Bus clients", Group: CloudSDKs,
	Version: "azcore v1.24.0, azservicebus v1.11.0, @azure/core-rest-pipeline 1.24.0 " +
		"(@typespec/ts-http-runtime 0.3.6), azure-core (Python) 1.26.3",
	Source: "github.com/Azure/azure-sdk-for-go/sdk/azcore v1.24.0 runtime/policy_retry.go; " +
		"…/messaging/azservicebus v1.11.0 internal/utils/retrier.go; npm " +
		"@typespec/ts-http-runtime@0.3.6 util/delay.js, retryStrategies/*; azure-core 1.26.3 " +
		"(Debian) pipeline/policies/_retry.py; learn.microsoft.com " +
		"QueueProperties.MaxDeliveryCount",
	Counts:   CountsBoth,
	Terminal: "the error goes to the caller; Service Bus moves a message to its dead-letter queue after 10 deliveries",
	words: []word{
		{"retries", "3"},
		{"retry", "timeout,connection,408,429,500,502,503,504"},
	},
	Params: []Param{
		{Name: "MaxRetries", Keys: []string{"retries"}, Doc: "the first call does not count"},
		{Name: "MaxRetryDelay", Keys: []string{"cap"}, Doc: "longest wait"},
	},
	Pipeline: []Surrounding{
		{"queue.wait_in", "worker"},
	},
	Notes: []string{
		"The factor in Go is 2^n - 1: 1, 3, 7, 15 times the delay, as in Bull.",
		"In Go a Retry-After above MaxRetryDelay means no retry at all.",
		"An abandoned Service Bus message is delivered again at once.",
	},
	Variants: []Variant{
		{
			ID: "azure.azcore-go", About: "(2^k - 1) * 0.8 s, times 0.8 to 1.3, cut at 60 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "1.6s"},
				{"factor", "2"},
				{"constant", "-800ms"},
				{"jitter.between", "0.8,1.3"},
				{"cap", "60s"},
				{"order", "jitter_then_cap"},
				{"hint.obey", "true"},
				{"hint.only", "429,500,503,504"},
				{"hint.give_up_beyond", "60s"},
			},
		},
		{
			ID: "azure.azservicebus-go", About: "(2^k - 1) * 4 s, times 0.8 to 1.3, cut at 120 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "8s"},
				{"factor", "2"},
				{"constant", "-4s"},
				{"jitter.between", "0.8,1.3"},
				{"cap", "120s"},
				{"order", "jitter_then_cap"},
			},
		},
		{
			ID: "azure.core-js", About: "doubling from 1 s to 64 s, each between half and all",
			words: []word{
				{"backoff", "exponential"},
				{"base", "1s"},
				{"factor", "2"},
				{"cap", "64s"},
				{"jitter", "equal"},
				{"round", "1ms"},
				{"round.direction", "down"},
				{"hint.obey", "true"},
			},
		},
		{
			ID: "azure.core-python", About: "at once, then doubling from 1.6 s to 120 s",
			words: []word{
				{"retries", "10"},
				{"backoff", "exponential"},
				{"base", "1.6s"},
				{"factor", "2"},
				{"at_once", "1"},
				{"cap", "120s"},
				{"hint.obey", "true"},
			},
		},
	},
}
