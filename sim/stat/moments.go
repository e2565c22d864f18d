package stat

import "math"

// Moments are a count, a mean and the sum of squared deviations, updated one
// value at a time (Welford 1962), which keeps its digits where the sum of
// squares loses them.
type Moments struct {
	N    int
	Mean float64
	M2   float64
}

// Add takes in one value.
func (m *Moments) Add(x float64) {
	m.N++
	d := x - m.Mean
	m.Mean += d / float64(m.N)
	m.M2 += float64(d * (x - m.Mean))
}

// Merge takes in all values of o (Chan, Golub and LeVeque 1979).
func (m *Moments) Merge(o Moments) {
	if o.N == 0 {
		return
	}
	n := float64(m.N + o.N)
	d := o.Mean - m.Mean
	m.M2 += o.M2 + float64(float64(d*d)*(float64(m.N)*float64(o.N)/n))
	m.Mean += float64(d * float64(o.N) / n)
	m.N += o.N
}

// Variance is the sample variance, NaN for fewer than two values.
func (m *Moments) Variance() float64 {
	if m.N < 2 {
		return math.NaN()
	}
	return m.M2 / float64(m.N-1)
}

// SD is the sample standard deviation, NaN for fewer than two values.
func (m *Moments) SD() float64 { return math.Sqrt(m.Variance()) }

// SE is the standard error of the mean, NaN for fewer than two values.
func (m *Moments) SE() float64 { return m.SD() / math.Sqrt(float64(m.N)) }

// MomentsOf folds the values that exist: NaN is no value.
func MomentsOf(xs []float64) Moments {
	var m Moments
	for _, x := range xs {
		if !math.IsNaN(x) {
			m.Add(x)
		}
	}
	return m
}
