package model

import (
	"fmt"
	"math"
)

// Slowdown is service that takes longer the more calls are in service: one
// that begins as the n-th at once takes
//
//	1 + PerCall (n - From)   for n > From, else 1
//
// times as long as alone. The factor holds for the whole service; calls that
// wait slow nothing down. With PerCall 5% and From 20:
//
//	n       20   21    40   120
//	factor   1  1.05    2     6
//
// n calls in service are served at n / factor(n) times the rate of one: where
// PerCall x From is above 1 that is most at n = From and falls beyond (a
// collapse by congestion), else it grows towards 1/PerCall. The linear term of
// the universal scalability law does the same (Gunther, Guerrilla Capacity
// Planning, 2007).
type Slowdown struct {
	From    int     // calls in service without a slowdown, at least 0
	PerCall float64 // 0 is no slowdown
}

// On reports whether there is any.
func (s Slowdown) On() bool { return s.PerCall > 0 }

// Factor is how many times as long a service takes as the n-th at once.
func (s Slowdown) Factor(n int) float64 {
	if n <= s.From {
		return 1
	}
	return 1 + float64(s.PerCall*float64(n-s.From))
}

// best is the largest n / factor(n) for n up to most, which may be +Inf.
func (s Slowdown) best(most float64) float64 {
	if !s.On() || most <= float64(s.From) {
		return most
	}
	all := 1 / s.PerCall // the limit for n without end
	if !math.IsInf(most, 1) {
		all = most / (1 + float64(s.PerCall*(most-float64(s.From))))
	}
	return max(float64(s.From), all)
}

// Validate reports numbers out of range.
func (s Slowdown) Validate() error {
	if s.From < 0 || !(s.PerCall >= 0) || s.PerCall > maxFactor {
		return fmt.Errorf("a slowdown of %v a call from %d calls on, want both from 0 on", s.PerCall, s.From)
	}
	return nil
}

// maxFactor bounds how much slower a service can become.
const maxFactor = 1e6

// ColdStart is service that is slow after a standstill and becomes faster with
// the work done, as a cache fills: after n further calls a service takes
//
//	1 + (Factor - 1) (1 - 1/Calls)^n
//
// times as long as when warm. (1 - 1/Calls)^n is the chance that a call asks
// for what none of the n before it did, among Calls things that are asked for
// alike. With Factor 5 and Calls 1000:
//
//	n         0    693   2303  6905
//	factor    5      3    1.4  1.004
//
// A station is cold when a fault ends that had it refuse calls or stand still
// (capacity 0), and at the start of the run where AtStart says so. Services
// that have begun are not affected.
type ColdStart struct {
	Factor  float64 // at least 1; 0 and 1 are no cold start
	Calls   int     // at least 1
	AtStart bool
}

// On reports whether there is any.
func (c ColdStart) On() bool { return c.Factor > 1 }

// Warmer is what is left of the excess over 1 after one further call.
func (c ColdStart) Warmer(excess float64) float64 {
	if excess = float64(excess * (1 - 1/float64(c.Calls))); excess < 0.001 {
		return 0
	}
	return excess
}

// Validate reports numbers out of range.
func (c ColdStart) Validate() error {
	if c.On() && c.Calls < 1 || c.Factor != 0 && !(c.Factor >= 1) || c.Factor > maxFactor {
		return fmt.Errorf("a cold start of factor %v over %d calls, want at least 1 each", c.Factor, c.Calls)
	}
	return nil
}
