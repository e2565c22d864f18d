package presets

// fullJitter draws from the whole doubling wait: U[0, min(30s, 1s * 2^(k-1))].
//
//	retry  1    2    3    4    5     6
//	up to  1s   2s   4s   8s   16s   30s
//	mean   0.5s 1s   2s   4s   8s    15s
var fullJitter = ownJitter("full-jitter", "doubling from 1 s to 30 s, each wait drawn between 0 and that",
	word{"backoff", "exponential"}, word{"factor", "2"}, word{"jitter", "full"})
