package presets

// awsSdk is the surveyed system AWS SDK retry modes (legacy, standard, adaptive, Retry Behavior 2.1):
//
//	aws.botocore.legacy    from 0 to a doubling from 1 s, without a cap
//	aws.botocore.standard  from 0 to a doubling from 1 s to 20 s
//	aws.go-v2.pre2.1       from 0 to a doubling from 2 s; exactly 20 s from the fifth on
//	aws.js.pre2.1          from 0 to a doubling from 100 ms, cut at 20 s
//	aws.2.1.transient      from 0 to a doubling from 50 ms to 20 s
//	aws.2.1.throttling     from 0 to a doubling from 1 s to 20 s
//	aws.2.1.js             from 0 to a doubling from 50 ms to 20 s, in whole milliseconds
//	aws.go-v1.transient    between 30 and 60 ms, both ends doubling; above 300 s drawn anew from the upper half
var awsSdk = System{
	ID: "aws-sdk", Name: "AWS SDK retry modes (legacy, standard, adaptive, Retry Behavior 2.1)", Group: CloudSDKs,
	Version: "botocore 1.43.67, aws-sdk-go-v2 v1.48.0, @smithy/core 3.41.1, @smithy/util-retry 4.2.5, " +
		"aws-sdk-go v1.55.8, smithy-rs 2026-08",
	Source: "botocore 1.43.67 botocore/retries/standard.py, quota.py, adaptive.py, bucket.py, " +
		"throttling.py, retryhandler.py, data/_retry.json, configprovider.py; " +
		"github.com/aws/aws-sdk-go-v2 v1.48.0 aws/retry/jitter_backoff.go, standard.go, " +
		"middleware.go, adaptive_ratelimit.go, CHANGELOG.md; npm @smithy/core@3.41.1 " +
		"submodules/retry/util-retry/*; npm @smithy/util-retry@4.2.5; github.com/aws/aws-sdk-go " +
		"v1.55.8 aws/client/default_retryer.go; smithy-rs " +
		"rust-runtime/aws-smithy-runtime/src/client/retries/strategy/standard.rs",
	Counts:   CountsBoth,
	Terminal: "the error goes to the caller",
	words: []word{
		{"max_attempts", "3"},
		{"retry", "timeout,connection,429,500,502,503,504"},
	},
	Params: []Param{
		{Name: "max_attempts", Keys: []string{"max_attempts"}, Doc: "calls in all, the first one too"},
		{Name: "max_backoff", Keys: []string{"cap"}, Unit: Seconds, Doc: "longest wait"},
	},
	Pipeline: []Surrounding{
		{"queue.wait_in", "worker"},
	},
	Notes: []string{
		"A quota of 500 tokens per client limits all retries together: 100 at 5 tokens, 35 at 14 " +
			"tokens; it is not part of the preset.",
		"max_attempts counts the first call in the environment and in profiles, but botocore's " +
			"Config makes one call more.",
		"Retry Behavior 2.1 cut the mean first wait from 500 to 1000 ms to 25 ms.",
		"Under one name four curves lived in four languages.",
	},
	Variants: []Variant{
		{
			ID: "aws.botocore.legacy", About: "from 0 to a doubling from 1 s, without a cap",
			words: []word{
				{"max_attempts", "5"},
				{"backoff", "exponential"},
				{"base", "1s"},
				{"factor", "2"},
				{"jitter", "full"},
			},
		},
		{
			ID: "aws.botocore.standard", About: "from 0 to a doubling from 1 s to 20 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "1s"},
				{"factor", "2"},
				{"cap", "20s"},
				{"jitter", "full"},
			},
		},
		{
			ID: "aws.go-v2.pre2.1", About: "from 0 to a doubling from 2 s; exactly 20 s from the fifth on",
			words: []word{
				{"backoff", "exponential"},
				{"base", "2s"},
				{"factor", "2"},
				{"cap", "20s"},
				{"jitter", "full"},
				{"order", "cap_or_jitter"},
			},
		},
		{
			ID: "aws.js.pre2.1", About: "from 0 to a doubling from 100 ms, cut at 20 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "100ms"},
				{"factor", "2"},
				{"cap", "20s"},
				{"jitter", "full"},
				{"order", "jitter_then_cap"},
				{"round", "1ms"},
				{"round.direction", "down"},
			},
		},
		{
			ID: "aws.2.1.transient", About: "from 0 to a doubling from 50 ms to 20 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "50ms"},
				{"factor", "2"},
				{"cap", "20s"},
				{"jitter", "full"},
				{"hint.obey", "true"},
				{"hint.only", "429,500,502,503,504"},
				{"hint.lower_bound", "true"},
				{"hint.most_beyond", "5s"},
			},
		},
		{
			ID: "aws.2.1.throttling", About: "from 0 to a doubling from 1 s to 20 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "1s"},
				{"factor", "2"},
				{"cap", "20s"},
				{"jitter", "full"},
				{"hint.obey", "true"},
				{"hint.only", "429,500,502,503,504"},
				{"hint.lower_bound", "true"},
				{"hint.most_beyond", "5s"},
			},
		},
		{
			ID: "aws.2.1.js", About: "from 0 to a doubling from 50 ms to 20 s, in whole milliseconds",
			words: []word{
				{"backoff", "exponential"},
				{"base", "50ms"},
				{"factor", "2"},
				{"cap", "20s"},
				{"jitter", "full"},
				{"round", "1ms"},
				{"round.direction", "down"},
				{"hint.obey", "true"},
				{"hint.only", "429,500,502,503,504"},
				{"hint.lower_bound", "true"},
				{"hint.most_beyond", "5s"},
			},
		},
		{
			ID: "aws.go-v1.transient", About: "between 30 and 60 ms, both ends doubling; above 300 s drawn anew from the upper half",
			words: []word{
				{"retries", "3"},
				{"backoff", "exponential"},
				{"base", "45ms"},
				{"factor", "2"},
				{"jitter.plus_minus", "0.333333333333"},
				{"cap", "300s"},
				{"order", "jitter_then_redraw"},
				{"redraw", "0.5"},
			},
		},
	},
}
