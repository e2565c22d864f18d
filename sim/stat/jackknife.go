package stat

import "math"

// Jackknife estimates the standard error of a statistic of pooled data from
// its values without one group of replications each: theta of all of them,
// without[j] that of all but group j, which holds sizes[j] replications. It is
// the delete-a-group Jackknife for groups of unequal sizes (Busing, Meijer and
// van der Leeden 1999); with one replication in each group it is the usual
//
//	se^2 = (G-1)/G x sum (without[j] - mean)^2
//
// It returns NaN for fewer than two groups.
func Jackknife(theta float64, without []float64, sizes []int) (se float64) {
	groups := float64(len(without))
	if len(without) < 2 {
		return math.NaN()
	}
	n := 0
	for _, m := range sizes {
		n += m
	}
	centre := float64(groups * theta)
	for j, w := range without {
		centre -= float64((1 - float64(sizes[j])/float64(n)) * w)
	}
	var sum float64
	for j, w := range without {
		h := float64(n) / float64(sizes[j])
		pseudo := float64(h*theta) - float64((h-1)*w)
		sum += float64((pseudo-centre)*(pseudo-centre)) / (h - 1)
	}
	return math.Sqrt(sum / groups)
}
