package policies

import (
	"math"
	"math/rand/v2"
	"time"
)

// ExponentialJitter draws a wait without memory whose mean is the delay: d * Exp(1), so P(wait > t) = exp(-t/d).
//
//	d 10s           mean 10s; above 10s 37 %, above 30s 5 %, above 46s 1 %
//	d 10s, cap 10s  mean 6.3s = 10s * (1 - 1/e); 37 % of the waits are the cap
//
// Jobs that failed together come back as a Poisson stream that dies away. It is the wait of retrial queues, for which
// closed forms are known. It has no longest wait of its own, so the cap cuts it in either order: with cap_then_jitter
// the delay before the draw too, with jitter_then_cap the drawn wait alone. Source: G. Falin and J. Templeton, Retrial
// Queues (1997), 1.1.
type ExponentialJitter struct{}

// Spread draws once, rarely more. A delay of 0 stays 0 and draws nothing.
func (ExponentialJitter) Spread(d time.Duration, _ Failure, r *rand.Rand) time.Duration {
	if d <= 0 {
		return 0
	}
	return scale(d, r.ExpFloat64())
}

// Range is 0 to Longest.
func (ExponentialJitter) Range(d time.Duration) (lo, hi time.Duration) {
	if d <= 0 {
		return 0, 0
	}
	return 0, Longest
}

// Around gives the formula with inner as the delay.
func (ExponentialJitter) Around(inner string) string { return "Exp(" + inner + ")" }

// Validate always succeeds.
func (ExponentialJitter) Validate() error { return nil }

// clippedMean is the mean of the wait X moved into [least, most]:
//
//	least + integral over t = least .. most of P(X > t) = least + d (exp(-least/d) - exp(-most/d))
func (ExponentialJitter) clippedMean(d, least, most time.Duration) time.Duration {
	if d <= 0 || most <= least {
		return min(max(d, least), most)
	}
	mean := float64(d)
	tail := func(t time.Duration) float64 { return math.Exp(-float64(t) / mean) }
	return toDuration(float64(least) + float64(mean*(tail(least)-tail(most))))
}

var exponentialJitterKind = JitterKind{
	Name: "exponential", Doc: "Exp with mean d: without memory; the cap cuts the wait in either order",
	build: func(*Spec, value) Jitter { return ExponentialJitter{} },
}
