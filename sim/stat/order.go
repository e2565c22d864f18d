package stat

import (
	"math"
	"slices"
)

// OrderInterval is an interval of a quantile between two order statistics,
// counted from 1, and the exact probability with which it covers the quantile
// of a continuous distribution.
type OrderInterval struct {
	Low, High int
	Coverage  float64
}

// QuantileOrder returns the interval of the q-quantile (0 < q < 1) of n
// independent values at the given confidence, with B ~ Binomial(n, q):
//
//	Low  = smallest l with P(B <= l) >= (1-confidence)/2
//	High = smallest u with P(B <= u) >= (1+confidence)/2, plus 1
//	Coverage = P(Low <= B <= High-1)
//
// ok is false where n has no such pair, which is where an end would be the
// value before the first or after the last.
func QuantileOrder(n int, q, confidence float64) (o OrderInterval, ok bool) {
	if n < 1 || !(q > 0 && q < 1) || !(confidence > 0 && confidence < 1) {
		return OrderInterval{}, false
	}
	o.Low = binomialQuantile(n, q, (1-confidence)/2)
	o.High = binomialQuantile(n, q, (1+confidence)/2) + 1
	if o.Low < 1 || o.High > n {
		return OrderInterval{}, false
	}
	for k := o.Low; k < o.High; k++ {
		o.Coverage += binomialMass(k, n, q)
	}
	return o, true
}

// QuantileInterval returns the ends of QuantileOrder among xs, which it leaves
// as they are; NaN in xs are left out.
func QuantileInterval(xs []float64, q, confidence float64) (lo, hi float64, o OrderInterval, ok bool) {
	xs = slices.DeleteFunc(slices.Clone(xs), math.IsNaN)
	o, ok = QuantileOrder(len(xs), q, confidence)
	if !ok {
		return math.NaN(), math.NaN(), o, false
	}
	slices.Sort(xs)
	return xs[o.Low-1], xs[o.High-1], o, true
}

// LeastForQuantile is the smallest n whose largest value is an upper bound of
// the q-quantile with the given confidence: 1 - q^n >= confidence.
func LeastForQuantile(q, confidence float64) int {
	return int(math.Ceil(math.Log(1-confidence)/math.Log(q) - 1e-9))
}

// binomialQuantile is the smallest k with P(B <= k) >= p.
func binomialQuantile(n int, q, p float64) int {
	var sum float64
	for k := range n {
		sum += binomialMass(k, n, q)
		if sum >= p {
			return k
		}
	}
	return n
}

// binomialMass is P(B = k) for 0 < q < 1.
func binomialMass(k, n int, q float64) float64 {
	lg := func(x int) float64 { v, _ := math.Lgamma(float64(x + 1)); return v }
	return math.Exp(lg(n) - lg(k) - lg(n-k) + float64(float64(k)*math.Log(q)) + float64(float64(n-k)*math.Log1p(-q)))
}
