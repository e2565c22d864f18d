package model

import (
	"fmt"
	"math"
	"time"
)

// LimitKind says how a rate limit counts.
type LimitKind uint8

// The kinds of limit.
const (
	// FixedWindow admits Allow calls in each window; windows begin at multiples
	// of Per. Up to 2 Allow calls can pass around a border.
	FixedWindow LimitKind = iota
	// SlidingWindow admits a call when fewer than Allow were admitted within
	// the Per before it: in no span of length Per do more than Allow pass.
	SlidingWindow
	// TokenBucket holds at most Burst tokens, full at the start, and refills
	// continuously, Allow tokens in each Per. A call takes one, and is refused
	// where there is less than one.
	TokenBucket
	// Concurrency admits a call when fewer than Allow are in the station,
	// waiting or in service. Per does not count.
	Concurrency
	LimitKinds
)

// String is the kind's word in scenario files.
func (k LimitKind) String() string {
	return [...]string{"fixed", "sliding", "token_bucket", "concurrency"}[k]
}

// RateLimit allows so many calls and answers the others at once, or lets them
// wait. A refused call counts for nothing.
type RateLimit struct {
	Allow      int           // calls per window, or at once; 0 lets none through
	Per        time.Duration // the window; 0 is no limit, except by concurrency
	Status     int           // the answer, 429 unless said
	RetryAfter time.Duration // the hint that comes with it; 0 is none
	UntilReset bool          // the hint is the time until a call may pass again, in whole seconds rounded up
	Kind       LimitKind     `json:",omitzero"`
	Burst      int           `json:",omitzero"` // token bucket: what it holds, at least 1
	// Wait lets calls over the limit wait in front of the station, in the order
	// in which they came, until the limit lets them pass: a shaper.
	Wait bool     `json:",omitzero"`
	Hold int      `json:",omitzero"` // Wait: so many may wait, the next one is refused; 0 is no limit
	Key  LimitKey `json:",omitzero"` // for whom it counts apart
}

// On reports whether there is a limit.
func (r RateLimit) On() bool { return r.Per > 0 || r.Kind == Concurrency }

// PerSecond is the rate that the limit allows, in calls per second; +Inf where
// it does not limit a rate, or each key or client for itself.
func (r RateLimit) PerSecond() float64 {
	if r.Per <= 0 || r.Kind == Concurrency || r.Key != LimitAll {
		return math.Inf(1)
	}
	return float64(r.Allow) / r.Per.Seconds()
}

// Token is how much of a bucket one token is, in units of which Refill flow
// back every nanosecond: Per and Allow in lowest terms, so that refilling is
// exact.
func (r RateLimit) Token() (token, refill int64) {
	g := gcd(int64(r.Per), int64(r.Allow))
	return int64(r.Per) / g, int64(r.Allow) / g
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// Validate reports numbers that no run could count with.
func (r RateLimit) Validate() error {
	switch {
	case r.Allow < 0 || r.Per < 0:
		return fmt.Errorf("a limit of %d calls per %v, want neither below 0", r.Allow, r.Per)
	case r.Kind >= LimitKinds:
		return fmt.Errorf("a limit of kind %d, want at most %d", r.Kind, LimitKinds-1)
	case r.Hold < 0:
		return fmt.Errorf("a limit that holds %d calls, want at least 0", r.Hold)
	case r.Wait && r.Kind == Concurrency:
		return fmt.Errorf("calls that wait for a limit of calls at once, want servers and a room instead")
	case r.Key >= LimitKeys || (r.Key != LimitAll && (r.Kind == Concurrency || r.Wait)):
		return fmt.Errorf("a limit of kind %v counted apart by %d, want a rate that refuses, and all, keys, clients or types", r.Kind, r.Key)
	case r.Kind != TokenBucket || r.Per == 0:
		return nil
	case r.Burst < 1:
		return fmt.Errorf("a bucket of %d tokens, want at least 1", r.Burst)
	}
	if token, refill := r.Token(); int64(r.Burst) > math.MaxInt64/4/token || refill > math.MaxInt64/4/int64(r.Burst) {
		return fmt.Errorf("a bucket of %d tokens at %d per %v, want a smaller one or a rounder rate", r.Burst, r.Allow, r.Per)
	}
	return nil
}
