package policies

import (
	"math/rand/v2"
	"time"
)

// Whole draws a whole number of units from 0 to the delay, both ends included: u * U{0, ..., floor(d/u)}.
//
//	d 1s, unit 1s   0s or 1s, mean 0.5s
//	d 4s, unit 1s   0s, 1s, 2s, 3s or 4s, mean 2s
//
// A short delay has few values, so that jobs meet again. Source: the full jitter of Celery.
type Whole struct {
	// Unit is u; above 0.
	Unit time.Duration
}

// Spread draws once.
func (j Whole) Spread(d time.Duration, _ Failure, r *rand.Rand) time.Duration {
	if d < j.Unit || j.Unit <= 0 {
		return 0
	}
	n := int64(d / j.Unit)
	if n == int64(Longest) {
		n--
	}
	return time.Duration(r.Int64N(n+1)) * j.Unit
}

// Range is 0 to d, cut to whole units.
func (j Whole) Range(d time.Duration) (lo, hi time.Duration) {
	if j.Unit <= 0 {
		return 0, 0
	}
	return 0, d - d%j.Unit
}

// Around gives the formula with inner as the delay.
func (j Whole) Around(inner string) string {
	return FormatDuration(j.Unit) + " * U{0, ..., " + inParens(inner) + " / " + FormatDuration(j.Unit) + "}"
}

// Validate refuses a negative unit.
func (j Whole) Validate() error { return notNegative("jitter.whole", j.Unit) }

var wholeKind = JitterKind{
	Name: "whole", Doc: "a whole number of units from 0 to d, both included",
	Amount: &Key{Name: "jitter.whole", kind: kindDuration, Range: ">= 0s", Doc: "the unit of the draw"},
	build:  func(_ *Spec, v value) Jitter { return Whole{Unit: v.duration} },
}
