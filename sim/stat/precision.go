package stat

import (
	"math"
	"slices"
)

// Needed is about how many replications, of a spread like that seen, make the
// half width of the t interval of the mean at most half (> 0, in the unit of
// the values): the smallest n with t(n-1) sd / sqrt(n) <= half. 0 where no
// spread is known, most+1 where most is not enough.
func Needed(sd, half float64, most int) int {
	if math.IsNaN(sd) || !(half > 0) {
		return 0
	}
	enough := func(n int) bool {
		return sd == 0 || float64(TQuantile(1-Alpha/2, float64(n-1))*sd)/math.Sqrt(float64(n)) <= half
	}
	low, high := 2, most+1
	for low < high {
		if mid := (low + high) / 2; enough(mid) {
			high = mid
		} else {
			low = mid + 1
		}
	}
	return low
}

// LargestShare is the part of the sum of |x - median| that the value farthest
// off contributes: 1/n where all are alike, near 1 where one replication makes
// the mean. 0 where nothing varies.
func LargestShare(xs []float64) float64 {
	s := slices.Sorted(slices.Values(xs))
	if len(s) == 0 {
		return 0
	}
	middle := (s[(len(s)-1)/2] + s[len(s)/2]) / 2
	var sum, most float64
	for _, x := range s {
		d := math.Abs(x - middle)
		sum, most = sum+d, max(most, d)
	}
	if sum == 0 {
		return 0
	}
	return most / sum
}

// Hill estimates the tail index from the k largest of positive values (Hill
// 1975): 1 over the mean of ln(x_i / x_(k+1)). At most 2 means a variance that
// does not exist, at most 1 a mean that does not. NaN where fewer than k+1
// values are positive; +Inf where the largest are equal.
func Hill(xs []float64, k int) float64 {
	s := slices.Sorted(slices.Values(xs))
	slices.Reverse(s)
	if k < 1 || len(s) <= k || !(s[k] > 0) {
		return math.NaN()
	}
	var sum float64
	for _, x := range s[:k] {
		sum += math.Log(x / s[k])
	}
	return float64(k) / sum
}
