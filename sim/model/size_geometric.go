package model

import (
	"fmt"
	"math"

	"retrysim/sim/chance"
)

// GeometricSize is a batch of 1, 2, ... jobs where each may be the last with
// the same probability p = 1/mean:
//
//	P(N = n) = p (1-p)^(n-1),  E[N] = 1/p = m,  E[N^2] = m (2m - 1)
//
// Source: W. Feller, An Introduction to Probability Theory and Its Applications
// 1 (1968), VI.8.
type GeometricSize struct {
	Average float64 `yaml:"mean,required" doc:"the size in the mean, from 1 to 100000"`
}

// mostGeometric keeps a mean so far below MostTogether that the cut there has
// no weight: the chance of a batch beyond is exp(-100).
const mostGeometric = MostTogether / 100

// Sample draws one number, rarely more.
func (g GeometricSize) Sample(s *chance.Stream) int {
	return int(min(MostTogether, s.Geometric(g.Average)))
}

// Mean is the mean.
func (g GeometricSize) Mean() float64 { return g.Average }

// Above is (1-p)^n.
func (g GeometricSize) Above(n int) float64 { return math.Pow(1-1/g.Average, float64(max(0, n))) }

// Validate wants a mean of at least 1.
func (g GeometricSize) Validate() error {
	if !(g.Average >= 1 && g.Average <= mostGeometric) {
		return fmt.Errorf("mean is %g; write a number from 1 to %d", g.Average, mostGeometric)
	}
	return nil
}

// String is the law in the words of a scenario file.
func (g GeometricSize) String() string { return fmt.Sprintf("{geometric: {mean: %.12g}}", g.Average) }
