package study

import (
	"math"
	"slices"
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
