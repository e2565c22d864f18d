package estimate

import (
	"math"
	"time"

	"retrysim/policies"
)

// Span is a time of so many nanoseconds, at least 0 and at most the longest
// one: what is divided by a rate of 0 takes for ever. What is no number is 0.
func Span(ns float64) time.Duration {
	switch {
	case !(ns > 0):
		return 0
	case ns >= math.MaxInt64:
		return policies.Longest
	}
	return time.Duration(ns)
}
