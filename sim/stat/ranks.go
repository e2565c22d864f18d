package stat

import (
	"cmp"
	"math"
	"slices"
)

// SignedRank is Wilcoxon's signed-rank test (1945) of paired values in which
// +Inf is never and longer than any other. It returns the two-sided p and the
// sign of the shift of x against y: -1, 0 or 1. Pairs that are equal, both
// never included, and pairs with a NaN say nothing and are left out; equal
// sizes share their mean rank. p is exact, by counting all ways in which the
// signs could have fallen, so that ties and few pairs need no excuse; fewer
// than six pairs that differ can never show anything (2/2^5 > 0.05).
func SignedRank(x, y []float64) (p float64, shift int) {
	var d []float64
	for i := range x {
		switch {
		case math.IsNaN(x[i]) || math.IsNaN(y[i]) || x[i] == y[i]:
		default:
			d = append(d, x[i]-y[i]) // +-Inf where only one of them is never
		}
	}
	ranks := doubledRanks(d)
	var plus, total int
	for i, r := range ranks {
		total += r
		if d[i] > 0 {
			plus += r
		}
	}
	return signProbability(ranks, min(plus, total-plus)), cmp.Compare(2*plus, total)
}

// doubledRanks ranks |d| from 1 and doubles the ranks, so that the mean rank
// of ties is a whole number too.
func doubledRanks(d []float64) []int {
	order := make([]int, len(d))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(math.Abs(d[a]), math.Abs(d[b])) })
	ranks := make([]int, len(d))
	for from := 0; from < len(order); {
		to := from
		for to < len(order) && math.Abs(d[order[to]]) == math.Abs(d[order[from]]) {
			to++
		}
		for _, i := range order[from:to] {
			ranks[i] = from + 1 + to // twice the mean of from+1 ... to
		}
		from = to
	}
	return ranks
}

// signProbability is the two-sided probability that the smaller of the two
// rank sums is at most w when every rank gets its sign by a fair coin.
func signProbability(ranks []int, w int) float64 {
	// chance[s] is the probability of a sum of s so far; sums above w never
	// come back.
	chance := make([]float64, w+1)
	chance[0] = 1
	for _, r := range ranks {
		for s := w; s >= 0; s-- {
			chance[s] /= 2
			if s >= r {
				chance[s] += chance[s-r] / 2
			}
		}
	}
	var p float64
	for _, c := range chance {
		p += c
	}
	return min(1, 2*p)
}
