package policies

import (
	"math"
	"math/rand/v2"
	"time"
)

// Longest is the largest delay that can be told, about 292 years; every overflow ends here.
const Longest = time.Duration(math.MaxInt64)

// addSat adds two durations and saturates at both ends.
func addSat(a, b time.Duration) time.Duration {
	sum := a + b
	switch {
	case a > 0 && b > 0 && sum < 0:
		return Longest
	case a < 0 && b < 0 && sum >= 0:
		return math.MinInt64
	}
	return sum
}

// mulSat multiplies a duration that is not negative by a count that is not negative, saturating.
func mulSat(d time.Duration, n int) time.Duration {
	if d <= 0 || n <= 0 {
		return 0
	}
	if d > Longest/time.Duration(n) {
		return Longest
	}
	return d * time.Duration(n)
}

// doubleSat is d * 2^n for d >= 0, n >= 0, saturating: no product is formed that could wrap round.
func doubleSat(d time.Duration, n int) time.Duration {
	if d <= 0 {
		return 0
	}
	if n >= 63 || d > Longest>>uint(n) {
		return Longest
	}
	return d << uint(n)
}

// toDuration rounds nanoseconds to a duration in [0, Longest]. NaN, which no caller should produce, becomes Longest:
// a wait too long is seen, a hot loop is not.
func toDuration(ns float64) time.Duration {
	switch {
	case ns <= 0:
		return 0
	case ns < float64(math.MaxInt64):
		return time.Duration(math.Round(ns))
	}
	return Longest
}

// scale is d * f for f >= 0, rounded to the nanosecond, saturating.
func scale(d time.Duration, f float64) time.Duration {
	if d <= 0 || f <= 0 {
		return 0
	}
	return toDuration(float64(d) * f)
}

// uniform draws from [lo, hi); it is lo where hi is not above lo, and then draws nothing.
func uniform(lo, hi time.Duration, r *rand.Rand) time.Duration {
	if hi <= lo {
		return lo
	}
	return lo + time.Duration(r.Float64()*float64(hi-lo))
}

// mix64 is the finaliser of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014): every input bit changes half of the
// output bits. It gives the stable jitter its offset.
func mix64(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9
	x = (x ^ (x >> 27)) * 0x94d049bb133111eb
	return x ^ (x >> 31)
}
