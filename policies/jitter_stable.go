package policies

import (
	"math/rand/v2"
	"time"
)

// Stable puts an offset on top that belongs to the job: d + x * hash(job), the same at every attempt.
//
//	d 10s, x 5s   job 1 always 12.8s, job 2 always 13.0s, job 3 always 10.6s
//
// Jobs that failed together come back spread over x, and stay spread as they were. Source: the hashed offset that
// schedulers use against "everybody picks minute zero".
type Stable struct {
	// Most is x; the offsets fill [0, x). At least 0.
	Most time.Duration
}

// Spread draws nothing: the offset is a hash of Failure.Job (mix64, its upper 53 bits as a fraction of 1).
func (j Stable) Spread(d time.Duration, f Failure, _ *rand.Rand) time.Duration {
	fraction := float64(mix64(f.Job)>>11) * 0x1p-53
	return addSat(d, time.Duration(fraction*float64(j.Most)))
}

// Range is d to d + x.
func (j Stable) Range(d time.Duration) (lo, hi time.Duration) { return d, addSat(d, j.Most) }

// Around gives the formula with inner as the delay.
func (j Stable) Around(inner string) string {
	return inner + " + hash(job) * " + FormatDuration(j.Most)
}

// Validate refuses a negative offset.
func (j Stable) Validate() error { return notNegative("jitter.stable", j.Most) }

var stableKind = JitterKind{
	Name: "stable", Doc: "d + x * hash(job), the same at every attempt",
	Amount: &Key{Name: "jitter.stable", kind: kindDuration, Range: ">= 0s", Doc: "width of the jobs' fixed offsets"},
	build:  func(_ *Spec, v value) Jitter { return Stable{Most: v.duration} },
}
