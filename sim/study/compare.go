package study

import (
	"cmp"
	"math"
	"slices"

	"retrysim/sim/stat"

	"retrysim/sim/result"
)

// primaryMetrics are judged as one family where the request names no others.
var primaryMetrics = []string{
	"peak_after_fault_per_s", "peak_retries_per_s", "time_to_recover_s", "given_up", "lost", "done_p95_s",
}

// Primary lists the metrics whose verdicts are adjusted as one family where a
// request names no others, in their order.
func Primary() []string { return slices.Clone(primaryMetrics) }

// contrast is row x against row y in one metric on common random numbers.
type contrast struct {
	difference, lo, hi float64 // NaN where it does not exist
	p                  float64 // two-sided, not adjusted; NaN where it does not exist
	base               float64 // what y has in the pairs
	n                  int     // pairs
	shift              int     // -1, 0, 1: x is below, level with, above y
	ranks              bool    // p is of a test by ranks
}

// contrastOf pairs the replications of two rows. Quantiles are compared
// pooled, recovery times by ranks, everything else by Student's t over the
// differences; where never stands among the values only ranks are left.
func contrastOf(x, y *row, name string) contrast {
	xs, ys := x.values[name], y.values[name]
	hist, q, isQuantile := quantileOf(name)
	switch {
	case isRecovery(name) && nevers(xs)+nevers(ys) > 0:
		c := paired(restricted(xs, x.horizonS), restricted(ys, y.horizonS))
		if c.n > 1 {
			c.p, c.shift = stat.SignedRank(xs, ys)
			c.ranks = true
		}
		return c
	case isQuantile:
		c := pooledContrast(x, y, hist, q)
		if math.IsNaN(c.p) {
			ranks := byRanks(xs, ys)
			c.p, c.shift = ranks.p, ranks.shift
		}
		return c
	case nevers(xs)+nevers(ys) > 0:
		return byRanks(xs, ys)
	}
	return paired(xs, ys)
}

// noDifference is the part of two values by which they may differ for no other
// reason than the order in which a run added up its floating-point numbers.
const noDifference = 1e-9

// less is x - y, 0 where they are equal but for rounding.
func less(x, y float64) float64 {
	if math.Abs(x-y) <= noDifference*max(math.Abs(x), math.Abs(y)) {
		return 0
	}
	return x - y
}

// paired is the mean difference with Student's t interval and p. Pairs without
// both values are left out.
func paired(xs, ys []float64) contrast {
	var d, base stat.Moments
	for i := range xs {
		if !math.IsNaN(xs[i]) && !math.IsNaN(ys[i]) {
			d.Add(less(xs[i], ys[i]))
			base.Add(ys[i])
		}
	}
	c := contrast{difference: d.Mean, base: base.Mean, n: d.N, shift: cmp.Compare(d.Mean, 0)}
	if d.N == 0 {
		c.difference = math.NaN()
	}
	c.lo, c.hi = stat.TInterval(d.Mean, d.SE(), float64(d.N-1))
	c.p = stat.TProbability(d.Mean, d.SE(), float64(d.N-1))
	return c
}

// byRanks compares without a difference, which does not exist where one side
// never ends.
func byRanks(xs, ys []float64) contrast {
	nan := math.NaN()
	c := contrast{difference: nan, lo: nan, hi: nan, p: nan, base: nan}
	for i := range xs {
		if !math.IsNaN(xs[i]) && !math.IsNaN(ys[i]) {
			c.n++
		}
	}
	if c.n > 1 {
		c.p, c.shift = stat.SignedRank(xs, ys)
	}
	return c
}

// pooledContrast is the difference of two pooled quantiles; its jackknife
// leaves out the same replications on both sides. Two quantiles that lie
// within the width of their buckets are one and the same.
func pooledContrast(x, y *row, hist string, q float64) contrast {
	px, py, sizes := x.pool(hist), y.pool(hist), groupSizes(x.done, x.replications)
	ex, ey := supported(&px.all, nil, q), supported(&py.all, nil, q)
	c := contrast{difference: ex - ey, base: ey, n: min(px.samples, py.samples)}
	if math.IsInf(ex, 0) || math.IsInf(ey, 0) {
		c.difference = math.NaN() // never less never is no 0 either
	}
	without, others := px.without(q, len(sizes)), py.without(q, len(sizes))
	for j := range without {
		without[j] -= others[j]
	}
	se, df := stat.Jackknife(c.difference, without, sizes), float64(len(sizes)-1)
	c.lo, c.hi = stat.TInterval(c.difference, se, df)
	width := max(ex, ey) / bucketsPerOctave
	if c.difference != 0 { // the histograms know no better; NaN stays NaN
		c.lo, c.hi = min(c.lo, c.difference-width), max(c.hi, c.difference+width)
	}
	c.p, c.shift = stat.TProbability(c.difference, se, df), cmp.Compare(c.difference, 0)
	if math.Abs(c.difference) <= width && c.n > 1 {
		c.p, c.shift = 1, 0
	}
	return c
}

// bucketsPerOctave is the resolution of result.Histogram: a bucket is at most
// this part of its value wide.
const bucketsPerOctave = 256

// verdict says what a shift means where it is more than chance.
func (c *contrast) verdict(better result.Better, shown bool) string {
	switch {
	case !shown || c.shift == 0 || better == result.Neither:
		return result.VerdictNone
	case (c.shift < 0) == (better == result.Lower):
		return result.VerdictBetter
	}
	return result.VerdictWorse
}

// noteTooFew stands where no outcome could have shown a difference.
const noteTooFew = "too few replications to say"

// tooFew reports whether x and y differ and even pairs that all point one way
// would not be significant: the least p of a test by ranks is 2 / 2^n.
func (c *contrast) tooFew() bool {
	return c.ranks && c.shift != 0 && math.Ldexp(2, -c.n) >= stat.Alpha
}

// comparison is the contrast as data. adjusted is NaN for a metric that is
// only descriptive.
func (c *contrast) comparison(info result.Info, x, y *row, adjusted float64) result.Comparison {
	p := c.p
	if !math.IsNaN(adjusted) {
		p = adjusted
	}
	out := result.Comparison{
		Metric: info.Name, Policy: x.plan.Row, Against: y.plan.Row,
		Difference: number(c.difference), CI95: interval(c.lo, c.hi), PAdjusted: number(adjusted), N: c.n,
		Verdict: c.verdict(info.Better, p < stat.Alpha),
	}
	if c.tooFew() {
		out.Note = noteTooFew
	}
	if c.base != 0 {
		out.Percent = number(100 * c.difference / math.Abs(c.base))
	}
	return out
}

// compareAll judges every row against the baseline in every metric that has a
// good direction: rows in their order, metrics in that of the catalogue.
func (s *study) compareAll() []result.Comparison {
	type pair struct {
		info result.Info
		x    *row
		c    contrast
	}
	var pairs []pair
	var family []int // the pairs of the primary metrics that have a p
	var ps []float64
	base := s.rows[s.Baseline]
	for _, x := range s.rows {
		if x == base {
			continue
		}
		for _, name := range inOrder(s.catalogue, x.names) {
			info := infoOf(s.catalogue, name)
			if _, both := base.values[name]; !both || info.Better == result.Neither {
				continue
			}
			p := pair{info, x, contrastOf(x, base, name)}
			if s.isPrimary(name) && !math.IsNaN(p.c.p) {
				family, ps = append(family, len(pairs)), append(ps, p.c.p)
			}
			pairs = append(pairs, p)
		}
	}
	adjusted := make([]float64, len(pairs))
	for i := range adjusted {
		adjusted[i] = math.NaN()
	}
	for i, a := range stat.Holm(ps) {
		adjusted[family[i]] = a
	}
	out := []result.Comparison{}
	for i := range pairs {
		out = append(out, pairs[i].c.comparison(pairs[i].info, pairs[i].x, base, adjusted[i]))
	}
	return out
}
