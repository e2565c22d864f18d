package study

import "math"

// moments are a count, a mean and the sum of squared deviations, updated one
// value at a time (Welford 1962), which keeps its digits where the sum of
// squares loses them.
type moments struct {
	n    int
	mean float64
	m2   float64
}

// add takes in one value.
func (m *moments) add(x float64) {
	m.n++
	d := x - m.mean
	m.mean += d / float64(m.n)
	m.m2 += float64(d * (x - m.mean))
}

// merge takes in all values of o (Chan, Golub and LeVeque 1979).
func (m *moments) merge(o moments) {
	if o.n == 0 {
		return
	}
	n := float64(m.n + o.n)
	d := o.mean - m.mean
	m.m2 += o.m2 + float64(float64(d*d)*(float64(m.n)*float64(o.n)/n))
	m.mean += float64(d * float64(o.n) / n)
	m.n += o.n
}

// variance is the sample variance, NaN for fewer than two values.
func (m *moments) variance() float64 {
	if m.n < 2 {
		return math.NaN()
	}
	return m.m2 / float64(m.n-1)
}

// sd is the sample standard deviation, NaN for fewer than two values.
func (m *moments) sd() float64 { return math.Sqrt(m.variance()) }

// se is the standard error of the mean, NaN for fewer than two values.
func (m *moments) se() float64 { return m.sd() / math.Sqrt(float64(m.n)) }

// momentsOf folds the values that exist: NaN is no value.
func momentsOf(xs []float64) moments {
	var m moments
	for _, x := range xs {
		if !math.IsNaN(x) {
			m.add(x)
		}
	}
	return m
}
