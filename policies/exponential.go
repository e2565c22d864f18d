package policies

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"
)

// Exponential multiplies the wait by a factor each time: delay(k) = base * factor^(k-1) + constant.
//
//	base 1s, factor 2                  retry  1    2    3    4
//	                                   wait   1s   2s   4s   8s
//	base 20s, factor 2, constant -10s  wait   10s  30s  70s  150s   ((2^k - 1) * 10s)
//	base 1s, factor 1                  wait   1s   1s   1s   1s
//
// Source: binary exponential backoff (Metcalfe and Boggs, CACM 19(7), 1976, there with a random share of it); the
// constant covers (2^k - 1) * d of Bull and the Azure libraries. Any exponent is safe: the product saturates at
// Longest before it can wrap round, so a cap always gets its way.
type Exponential struct {
	// Base is the wait before the second call (without the constant); at least 0.
	Base time.Duration
	// Factor is at least 1; between 0 and 1 only with Shrinking.
	Factor float64
	// Shrinking allows waits that become shorter.
	Shrinking bool
	// Constant is added to every wait and may be negative; the sum is never below 0.
	Constant time.Duration
}

// Delay saturates at 0 and Longest.
func (b Exponential) Delay(f Failure, _ *rand.Rand) time.Duration {
	return max(addSat(b.grown(f.Attempt-1), b.Constant), 0)
}

// grown is base * factor^n. Doublings are shifts, so they are exact to the nanosecond.
func (b Exponential) grown(n int) time.Duration {
	switch {
	case b.Base <= 0: // before the power, since 0 * Inf is not a number
		return 0
	case b.Factor == 2:
		return doubleSat(b.Base, n)
	case b.Factor == 1 || n == 0:
		return b.Base
	}
	return scale(b.Base, math.Pow(b.Factor, float64(n)))
}

// Formula is the delay before retry k.
func (b Exponential) Formula() string {
	return FormatDuration(b.Base) + " * " + formatNumber(b.Factor) + "^(k-1)" + formatConstant(b.Constant)
}

// Validate checks base and factor.
func (b Exponential) Validate() error {
	if err := notNegative("base", b.Base); err != nil {
		return err
	}
	if !(b.Factor > 0) || math.IsInf(b.Factor, 0) {
		return fmt.Errorf("factor: %s is not legal; legal: >= 1, or above 0 with shrinking: true", formatNumber(b.Factor))
	}
	if b.Factor < 1 && !b.Shrinking {
		return fmt.Errorf("factor: %s makes the waits shorter and shorter; legal: >= 1, or say shrinking: true",
			formatNumber(b.Factor))
	}
	return nil
}

var exponentialKind = BackoffKind{
	Name: "exponential", Doc: "each wait longer by the same factor",
	Needs: []Key{keyBase},
	Takes: []Key{{
		Name: "factor", kind: kindNumber, Range: ">= 1, or above 0 with shrinking: true", Default: "2",
		Doc: "what each further retry multiplies the wait by", fits: func(v value) bool { return v.number > 0 },
	}, {
		Name: "shrinking", kind: kindBool, Range: "true or false", Default: "false",
		Doc: "allow a factor below 1: waits that become shorter",
	}, keyConstant},
	build: func(s *Spec) Backoff {
		b := Exponential{
			Base: s.duration("base"), Factor: 2, Shrinking: s.flag("shrinking"), Constant: s.duration("constant"),
		}
		if s.has("factor") {
			b.Factor = s.number("factor")
		}
		return b
	},
}
