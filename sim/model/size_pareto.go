package model

import (
	"fmt"
	"math"
	"time"

	"retrysim/sim/chance"
)

// ParetoSize is a batch from a power law, rounded down and cut at a limit:
// with Y = minimum U^(-1/alpha) it has N = min(most, floor(Y)) jobs, so
//
//	P(N >= n) = (minimum/n)^alpha               for minimum <= n <= most
//	E[N]      = minimum + sum over n = minimum+1 .. most of (minimum/n)^alpha
//
// The smaller alpha, the more of all jobs come in few batches; up to 2 the
// variance, up to 1 the mean would be infinite were there no limit.
//
// Source: M. E. Crovella, M. Harchol-Balter, C. D. Murta, Task Assignment in a
// Distributed System (1997), on the bounded Pareto.
type ParetoSize struct {
	Minimum int     `yaml:"minimum,required" doc:"the smallest size, at least 1"`
	Alpha   float64 `yaml:"alpha,required" doc:"the tail index, from 0.1 to 1000; smaller is heavier"`
	Most    int     `yaml:"most,required" doc:"the largest size, at least the minimum, at most 10000000"`
}

// Sample draws one number, rarely more: a duration of as many seconds.
func (p ParetoSize) Sample(s *chance.Stream) int {
	y := chance.Pareto{Minimum: time.Duration(p.Minimum) * time.Second, Alpha: p.Alpha}.Sample(s)
	return min(p.Most, int(y/time.Second))
}

// summed is how many terms Mean adds one by one before it takes the integral
// for the rest.
const summed = 1000

// Mean is E[N]: the first terms one by one, the rest by Euler and Maclaurin
// with f(x) = (minimum/x)^alpha and two corrections,
//
//	sum over n = a .. b of f(n) = integral + (f(a)+f(b))/2 + (f'(b)-f'(a))/12
func (p ParetoSize) Mean() float64 {
	m, a := float64(p.Minimum), p.Alpha
	f := func(x float64) float64 { return math.Pow(m/x, a) }
	slope := func(x float64) float64 { return -a * f(x) / x }
	sum, n := m, p.Minimum+1
	for ; n <= p.Most && n <= p.Minimum+summed; n++ {
		sum += f(float64(n))
	}
	if n > p.Most {
		return sum
	}
	lo, hi := float64(n), float64(p.Most)
	integral := m * math.Log(hi/lo)
	if a != 1 {
		integral = (hi*f(hi) - lo*f(lo)) / (1 - a)
	}
	return sum + integral + (f(lo)+f(hi))/2 + (slope(hi)-slope(lo))/12
}

// Above is P(N >= n+1) of the doc comment.
func (p ParetoSize) Above(n int) float64 {
	switch {
	case n < p.Minimum:
		return 1
	case n >= p.Most:
		return 0
	}
	return math.Pow(float64(p.Minimum)/float64(n+1), p.Alpha)
}

// Validate wants a minimum, a tail and a limit.
func (p ParetoSize) Validate() error {
	switch {
	case p.Minimum < 1:
		return fmt.Errorf("minimum is %d; write at least 1", p.Minimum)
	case !(p.Alpha >= 0.1 && p.Alpha <= 1000):
		return fmt.Errorf("alpha is %g; write a number from 0.1 to 1000", p.Alpha)
	case p.Most < p.Minimum:
		return fmt.Errorf("most is %d, below the minimum of %d; write a number from there to %d", p.Most, p.Minimum, MostTogether)
	}
	return together("most", p.Most)
}

// String is the law in the words of a scenario file.
func (p ParetoSize) String() string {
	return fmt.Sprintf("{pareto: {minimum: %d, alpha: %.12g, most: %d}}", p.Minimum, p.Alpha, p.Most)
}
