package presets

// decorrelatedJitter draws the chain min(30s, U[1s, 3 * previous]) anew at every retry and waits for its k-th link.
//
//	retry  1      2      3       4       5
//	range  1..3s  1..9s  1..27s  1..30s  1..30s
//	mean   2s     3.5s   5.75s   8.84s   11.7s
var decorrelatedJitter = func() Preset {
	p := ownJitter("decorrelated-jitter", "drawn from [1 s, 3 * previous], at most 30 s, the chain drawn anew each time",
		word{"backoff", "decorrelated_redrawn"})
	p.Notes = []string{
		"The source computes the previous delays by drawing them again, so the waits of one job are independent. The " +
			"usual definition keeps the real previous delay: decorrelated-jitter.carried, with the same means and more " +
			"spread of the sum.",
	}
	return p
}()

// decorrelatedJitterCarried is the usual definition: the chain goes on from the wait that was really chosen.
var decorrelatedJitterCarried = func() Preset {
	p := decorrelatedJitter.variant(".carried", "drawn from [1 s, 3 * the job's previous wait], at most 30 s",
		word{"backoff", "decorrelated"})
	p.Notes = []string{
		"The waits of one job hang together: with 7 retries their sum has a standard deviation of about 35 s, against " +
			"20 s when the chain is drawn anew each time.",
	}
	return p
}()
