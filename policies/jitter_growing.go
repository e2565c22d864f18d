package policies

import (
	"fmt"
	"math/rand/v2"
	"time"
)

// Growing puts a random time on top whose range grows with the retry: d + k * x * U[0, 1), where U may be a multiple of
// 1/n only.
//
//	d 16s, k 2, x 10s             16s to 36s
//	d 16s, k 2, x 10s, steps 10   16s, 18s, 20s ... 34s
//
// Source: Sidekiq (x 10 s; ten steps until 7.x), asynq, Faktory and Hangfire (x 30 s, 30 steps).
type Growing struct {
	// Most is x, the largest addition at the first retry; at least 0.
	Most time.Duration
	// Steps is n; 0 = any fraction.
	Steps int
}

// Spread draws once.
func (j Growing) Spread(d time.Duration, f Failure, r *rand.Rand) time.Duration {
	most := mulSat(j.Most, f.Attempt)
	if j.Steps > 0 {
		return addSat(d, scale(most, float64(r.IntN(j.Steps))/float64(j.Steps)))
	}
	return uniform(d, addSat(d, most), r)
}

// Range is that of the first retry.
func (j Growing) Range(d time.Duration) (lo, hi time.Duration) { return j.RangeAt(d, 1) }

// RangeAt is d to d + k x, or to the last step below.
func (j Growing) RangeAt(d time.Duration, retry int) (lo, hi time.Duration) {
	most := mulSat(j.Most, retry)
	if j.Steps > 0 {
		most = scale(most, 1-1/float64(j.Steps))
	}
	return d, addSat(d, most)
}

// Around gives the formula with inner as the delay.
func (j Growing) Around(inner string) string {
	text := inner + " + k * U[0s, " + FormatDuration(j.Most) + ")"
	if j.Steps > 0 {
		text += fmt.Sprintf(" in %d steps", j.Steps)
	}
	return text
}

// Validate refuses negative values.
func (j Growing) Validate() error {
	if j.Steps < 0 {
		return fmt.Errorf("spread_steps: %d is negative; legal: 0 or more", j.Steps)
	}
	return notNegative("jitter.growing", j.Most)
}

var growingKind = JitterKind{
	Name: "growing", Doc: "d + k * U[0, x): more with every retry",
	Amount: &Key{
		Name: "jitter.growing", kind: kindDuration, Range: ">= 0s",
		Doc: "largest random time put on top at the first retry, twice that at the second",
	},
	Takes: []Key{{
		Name: "spread_steps", kind: kindInteger, Range: "0 to 1000000", Default: "0",
		Doc:  "with jitter.growing: so many equally likely values, 0 = any",
		fits: func(v value) bool { return v.number >= 0 && v.number <= 1e6 },
	}},
	build: func(s *Spec, v value) Jitter { return Growing{Most: v.duration, Steps: int(s.number("spread_steps"))} },
}
