package policies

import (
	"math/rand/v2"
	"time"
)

// Compounding multiplies the wait that was really drawn: delay(k) = min(ceiling, delay(k-1) * factor) * U[1-j, 1+j],
// delay(0) * factor = base.
//
//	base 300ms, factor 2, spread 0.2   retry  1            2            3
//	                                   range  240..360ms   384..864ms   614..2074ms
//
// One lucky draw shortens all that follow, so the range widens by (1+j)/(1-j) each time while the mean stays that of
// the plain exponential. Source: kafkajs (a cap cuts the result), grpc-js reconnects (the first exact; a ceiling before
// the draw).
type Compounding struct {
	// Base is the first wait; at least 0.
	Base time.Duration
	// Factor is at least 1.
	Factor float64
	// Spread is j, in [0, 1].
	Spread float64
	// Ceiling is the longest wait before the draw; 0 = none.
	Ceiling time.Duration
	// ExactFirst leaves the first wait as it is.
	ExactFirst bool
}

// Delay reads Failure.Previous.
func (b Compounding) Delay(f Failure, r *rand.Rand) time.Duration {
	d := b.Base
	if f.Attempt > 1 && f.Previous > 0 {
		d = scale(f.Previous, b.Factor)
	}
	if b.Ceiling > 0 {
		d = min(d, b.Ceiling)
	}
	if f.Attempt == 1 && b.ExactFirst {
		return d
	}
	return PlusMinus{b.Spread}.Spread(d, f, r)
}

// Reach is the range of the wait before a retry.
func (b Compounding) Reach(retry int) (lo, hi time.Duration) {
	lo, hi = b.Base, b.Base
	for k := 1; k <= min(retry, 1000); k++ {
		if k > 1 {
			lo, hi = scale(lo, b.Factor), scale(hi, b.Factor)
		}
		if b.Ceiling > 0 {
			lo, hi = min(lo, b.Ceiling), min(hi, b.Ceiling)
		}
		if k > 1 || !b.ExactFirst {
			lo, hi = scale(lo, 1-b.Spread), scale(hi, 1+b.Spread)
		}
	}
	return lo, hi
}

// Means gives the mean waits before retries 1 to n, from draws.
func (b Compounding) Means(n int) []time.Duration { return (&Policy{Backoff: b}).sampledMeans(n) }

// Calm is the exponential without the draw.
func (b Compounding) Calm() Backoff {
	return calmExponential{Exponential{Base: b.Base, Factor: b.Factor}, b.Ceiling}
}

// calmExponential is an exponential with a ceiling of its own.
type calmExponential struct {
	Exponential
	most time.Duration
}

// Delay is at most the ceiling, where there is one.
func (b calmExponential) Delay(f Failure, r *rand.Rand) time.Duration {
	d := b.Exponential.Delay(f, r)
	if b.most > 0 {
		d = min(d, b.most)
	}
	return d
}

// Formula is the delay before a retry.
func (b Compounding) Formula() string {
	inner := "previous * " + formatNumber(b.Factor)
	if b.Ceiling > 0 {
		inner = "min(" + FormatDuration(b.Ceiling) + ", " + inner + ")"
	}
	text := PlusMinus{b.Spread}.Around(inner) + ", first " + FormatDuration(b.Base)
	if b.ExactFirst {
		text += " exactly"
	}
	return text
}

// Validate checks base, factor, spread and ceiling.
func (b Compounding) Validate() error {
	if err := (Exponential{Base: b.Base, Factor: b.Factor}).Validate(); err != nil {
		return err
	}
	if err := share("spread", b.Spread); err != nil {
		return err
	}
	return notNegative("ceiling", b.Ceiling)
}

var compoundingKind = BackoffKind{
	Name: "compounding", Doc: "the wait that was drawn, times a factor, drawn anew to both sides",
	Needs: []Key{keyBase},
	Takes: []Key{keyFactor, {
		Name: "spread", kind: kindNumber, Range: "[0, 1]", Default: "0", Doc: "j of the draw U[1-j, 1+j]",
		fits: func(v value) bool { return v.number >= 0 && v.number <= 1 },
	}, {
		Name: "ceiling", kind: kindDuration, Range: ">= 0s", Default: "none", Doc: "longest wait before the draw",
	}, {
		Name: "exact_first", kind: kindBool, Range: "true or false", Default: "false", Doc: "the first wait is not drawn",
	}},
	build: func(s *Spec) Backoff {
		b := Compounding{
			Base: s.duration("base"), Factor: 2, Spread: s.number("spread"), Ceiling: s.duration("ceiling"),
			ExactFirst: s.flag("exact_first"),
		}
		if s.has("factor") {
			b.Factor = s.number("factor")
		}
		return b
	},
}
