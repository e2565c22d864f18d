package reports

import (
	"math"
	"strings"

	"retrysim/sim/result"
)

// nullWord says in a word why a metric has no value.
func nullWord(m result.Metric, r *result.Result, row *result.PolicyResult) string {
	base, _, _ := strings.Cut(m.Name, "[")
	switch {
	case m.Never:
		return wordNever
	case (base == "peak_to_capacity" || base == "time_over_capacity_s") && len(row.Series["capacity"]) == 0:
		return wordUnlimited
	case len(r.Faults) == 0 && afterFault[base]:
		return "no fault"
	}
	return wordNoData
}

// afterFault names the metrics that are null by definition without a fault.
var afterFault = map[string]bool{
	"peak_after_fault_per_s": true, "time_to_recover_s": true, "goodput_recover_s": true, "backlog_clear_s": true,
	"recovered_share": true, "amplification_in_fault": true,
}

// restricted reports whether the value is a mean cut off at the horizon, so
// that the true mean is at least as large.
func restricted(m result.Metric) bool { return strings.Contains(m.Method, "restricted") }

// number writes a value with the digits that its half-width supports: two
// significant ones of the half-width, four of the value without an interval.
func number(v, half float64) string {
	if math.IsInf(v, 0) || math.IsNaN(v) {
		word, _ := notFinite(v)
		return word
	}
	if half <= 0 || math.IsInf(half, 0) || math.IsNaN(half) {
		if v == math.Trunc(v) {
			return fixed(v, 0)
		}
		return significant(v, 4)
	}
	decimals := decimalsFor(half)
	if v != 0 {
		decimals = min(decimals, max(0, 5-exponent(v, 6))) // six significant digits are enough
	}
	return fixed(v, decimals)
}

// decimalsFor is the number of decimals that show two significant digits.
func decimalsFor(half float64) int { return min(max(0, 1-exponent(half, 2)), 6) }

// halfWidth is the larger side of the interval, 0 without one.
func halfWidth(m result.Metric) float64 {
	if m.CI95 == nil || m.Value == nil {
		return 0
	}
	half := max(m.CI95[1]-*m.Value, *m.Value-m.CI95[0], 0)
	if half <= 1e-9*math.Abs(*m.Value) {
		return 0 // rounding, not chance
	}
	return half
}

// plusMinus is "1,234 ± 12", "1,234" without an interval, or the word for null.
// A lopsided interval shows its larger side.
func plusMinus(m result.Metric, r *result.Result, row *result.PolicyResult) string {
	if m.Value == nil {
		return nullWord(m, r, row)
	}
	mark := ""
	if restricted(m) {
		mark = ">= "
	}
	half := halfWidth(m)
	if m.CI95 == nil {
		return mark + number(*m.Value, 0)
	}
	if half == 0 {
		return mark + number(*m.Value, 0) + " ± 0"
	}
	return mark + number(*m.Value, half) + " ± " + number(half, half)
}

// withUnit is plusMinus with the unit, lopsided intervals written out:
// "1,234 ± 12 /s", "0.97 [0.83, 1.00]".
func withUnit(m result.Metric, r *result.Result, row *result.PolicyResult) string {
	s := plusMinus(m, r, row)
	if m.Value == nil {
		return s
	}
	if half := halfWidth(m); half > 0 {
		small := min(m.CI95[1]-*m.Value, *m.Value-m.CI95[0])
		if small < 0.8*half {
			s = number(*m.Value, half) + " [" + number(m.CI95[0], half) + ", " + number(m.CI95[1], half) + "]"
			if restricted(m) {
				s = ">= " + s
			}
		}
	}
	if m.Unit != "" {
		s += " " + m.Unit
	}
	return s
}

// verdictInk is the colour that goes with a verdict's word.
func verdictInk(verdict string) string {
	switch verdict {
	case result.VerdictBetter, result.VerdictPass:
		return inkBetter
	case result.VerdictWorse, result.VerdictFail:
		return inkWorse
	case result.VerdictInconclusive:
		return inkDoubt
	}
	return inkQuiet
}

// compared finds the comparison of a row in a metric.
func compared(r *result.Result, policy, metric string) (result.Comparison, bool) {
	for _, c := range r.Comparison {
		if c.Policy == policy && c.Metric == metric {
			return c, true
		}
	}
	return result.Comparison{}, false
}

// delta is the difference to the baseline and its verdict: "-93% better",
// "+12 worse", "~" where no difference is shown, "" for the baseline itself.
func delta(r *result.Result, policy, metric string) (s, verdict string) {
	c, ok := compared(r, policy, metric)
	switch {
	case !ok || r.Replications <= 1: // one run shows no difference, nor that there is none
		return "", ""
	case c.Verdict == result.VerdictNone:
		return "~", c.Verdict
	case c.Percent != nil:
		return Change(*c.Percent) + " " + c.Verdict, c.Verdict
	case c.Difference == nil:
		return c.Verdict, c.Verdict
	}
	half := 0.0
	if c.CI95 != nil {
		half = (c.CI95[1] - c.CI95[0]) / 2
	}
	sign := ""
	if *c.Difference > 0 {
		sign = "+"
	}
	return sign + number(*c.Difference, half) + " " + c.Verdict, c.Verdict
}

// baseline is the row that the others are compared against, "" without one.
func baseline(r *result.Result) string {
	if len(r.Comparison) > 0 {
		return r.Comparison[0].Against
	}
	return ""
}
