package policies

import (
	"math"
	"sort"
	"time"
)

// The distribution of the decorrelated chain s(0) = base, s(k) = min(cap, U[base, 3*s(k-1)]), which both decorrelated
// backoffs share.

// chainReach is the range of s(k).
func chainReach(base, most time.Duration, k int) (lo, hi time.Duration) {
	lo, hi = base, base
	for range min(k, 64) { // 3^64 > 2^63
		hi = mulSat(hi, 3)
	}
	if most > 0 {
		lo, hi = min(lo, most), min(hi, most)
	}
	return lo, hi
}

// chainCells is the number of cells of the grid on which the means of a capped chain are computed. Against a grid of
// ten times as many cells the means change by less than 1e-6 of their value.
const chainCells = 4000

// chainMeans gives the means of s(1) to s(n). Without a cap they are exact: the mean of U[base, 3s] is
// (base + 3s)/2. With one, h(j, x) = E[s(j) | s(0) = x] is carried on a geometric grid from base to cap by
// h(j+1, x) = 1/(3x-base) * integral from base to 3x of h(j, min(u, cap)) du, h(0, x) = x; the wanted mean is
// h(k, base).
func chainMeans(base, most time.Duration, n int) []time.Duration {
	means := make([]time.Duration, n)
	switch {
	case most > 0 && most <= base:
		for k := range means {
			means[k] = most
		}
		return means
	case most == 0 || base <= 0:
		mean := float64(base)
		for k := range means {
			mean = (float64(base) + float64(3*mean)) / 2
			means[k] = toDuration(mean)
		}
		return means
	}
	g := newChainGrid(float64(base), float64(most))
	for k := range means {
		g.step()
		means[k] = toDuration(g.h[0])
	}
	return means
}

// chainGrid holds h(j, x) at the points x, and its integral from base to each point.
type chainGrid struct {
	x, h, integral []float64
}

func newChainGrid(base, most float64) *chainGrid {
	g := &chainGrid{
		x:        make([]float64, chainCells+1),
		h:        make([]float64, chainCells+1),
		integral: make([]float64, chainCells+1),
	}
	ratio := math.Log(most / base)
	for i := range g.x {
		g.x[i] = base * math.Exp(float64(ratio*float64(i))/chainCells)
	}
	g.x[chainCells] = most
	copy(g.h, g.x)
	return g
}

// step goes from h(j) to h(j+1).
func (g *chainGrid) step() {
	for i := 1; i < len(g.x); i++ {
		cell := float64((g.h[i] + g.h[i-1]) / 2 * (g.x[i] - g.x[i-1]))
		g.integral[i] = g.integral[i-1] + cell
	}
	next := make([]float64, len(g.h))
	for i, x := range g.x {
		next[i] = g.integralTo(3*x) / (float64(3*x) - g.x[0])
	}
	g.h = next
}

// integralTo is the integral of h(j, min(u, cap)) from base to u, exact for an h that is straight within each cell.
func (g *chainGrid) integralTo(u float64) float64 {
	last := len(g.x) - 1
	if u >= g.x[last] {
		return g.integral[last] + float64((u-g.x[last])*g.h[last])
	}
	i := sort.SearchFloat64s(g.x, u) // x[i-1] < u <= x[i]
	if i == 0 {
		return 0
	}
	width := u - g.x[i-1]
	slope := (g.h[i] - g.h[i-1]) / (g.x[i] - g.x[i-1])
	return g.integral[i-1] + float64(width*(g.h[i-1]+float64(slope*width)/2))
}
