package stat

import (
	"cmp"
	"slices"
)

// Holm adjusts the p values of one family by Holm's step-down method (1979):
// the smallest is multiplied by their number, the next by one less, and so on,
// never falling and never above 1. Claiming only what stays below 0.05 makes a
// false claim in at most 5 % of families, however the tests depend on each
// other.
func Holm(p []float64) []float64 {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	out := make([]float64, len(p))
	most := 0.0
	for step, i := range order {
		most = max(most, min(1, float64(len(p)-step)*p[i]))
		out[i] = most
	}
	return out
}
