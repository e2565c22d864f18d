package policies

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
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
	// Grain cuts the wait down to a whole multiple after every step, and the next step goes on from there, so that what
	// is lost adds up; 0 = no cut.
	Grain time.Duration
	// Hold is the number of retries with the same wait before it grows; 0 and 1 = it grows each time.
	Hold int
	// Growths is how often the wait grows; it stays as it is then. 0 = for ever.
	Growths int
}

// Delay saturates at 0 and Longest.
func (b Exponential) Delay(f Failure, _ *rand.Rand) time.Duration {
	n := f.Attempt - 1
	if b.Hold > 1 {
		n = (f.Attempt+b.Hold-1)/b.Hold - 1
	}
	if b.Growths > 0 {
		n = min(n, b.Growths)
	}
	return max(addSat(b.grown(n), b.Constant), 0)
}

// grain is base * factor^n with a cut after every step: 500 ms * 1.5^n in whole milliseconds is 500, 750, 1125, 1687,
// 2530. The steps end where the wait no longer grows.
func (b Exponential) grain(n int) time.Duration {
	cut := Rounding{b.Grain, RoundDown}
	d := b.Base
	for range n {
		next := cut.apply(scale(d, b.Factor))
		if next == d || next == Longest {
			return next
		}
		d = next
	}
	return d
}

// grown is base * factor^n. Doublings are shifts, so they are exact to the nanosecond.
func (b Exponential) grown(n int) time.Duration {
	switch {
	case b.Base <= 0: // before the power, since 0 * Inf is not a number
		return 0
	case b.Grain > 0:
		return b.grain(n)
	case b.Factor == 2:
		return doubleSat(b.Base, n)
	case b.Factor == 1 || n == 0:
		return b.Base
	}
	return scale(b.Base, math.Pow(b.Factor, float64(n)))
}

// Formula is the delay before retry k.
func (b Exponential) Formula() string {
	exponent := "(k-1)"
	if b.Hold > 1 {
		exponent = fmt.Sprintf("floor((k-1)/%d)", b.Hold)
	}
	if b.Growths > 0 {
		exponent = fmt.Sprintf("min(%s, %d)", strings.Trim(exponent, "()"), b.Growths)
	}
	text := FormatDuration(b.Base) + " * " + formatNumber(b.Factor) + "^" + exponent
	if b.Grain > 0 {
		text += " (each step cut to whole " + FormatDuration(b.Grain) + ")"
	}
	return text + formatConstant(b.Constant)
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
	if b.Hold < 0 || b.Growths < 0 {
		return errors.New("hold and growths: negative; legal: 0 or more")
	}
	return notNegative("grain", b.Grain)
}

var exponentialKind = BackoffKind{
	Name: "exponential", Doc: "each wait longer by the same factor",
	Needs: []Key{keyBase},
	Takes: []Key{keyFactor, {
		Name: "shrinking", kind: kindBool, Range: "true or false", Default: "false",
		Doc: "allow a factor below 1: waits that become shorter",
	}, keyConstant, {
		Name: "grain", kind: kindDuration, Range: ">= 0s", Default: "0s",
		Doc: "cut the wait to whole multiples after every step, so that what is lost adds up",
	}, {
		Name: "hold", kind: kindInteger, Range: "1 to 1000", Default: "1", Doc: "retries with the same wait before it grows",
		fits: func(v value) bool { return v.number >= 1 && v.number <= 1000 },
	}, keyGrowths},
	build: func(s *Spec) Backoff {
		b := Exponential{
			Base: s.duration("base"), Factor: 2, Shrinking: s.flag("shrinking"), Constant: s.duration("constant"),
			Grain: s.duration("grain"), Hold: int(s.number("hold")), Growths: int(s.number("growths")),
		}
		if s.has("factor") {
			b.Factor = s.number("factor")
		}
		return b
	},
}
