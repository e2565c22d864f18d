package study

import (
	"fmt"
	"math"

	"retrysim/sim/stat"

	"retrysim/sim/result"
)

// judgeThresholds judges every expression for every row but the baseline, or
// for the one row there is.
func (s *study) judgeThresholds() []result.Threshold {
	var out []result.Threshold
	for i := range s.Thresholds {
		for k, r := range s.rows {
			if k != s.Baseline || s.JudgeBaseline || len(s.rows) == 1 {
				out = append(out, s.Thresholds[i].judge(r))
			}
		}
	}
	return out
}

// judge passes a row when the whole interval passes, fails it when the whole
// interval fails, and is inconclusive between the two.
func (e *Expression) judge(r *row) result.Threshold {
	values := e.valuesOf(r)
	out := result.Threshold{Expression: e.Text, Policy: r.plan.Row, Verdict: result.VerdictInconclusive}
	m := stat.MomentsOf(values)
	limit := e.limit(r)
	switch {
	case e.isPooled() && r.done > 1:
		e.judgeMean(&out, e.estimateOf(r, values), limit)
	case m.N == 0:
		out.Note = "no run has a value for it"
	case m.N == 1:
		e.judgeOne(&out, values, limit)
	case e.share > 0:
		e.judgeShare(&out, values, limit)
	case e.op == "==" || e.op == "!=":
		e.judgeEach(&out, values, limit)
	default:
		e.judgeMean(&out, e.estimateOf(r, values), limit)
	}
	return out
}

// isPooled reports whether a quantile is judged that is pooled over the runs,
// and need not exist in each of them.
func (e *Expression) isPooled() bool {
	_, _, isQuantile := quantileOf(e.left.full())
	return isQuantile && e.over == nil && e.share == 0 && e.op != "==" && e.op != "!="
}

// limit is the right side for a row.
func (e *Expression) limit(r *row) float64 {
	if e.capacity > 0 {
		return float64(e.bound * r.capacity)
	}
	return e.bound
}

// valuesOf is the left side in every replication, NaN without a sample.
func (e *Expression) valuesOf(r *row) []float64 {
	out := r.termValues(&e.left)
	if e.over == nil {
		return out
	}
	for i, v := range r.termValues(e.over) {
		out[i] /= v
		if math.IsInf(out[i], 0) && v == 0 {
			out[i] = math.NaN()
		}
	}
	return out
}

// termValues are the values of a metric, or of a count of the ledger.
func (r *row) termValues(t *term) []float64 {
	out := make([]float64, r.done)
	values, isMetric := r.values[t.full()]
	for i := range out {
		out[i] = math.NaN()
		if isMetric {
			out[i] = values[i]
		} else if n, ok := ledgerCount(&r.ledgers[i], t.full()); ok {
			out[i] = float64(n)
		}
	}
	return out
}

// estimateOf is the left side over the replications: pooled for a quantile,
// the mean for all others. A time that never ends in some run has no finite
// mean here, unlike in the row's metrics: a gate must not pass on a horizon.
func (e *Expression) estimateOf(r *row, values []float64) estimate {
	if e.isPooled() || e.over == nil && isShare(e.left.name) {
		if est, ok := r.estimate(e.left.full()); ok {
			return est
		}
	}
	return meanOf(values)
}

// holds reports whether v passes.
func (e *Expression) holds(v, limit float64) bool {
	switch e.op {
	case "<=":
		return v <= limit
	case "<":
		return v < limit
	case ">=":
		return v >= limit
	case ">":
		return v > limit
	case "==":
		return v == limit
	}
	return v != limit
}

// judgeOne judges a single run by its value alone.
func (e *Expression) judgeOne(out *result.Threshold, values []float64, limit float64) {
	for _, v := range values {
		if !math.IsNaN(v) {
			if e.share > 0 && e.share < 1 {
				e.judgeShareOfOne(out, v, limit)
				return
			}
			out.Measured = number(v)
			out.Verdict = passOrFail(e.holds(v, limit))
			out.Note = "judged on the value of one run: no interval"
			if math.IsInf(v, 1) {
				out.Note += "; it never happens in this run"
			}
		}
	}
}

// judgeShareOfOne calls no verdict: one run says nothing about a share of runs.
func (e *Expression) judgeShareOfOne(out *result.Threshold, v, limit float64) {
	held := 0
	if e.holds(v, limit) {
		held = 1
	}
	share := float64(held)
	out.Measured, out.Verdict, out.Note = &share, result.VerdictInconclusive, moreForShare(held, 1, e.share)
}

func passOrFail(pass bool) string {
	if pass {
		return result.VerdictPass
	}
	return result.VerdictFail
}

// judgeEach judges an equality, which one run can break.
func (e *Expression) judgeEach(out *result.Threshold, values []float64, limit float64) {
	est := meanOf(values)
	out.Measured, out.CI95 = number(est.value), interval(est.lo, est.hi)
	held, n := e.count(values, limit)
	out.Verdict = passOrFail(held == n)
	if held < n {
		out.Note = fmt.Sprintf("does not hold in %d of %d runs", n-held, n)
	}
}

// count is in how many of the runs with a value the threshold holds.
func (e *Expression) count(values []float64, limit float64) (held, n int) {
	for _, v := range values {
		if math.IsNaN(v) {
			continue
		}
		n++
		if e.holds(v, limit) {
			held++
		}
	}
	return held, n
}

// judgeMean judges by the interval of the mean or the pooled quantile.
func (e *Expression) judgeMean(out *result.Threshold, est estimate, limit float64) {
	out.Measured, out.CI95 = number(est.value), interval(est.lo, est.hi)
	switch {
	case est.never:
		out.Verdict = passOrFail(e.holds(est.value, limit))
		out.Note = "infinite: it never happens in some of the runs"
	case math.IsNaN(est.value):
		out.Note = "too few samples for this quantile"
	case out.CI95 == nil:
		out.Note = "no interval exists: without some of the runs the value would be infinite"
	case e.holds(est.lo, limit) && e.holds(est.hi, limit):
		out.Verdict = result.VerdictPass
	case !e.holds(est.lo, limit) && !e.holds(est.hi, limit):
		out.Verdict = result.VerdictFail
	case est.method == shareMethod:
		out.Note = moreForShare(int(math.Round(est.value*float64(est.n))), est.n, limit)
	default:
		out.Note = moreForMean(est, limit)
	}
}

// mostMore is the largest number of further replications that is worth naming.
const mostMore = 10_000

// moreForMean estimates how many more replications would move the limit out of
// the interval, whose width falls with the square root of their number.
func moreForMean(e estimate, limit float64) string {
	half, distance := (e.hi-e.lo)/2, math.Abs(e.value-limit)
	ratio := half / distance
	more := math.Ceil(float64(float64(e.n)*(ratio*ratio))) - float64(e.n)
	if !(more < mostMore) {
		return "too close to the limit for any reasonable number of replications"
	}
	return about(max(int(more), 1))
}

func about(n int) string {
	if n == 1 {
		return "about 1 more replication"
	}
	return fmt.Sprintf("about %d more replications", n)
}

// judgeShare judges by the exact interval of the share of runs in which the
// threshold holds.
func (e *Expression) judgeShare(out *result.Threshold, values []float64, limit float64) {
	held, n := e.count(values, limit)
	lo, hi := stat.ClopperPearson(held, n)
	out.Measured, out.CI95 = number(float64(held)/float64(n)), interval(lo, hi)
	switch {
	case e.share == 1: // of the runs that were made: no number of them proves more
		out.Verdict = passOrFail(held == n)
	case lo >= e.share:
		out.Verdict = result.VerdictPass
	case hi < e.share:
		out.Verdict = result.VerdictFail
	default:
		out.Note = moreForShare(held, n, e.share)
	}
}

// moreForShare looks for the number of runs at which the same share of them
// would decide.
func moreForShare(held, n int, share float64) string {
	for more := 1; more < mostMore; more += 1 + more/50 {
		total := n + more
		k := int(math.Round(float64(held) / float64(n) * float64(total)))
		if lo, hi := stat.ClopperPearson(k, total); lo >= share || hi < share {
			return about(more)
		}
	}
	return "too close to the limit for any reasonable number of replications"
}
