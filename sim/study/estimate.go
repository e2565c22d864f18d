package study

import (
	"math"
	"slices"

	"retrysim/sim/stat"

	"retrysim/sim/result"
)

// estimate is a number with its 95 % interval; NaN is what does not exist.
type estimate struct {
	value, lo, hi float64
	sd, se        float64
	n             int // replications with a sample
	never         bool
	method        string // "" is the mean and Student's t
}

// meanOf is the mean of the values that exist, with its t interval. One
// infinite value makes the mean infinite.
func meanOf(xs []float64) estimate {
	m := stat.MomentsOf(xs)
	if m.N == 0 {
		return estimate{value: math.NaN(), lo: math.NaN(), hi: math.NaN(), sd: math.NaN(), se: math.NaN()}
	}
	if nevers(xs) > 0 {
		nan := math.NaN()
		return estimate{value: math.Inf(1), lo: nan, hi: nan, sd: nan, se: nan, n: m.N, never: true}
	}
	e := estimate{value: m.Mean, sd: m.SD(), se: m.SE(), n: m.N}
	e.lo, e.hi = stat.TInterval(e.value, e.se, float64(m.N-1))
	if !slices.ContainsFunc(xs, func(x float64) bool { return x < 0 }) {
		e.lo = max(e.lo, 0) // what is never negative is not so in the mean; NaN stays NaN
	}
	return e
}

// nevers counts the infinite values.
func nevers(xs []float64) int {
	n := 0
	for _, x := range xs {
		if math.IsInf(x, 1) {
			n++
		}
	}
	return n
}

// restricted replaces never by limit, and what exceeds it.
func restricted(xs []float64, limit float64) []float64 {
	out := make([]float64, len(xs))
	for i, x := range xs {
		out[i] = x
		if x > limit {
			out[i] = limit
		}
	}
	return out
}

// restrictedMethod marks a mean in which never counts as the horizon.
const restrictedMethod = "restricted mean up to the horizon"

// shareMethod marks a share of the replications.
const shareMethod = "share of replications, exact binomial interval"

// isRecovery reports whether a metric is a time that may never come.
func isRecovery(name string) bool {
	return name == "time_to_recover_s" || name == "goodput_recover_s" || name == "backlog_clear_s"
}

// recoveryOf is the mean time to recover; the restricted mean up to limit (in
// the same unit) where some runs never recover; never where none does.
func recoveryOf(xs []float64, limit float64) estimate {
	e := meanOf(xs)
	if !e.never || nevers(xs) == e.n {
		return e
	}
	e = meanOf(restricted(xs, limit))
	e.method = restrictedMethod
	return e
}

// shareOf is the share of ones among zeros and ones with its exact interval,
// which a single value does not have.
func shareOf(xs []float64) estimate {
	e := meanOf(xs)
	e.method = shareMethod
	if e.n > 1 {
		e.lo, e.hi = stat.ClopperPearson(int(math.Round(e.value*float64(e.n))), e.n)
	}
	return e
}

// metric is the estimate as data, with the values that it was made of.
func (e *estimate) metric(info result.Info, values []float64) result.Metric {
	m := result.Metric{
		Name: info.Name, Unit: info.Unit, Better: info.Better,
		Value: number(e.value), SD: number(e.sd), CI95: interval(e.lo, e.hi),
		N: e.n, Never: e.never, Method: e.method, Values: make([]*float64, len(values)),
	}
	for i, v := range values {
		m.Values[i] = number(v)
	}
	return m
}

// number is v, nil where it is NaN or infinite.
func number(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}

// interval is [lo, hi], nil where an end does not exist.
func interval(lo, hi float64) *[2]float64 {
	if number(lo) == nil || number(hi) == nil {
		return nil
	}
	return &[2]float64{lo, hi}
}
