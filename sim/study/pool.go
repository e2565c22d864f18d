package study

import (
	"fmt"
	"math"
	"strings"

	"retrysim/sim/stat"

	"retrysim/sim/result"
)

// pooled lists the metrics that are quantiles of a merged histogram.
var pooled = []struct {
	metric, hist string
	q            float64
}{
	{"done_p50_s", "done_s", 0.50},
	{"done_p95_s", "done_s", 0.95},
	{"done_p99_s", "done_s", 0.99},
	{"completion_p50_s", "completion_s", 0.50},
	{"completion_p95_s", "completion_s", 0.95},
	{"completion_p99_s", "completion_s", 0.99},
}

// splitName parts a metric's name from the job type or effect in brackets:
// "jobs[a]" is "jobs" and "[a]".
func splitName(name string) (base, selector string) {
	if i := strings.IndexByte(name, '['); i >= 0 {
		return name[:i], name[i:]
	}
	return name, ""
}

// quantileOf says which histogram and quantile a metric is, ok false where it
// is no pooled quantile.
func quantileOf(name string) (hist string, q float64, ok bool) {
	base, selector := splitName(name)
	for _, p := range pooled {
		if p.metric == base {
			return p.hist + selector, p.q, true
		}
	}
	return "", 0, false
}

// fewest is the smallest number of observations whose largest is an upper
// bound of the q-quantile with 95 % confidence: 1 - q^n >= 0.95.
func fewest(q float64) int64 {
	return int64(math.Ceil(math.Log(1-stat.Confidence)/math.Log(q) - 1e-9))
}

// supported is the q-quantile of h without o (which may be nil) in seconds,
// +Inf where it falls among jobs that never complete, NaN where h holds fewer
// than fewest(q) observations.
func supported(h, o *result.Histogram, q float64) float64 {
	n := h.Count() + h.Never()
	if o != nil {
		n -= o.Count() + o.Never()
	}
	if n < fewest(q) {
		return math.NaN()
	}
	return h.QuantileWithout(o, q) / 1e9
}

// mostGroups bounds the histograms that a jackknife keeps: up to so many
// replications each is a group of its own, more share them.
const mostGroups = 50

// pool is one histogram merged over the replications, and again over the
// groups of replications that the jackknife leaves out one at a time.
type pool struct {
	name    string
	all     result.Histogram
	groups  []*result.Histogram
	samples int // replications with an observation
}

// fold merges replication r of so many.
func (p *pool) fold(h *result.Histogram, r, replications int) {
	g := r % min(replications, mostGroups)
	for len(p.groups) <= g {
		p.groups = append(p.groups, &result.Histogram{})
	}
	p.all.Merge(h)
	p.groups[g].Merge(h)
	if h.Count()+h.Never() > 0 {
		p.samples++
	}
}

// groupSizes are the numbers of replications in the groups when done of so
// many replications were folded.
func groupSizes(done, replications int) []int {
	sizes := make([]int, min(done, replications, mostGroups))
	for r := range done {
		sizes[r%len(sizes)]++
	}
	return sizes
}

// without are the q-quantiles that leave out one of so many groups each.
func (p *pool) without(q float64, groups int) []float64 {
	out := make([]float64, groups)
	for j := range out {
		var o *result.Histogram
		if j < len(p.groups) {
			o = p.groups[j]
		}
		out[j] = supported(&p.all, o, q)
	}
	return out
}

// quantile is the pooled q-quantile with its jackknife interval.
func (p *pool) quantile(q float64, sizes []int) estimate {
	e := estimate{value: supported(&p.all, nil, q), n: p.samples, method: "pooled quantile, jackknife over replications"}
	e.se = stat.Jackknife(e.value, p.without(q, len(sizes)), sizes)
	if math.IsInf(e.value, 1) {
		e.never, e.se = true, math.NaN()
	}
	e.lo, e.hi = stat.TInterval(e.value, e.se, float64(len(sizes)-1))
	width := e.value / bucketsPerOctave // the histogram knows no better; NaN stays NaN
	e.lo, e.hi = min(e.lo, e.value-width/2), max(e.hi, e.value+width/2)
	e.sd = float64(e.se * math.Sqrt(float64(len(sizes))))
	return e
}

// unsupportedWarning says that a quantile has too few observations, "" where
// it has enough or none at all.
func (p *pool) unsupportedWarning(metric string, q float64) string {
	n := p.all.Count() + p.all.Never()
	if n == 0 || n >= fewest(q) {
		return ""
	}
	return fmt.Sprintf("%s needs at least %d jobs and has %d: it is left out", metric, fewest(q), n)
}
