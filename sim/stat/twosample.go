package stat

import (
	"cmp"
	"math"
	"slices"

	"retrysim/sim/chance"
)

// MannWhitney is the two-sided p of the rank sum test of two independent
// samples (Mann and Whitney 1947) and the sign of the shift of x against y.
// +Inf is longer than any value; NaN are left out. p is exact, ties included:
// of all ways to choose which values are x's, the share whose rank sum is at
// least as far from its mean. It costs nx x (nx+ny)^2 x nx steps: fine for
// up to some 60 values a side; above that the normal approximation with its
// correction for ties is used. 1 where a side is empty.
func MannWhitney(x, y []float64) (p float64, shift int) {
	x, y = slices.DeleteFunc(slices.Clone(x), math.IsNaN), slices.DeleteFunc(slices.Clone(y), math.IsNaN)
	if len(x) == 0 || len(y) == 0 {
		return 1, 0
	}
	if len(y) < len(x) {
		p, shift = MannWhitney(y, x)
		return p, -shift
	}
	ranks, ties := midRanks(append(slices.Clone(x), y...))
	sum := 0
	for _, r := range ranks[:len(x)] {
		sum += r
	}
	off := sum - len(x)*(len(ranks)+1) // doubled ranks: their mean is n+1
	if len(ranks) <= 120 {
		return rankSumProbability(ranks, len(x), off), cmp.Compare(off, 0)
	}
	return rankSumNormal(len(x), len(y), off, ties), cmp.Compare(off, 0)
}

// rankSumNormal is the p of a doubled rank sum off its mean, by the normal
// distribution with corrections for ties and for whole numbers.
func rankSumNormal(x, y, off int, ties float64) float64 {
	n, nx, ny := float64(x+y), float64(x), float64(y)
	variance := float64(nx*ny) / 12 * (n + 1 - ties/float64(n*(n-1)))
	if variance == 0 {
		return 1
	}
	z := max(0, math.Abs(float64(off))/2-0.5) / math.Sqrt(variance)
	return math.Erfc(z / math.Sqrt2)
}

// midRanks are twice the mean ranks of values and the sum of t^3-t over ties
// of t values.
func midRanks(values []float64) (ranks []int, ties float64) {
	sorted := slices.Sorted(slices.Values(values))
	ranks = make([]int, len(values))
	for i, v := range values {
		from, _ := slices.BinarySearch(sorted, v)
		to := from
		for to < len(sorted) && sorted[to] == v {
			to++
		}
		t := float64(to - from)
		ranks[i], ties = from+1+to, ties+float64(t*t)-1 // each of t adds t^2-1
	}
	return ranks, ties
}

// rankSumProbability is the share of choices of k ranks whose sum is off its
// mean by at least |off|.
func rankSumProbability(ranks []int, k, off int) float64 {
	total := 0
	for _, r := range ranks {
		total += r
	}
	ways := make([][]float64, k+1) // ways[c][s]: chosen c with sum s
	for c := range ways {
		ways[c] = make([]float64, total+1)
	}
	ways[0][0] = 1
	for _, r := range ranks {
		for c := k; c > 0; c-- {
			for s := total; s >= r; s-- {
				ways[c][s] += ways[c-1][s-r]
			}
		}
	}
	var far, all float64
	mean, off := k*(len(ranks)+1), max(off, -off)
	for s, w := range ways[k] {
		all += w
		if s-mean >= off || mean-s >= off {
			far += w
		}
	}
	return far / all
}

// Bootstrap is the 95 % percentile interval of the mean of paired differences
// ds, by so many resamples with replacement; draws are keyed by (seed,
// resample). NaN for fewer than two differences.
func Bootstrap(ds []float64, resamples int, seed uint64) (lo, hi float64) {
	if len(ds) < 2 || resamples < 40 {
		return math.NaN(), math.NaN()
	}
	means := make([]float64, resamples)
	for r := range means {
		stream := chance.Key{Seed: seed, Purpose: chance.Resample, Job: uint64(r)}.Stream()
		var m Moments
		for range ds {
			m.Add(ds[int(stream.Float64()*float64(len(ds)))])
		}
		means[r] = m.Mean
	}
	slices.Sort(means)
	tail := int(float64(resamples) * Alpha / 2)
	return means[tail], means[resamples-1-tail]
}
