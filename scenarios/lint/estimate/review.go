package estimate

import (
	"time"

	"retrysim/policies"
	"retrysim/sim/model"
)

// Reviewed is when a retry that is due at a time becomes ready: at once, at the
// next review, or where the times of the looks are drawn after the mean time
// that is left until the next one.
func Reviewed(q *model.Queue, at time.Duration) time.Duration {
	step := q.LookEvery()
	switch {
	case step <= 0 || q.InMemory:
		return at
	case q.Poller.Drawn():
		return add(at, LookIn(q))
	}
	if rest := at % step; rest > 0 {
		return add(at-rest, step)
	}
	return at
}

// LookIn is the mean time from any moment until the next look: of a gap with
// mean m and squared coefficient of variation c, m (1 + c) / 2 is left on
// average, the mean residual life of a renewal process. Of n pollers that look
// at times of their own the first comes after about an n-th of that.
func LookIn(q *model.Queue) time.Duration {
	cv2 := 0.0
	switch {
	case q.Poller.Gap.Set():
		cv2 = q.Poller.Gap.CV2()
	case q.Poller.Drawn():
		cv2 = q.Poller.Jitter * q.Poller.Jitter / 3
	}
	left := float64(q.LookEvery()) * (1 + cv2) / 2
	if !(left < float64(policies.Longest)) {
		return policies.Longest
	}
	return time.Duration(left)
}
