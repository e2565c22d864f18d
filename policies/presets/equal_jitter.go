package presets

// equalJitter keeps half of the doubling wait and draws the rest: v/2 + U[0, v/2], v = min(30s, 1s * 2^(k-1)).
//
//	retry  1      2    3    4    5     6
//	up to  1s     2s   4s   8s   16s   30s
//	mean   0.75s  1.5s 3s   6s   12s   22.5s
var equalJitter = ownJitter("equal-jitter", "doubling from 1 s to 30 s, each wait drawn between half of that and all",
	word{"backoff", "exponential"}, word{"factor", "2"}, word{"jitter", "equal"})
