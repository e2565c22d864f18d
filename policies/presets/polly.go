package presets

// polly is the surveyed system Polly v8 and Microsoft.Extensions.Http.Resilience:
//
//	polly.exponential.jitter.2s  smooth random steps, 2 s * 2^n with the jitter off
//	polly.exponential.jitter.1s  smooth random steps, 1 s * 2^n with the jitter off
//	polly.exponential            doubling from 2 s
//	polly.linear.jitter          2, 4, 6 s ..., 25 % to both sides
//	polly.constant               2 s each time
var polly = System{
	ID: "polly", Name: "Polly v8 and Microsoft.Extensions.Http.Resilience", Group: JVMDotNet,
	Version: "Polly 8.7.0+91; Polly.Contrib.WaitAndRetry 1.1.1; dotnet/extensions HttpRetryStrategyOptions",
	Source: "App-vNext/Polly src/Polly.Core/Retry/RetryHelper.cs, RetryConstants.cs, " +
		"RetryStrategyOptions.TResult.cs, RetryResilienceStrategy.cs, Utils/DefaultPredicates.cs; " +
		"Polly-Contrib/Polly.Contrib.WaitAndRetry src/…/Backoff.DecorrelatedJitterV2.cs; " +
		"dotnet/extensions " +
		"src/Libraries/Microsoft.Extensions.Http.Resilience/Polly/HttpRetryStrategyOptions.cs",
	Counts:   CountsRetries,
	Terminal: "the last outcome goes to the caller",
	words: []word{
		{"retries", "3"},
		{"order", "jitter_then_cap"},
		{"retry", "timeout,connection,408,429,5xx"},
	},
	Params: []Param{
		{Name: "MaxRetryAttempts", Keys: []string{"retries"}, Doc: "the first call does not count"},
		{Name: "Delay", Keys: []string{"base"}, Unit: Seconds, Doc: "the first wait"},
		{Name: "MaxDelay", Keys: []string{"cap"}, Unit: Seconds, Doc: "longest wait, after the jitter"},
	},
	Pipeline: []Surrounding{
		{"queue.wait_in", "worker"},
	},
	Notes: []string{
		"With UseJitter the exponential waits are steps along a smooth random curve. From the " +
			"third on their mean is half of the plain 4, 8, 16 times the delay.",
		"A first wait near 0 is possible. The jitter of the two other types is 25 % to both sides.",
		"The HTTP pipeline obeys Retry-After without a bound and ends after 30 s.",
	},
	Variants: []Variant{
		{
			ID: "polly.exponential.jitter.2s", About: "smooth random steps, 2 s * 2^n with the jitter off",
			words: []word{
				{"backoff", "decorrelated_smooth"},
				{"base", "2s"},
				{"factor", "2"},
			},
		},
		{
			ID: "polly.exponential.jitter.1s", About: "smooth random steps, 1 s * 2^n with the jitter off",
			words: []word{
				{"backoff", "decorrelated_smooth"},
				{"base", "1s"},
				{"factor", "2"},
			},
		},
		{
			ID: "polly.exponential", About: "doubling from 2 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "2s"},
				{"factor", "2"},
			},
		},
		{
			ID: "polly.linear.jitter", About: "2, 4, 6 s ..., 25 % to both sides",
			words: []word{
				{"backoff", "linear"},
				{"base", "2s"},
				{"step", "2s"},
				{"jitter.plus_minus", "0.25"},
			},
		},
		{
			ID: "polly.constant", About: "2 s each time",
			words: []word{
				{"backoff", "fixed"},
				{"base", "2s"},
			},
		},
	},
}
