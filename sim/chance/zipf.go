package chance

import "sort"

// Zipf is a law over the ranks 0 to n-1: the k-th of them, from 1, has a chance
// in proportion to k^-s (Zipf 1949). s = 0 gives all the same.
//
//	n     s      rank 0    rank 1    the last
//	4     0      25%       25%       25%
//	2     1      66.7%     33.3%     33.3%
//	4     1      48%       24%       12%
//	500   1.1    19.2%     8.9%      0.02%
//
// A table of n sums stands behind it: 8 bytes a rank, a draw looks at about
// log2(n) of them. It is never written after NewZipf, so runs may share it.
type Zipf struct{ below []float64 } // chance of a rank up to and with this one

// NewZipf returns the law over n ranks, at least 1, with exponent s, at least 0.
func NewZipf(n int, s float64) *Zipf {
	below := make([]float64, n)
	sum := 0.0
	for k := range below {
		sum += pow(float64(k+1), -s)
		below[k] = sum
	}
	for k := range below {
		below[k] /= sum
	}
	return &Zipf{below}
}

// Rank is the rank that u, in [0, 1), falls on.
func (z *Zipf) Rank(u float64) int {
	return min(sort.SearchFloat64s(z.below, u), len(z.below)-1)
}

// Chance is the chance of a rank.
func (z *Zipf) Chance(rank int) float64 {
	if rank == 0 {
		return z.below[0]
	}
	return z.below[rank] - z.below[rank-1]
}
