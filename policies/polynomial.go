package policies

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"
)

// Polynomial raises the retry's number to a power: delay(k) = unit * (k-1+first)^power + constant.
//
//	power 4, first 0, unit 1s, constant 15s   retry  1    2    3    4
//	                                          wait   15s  16s  31s  96s
//
// Source: Sidekiq (n^4 + 15 s with n from 0; 25 retries span 20.4 days), delayed_job (n^4 + 5 s with n from 1).
type Polynomial struct {
	// Unit is the wait per unit of the power; at least 0.
	Unit time.Duration
	// Power is above 0 and at most 20.
	Power float64
	// First is the number that the first retry has, 0 or 1 in real systems; at least 0.
	First int
	// Constant is added to every wait and may be negative; the sum is never below 0.
	Constant time.Duration
}

// Delay saturates at 0 and Longest.
func (b Polynomial) Delay(f Failure, _ *rand.Rand) time.Duration {
	power := scale(b.Unit, math.Pow(float64(f.Attempt-1+b.First), b.Power))
	return max(addSat(power, b.Constant), 0)
}

// Formula is the delay before retry k.
func (b Polynomial) Formula() string {
	n := "k"
	if b.First != 1 {
		n = fmt.Sprintf("(k%+d)", b.First-1)
	}
	return FormatDuration(b.Unit) + " * " + n + "^" + formatNumber(b.Power) + formatConstant(b.Constant)
}

// Validate checks unit, power and first.
func (b Polynomial) Validate() error {
	if err := notNegative("unit", b.Unit); err != nil {
		return err
	}
	if !(b.Power > 0 && b.Power <= 20) {
		return fmt.Errorf("power: %s is not legal; legal: above 0, at most 20", formatNumber(b.Power))
	}
	if b.First < 0 {
		return fmt.Errorf("first: %d is not legal; legal: 0 or more", b.First)
	}
	return nil
}

var polynomialKind = BackoffKind{
	Name: "polynomial", Doc: "the retry's number to a power, plus a constant",
	Needs: []Key{{
		Name: "power", kind: kindNumber, Range: "above 0, at most 20", Doc: "the exponent",
		fits: func(v value) bool { return v.number > 0 && v.number <= 20 },
	}},
	Takes: []Key{{
		Name: "unit", kind: kindDuration, Range: ">= 0s", Default: "1s", Doc: "the wait per unit of the power",
	}, {
		Name: "first", kind: kindInteger, Range: "0 to 1000", Default: "1", Doc: "the number that the first retry has",
		fits: func(v value) bool { return v.number >= 0 && v.number <= 1000 },
	}, keyConstant},
	build: func(s *Spec) Backoff {
		b := Polynomial{Unit: time.Second, Power: s.number("power"), First: 1, Constant: s.duration("constant")}
		if s.has("unit") {
			b.Unit = s.duration("unit")
		}
		if s.has("first") {
			b.First = int(s.number("first"))
		}
		return b
	},
}
