package policies

import (
	"math/rand/v2"
	"time"
)

// Fibonacci waits by the Fibonacci numbers: delay(k) = base * F(k+1), with F(1) = F(2) = 1.
//
//	base 1s   retry  1   2   3   4   5   6
//	          wait   1s  2s  3s  5s  8s  13s
//
// The waits grow by 1.618 each time in the long run. Source: sethvargo/go-retry and Machinery, which both begin with
// 1, 2, 3 and not with 1, 1, 2.
type Fibonacci struct {
	// Base is the wait per unit; at least 0.
	Base time.Duration
}

// Delay saturates at Longest.
func (b Fibonacci) Delay(f Failure, _ *rand.Rand) time.Duration {
	last, d := b.Base, b.Base
	for range min(f.Attempt-1, 100) { // F(93) passes 2^63
		last, d = d, addSat(last, d)
	}
	return d
}

// Formula is the delay before retry k.
func (b Fibonacci) Formula() string { return FormatDuration(b.Base) + " * F(k+1)" }

// Validate refuses a negative base.
func (b Fibonacci) Validate() error { return notNegative("base", b.Base) }

var fibonacciKind = BackoffKind{
	Name: "fibonacci", Doc: "1, 2, 3, 5, 8, 13 ... times the base",
	Needs: []Key{keyBase},
	build: func(s *Spec) Backoff { return Fibonacci{Base: s.duration("base")} },
}
