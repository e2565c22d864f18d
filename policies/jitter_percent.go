package policies

import (
	"fmt"
	"math/rand/v2"
	"time"
)

// Percent shortens or lengthens by a whole number of per cent: d * (1 - t/100), t uniform in {-p, ..., p-1}.
//
//	d 10s, percent 20   8.1s, 8.2s ... 12s, mean 10.05s
//
// The range is not centred, since p itself is left out. Source: WithJitterPercent of sethvargo/go-retry.
type Percent struct {
	// Most is p, from 0 to 100.
	Most int
}

// Spread draws once.
func (j Percent) Spread(d time.Duration, _ Failure, r *rand.Rand) time.Duration {
	if j.Most < 1 {
		return d
	}
	return scale(d, 1-float64(r.IntN(2*j.Most)-j.Most)/100)
}

// Range is d * (1 - (p-1)/100) to d * (1 + p/100).
func (j Percent) Range(d time.Duration) (lo, hi time.Duration) {
	if j.Most < 1 {
		return d, d
	}
	return scale(d, 1-float64(j.Most-1)/100), scale(d, 1+float64(j.Most)/100)
}

// Around gives the formula with inner as the delay.
func (j Percent) Around(inner string) string {
	return fmt.Sprintf("(1 - U{-%d, ..., %d}/100) * %s", j.Most, j.Most-1, inParens(inner))
}

// Validate refuses a share outside 0 to 100.
func (j Percent) Validate() error {
	if j.Most < 0 || j.Most > 100 {
		return fmt.Errorf("jitter.percent: %d is outside 0 to 100", j.Most)
	}
	return nil
}

var percentKind = JitterKind{
	Name: "percent", Doc: "d * (1 - t/100), t whole in [-p, p-1]",
	Amount: &Key{
		Name: "jitter.percent", kind: kindInteger, Range: "0 to 100", Doc: "p, in per cent of the delay",
		fits: func(v value) bool { return v.number >= 0 && v.number <= 100 },
	},
	build: func(_ *Spec, v value) Jitter { return Percent{Most: int(v.number)} },
}
