package presets

// awsDecorrelated is the surveyed system AWS architecture blog jitters (full, equal, decorrelated):
//
//	aws.decorrelated                drawn from [100 ms, 3 * previous], cut at 20 s
//	aws.decorrelated.polly-contrib  drawn from [100 ms, min(20 s, 3 * previous)]
//	aws.equal                       doubling from 100 ms to 20 s, each between half and all
//	aws.full                        from 0 to a doubling from 100 ms to 20 s
var awsDecorrelated = System{
	ID: "aws-decorrelated", Name: "AWS architecture blog jitters (full, equal, decorrelated)", Group: CloudSDKs,
	Version: "aws-arch-backoff-simulator 66cb169277; Polly.Contrib.WaitAndRetry 1.1.1",
	Source: "aws-samples/aws-arch-backoff-simulator src/backoff_simulator.py; " +
		"Polly-Contrib/Polly.Contrib.WaitAndRetry src/…/Backoff.AwsDecorrelatedJitter.cs",
	Counts:   CountsNothing,
	Terminal: "up to the caller",
	words: []word{
		{"retry", "transient"},
	},
	Params: []Param{
		{Name: "base", Keys: []string{"base"}, Doc: "shortest wait"},
		{Name: "cap", Keys: []string{"cap"}, Doc: "longest wait"},
	},
	Pipeline: []Surrounding{
		{"queue.wait_in", "worker"},
	},
	Notes: []string{
		"A decorrelated wait can fall back to the base at any time, and its mean grows slowly: " +
			"6.9 s after 12 retries with a cap of 20 s.",
		"Where the cap stands matters: on the draw (mean 6.9 s) or on the range (4.9 s, Polly.Contrib).",
		"These are formulas, not a system: there is no limit on attempts.",
	},
	Variants: []Variant{
		{
			ID: "aws.decorrelated", About: "drawn from [100 ms, 3 * previous], cut at 20 s",
			words: []word{
				{"backoff", "decorrelated"},
				{"base", "100ms"},
				{"cap", "20s"},
			},
		},
		{
			ID: "aws.decorrelated.polly-contrib", About: "drawn from [100 ms, min(20 s, 3 * previous)]",
			words: []word{
				{"backoff", "decorrelated_clipped"},
				{"base", "100ms"},
				{"cap", "20s"},
			},
		},
		{
			ID: "aws.equal", About: "doubling from 100 ms to 20 s, each between half and all",
			words: []word{
				{"backoff", "exponential"},
				{"base", "100ms"},
				{"factor", "2"},
				{"cap", "20s"},
				{"jitter", "equal"},
			},
		},
		{
			ID: "aws.full", About: "from 0 to a doubling from 100 ms to 20 s",
			words: []word{
				{"backoff", "exponential"},
				{"base", "100ms"},
				{"factor", "2"},
				{"cap", "20s"},
				{"jitter", "full"},
			},
		},
	},
}
