package study

import (
	"math"
	"slices"
	"testing"
)

// slowBand is the naive twin of band: all values of a bin, sorted.
func slowBand(runs [][]float64, bin int, level bool) (mean, low, high float64) {
	var values []float64
	for _, run := range runs {
		v := 0.0
		switch {
		case bin < len(run):
			v = run[bin]
		case level:
			v = run[len(run)-1]
		}
		values = append(values, v)
		mean += v / float64(len(runs))
	}
	slices.Sort(values)
	rank := func(q float64) float64 { return values[int(math.Ceil(q*float64(len(values))-1e-9))-1] }
	return mean, rank(0.05), rank(0.95)
}

// Bands against sorting all values; runs that end early count with 0, or with
// their last level.
func TestBand(t *testing.T) {
	for _, level := range []bool{false, true} {
		for _, replications := range []int{1, 2, 7, 20, 30, 45} {
			b := newBand("x", level, replications)
			runs := make([][]float64, replications)
			for r := range runs {
				for bin := range 3 + r*5%4 {
					runs[r] = append(runs[r], math.Round(100*noise(r*10+bin)))
				}
				b.fold(runs[r])
			}
			p05, p95 := b.quantiles()
			for bin, mean := range b.mean() {
				wantMean, wantLow, wantHigh := slowBand(runs, bin, level)
				near(t, "mean", mean, wantMean, 1e-9)
				if p05[bin] != wantLow || p95[bin] != wantHigh {
					t.Errorf("%d runs, bin %d: band %v to %v, want %v to %v",
						replications, bin, p05[bin], p95[bin], wantLow, wantHigh)
				}
			}
		}
	}
}
