package model

import (
	"time"

	"retrysim/policies"
)

// ParkedJobs are dead letters that are there when a run begins: so many of one
// type, one after the other, with what they failed of last. All of them can be
// replayed.
type ParkedJobs struct {
	Type     int // index into Plan.Types
	Jobs     int // >= 1
	Class    policies.Class
	Status   int // HTTP, 0 where there is none
	Attempts int // that each has made, >= 1
}

// Goes is when record k of a replay, from 0, goes after its beginning: as the
// rate or the ramp allows k, all at once without. Of a batch all go together,
// with the first of them.
func (a *Action) Goes(k int) time.Duration {
	k -= k % max(1, a.Batch)
	switch {
	case a.Ramp.On():
		return a.Ramp.Allows(float64(k))
	case a.Rate > 0:
		return seconds(float64(k) / a.Rate)
	}
	return 0
}

// Paced reports whether the records of a replay go one after the other.
func (a *Action) Paced() bool { return a.Rate > 0 || a.Ramp.On() }

// Ends is when the last of n records goes after the beginning; the longest time
// where a ramp never allows it.
func (a *Action) Ends(n int) time.Duration {
	if n == 0 {
		return 0
	}
	return a.Goes(n - 1)
}
