package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"retrysim/sim/result"
)

// failOn is one --fail-on worse=5%: the limit in percent.
type failOn float64

// parseFailOn reads all --fail-on.
func parseFailOn(texts []string) ([]failOn, error) {
	var all []failOn
	for _, text := range texts {
		what, limit, ok := strings.Cut(text, "=")
		number, unit := strings.CutSuffix(limit, "%")
		percent, err := strconv.ParseFloat(number, 64)
		if !ok || !unit || what == "" || err != nil || !(percent >= 0) || math.IsInf(percent, 0) {
			return nil, invalidf("--fail-on %q is not worse=PERCENT, as in worse=5%%", text)
		}
		if what != "worse" {
			return nil, invalidf("--fail-on %q: the word before = is worse", text)
		}
		all = append(all, failOn(percent))
	}
	return all, nil
}

// breaches are the comparisons in which some row is shown to be worse than the
// baseline by more than the limit, in a metric whose verdict is adjusted for
// their number. A worsening from nothing, which has no percentage, is more than
// any limit.
func (f failOn) breaches(r *result.Result) []result.Comparison {
	var all []result.Comparison
	for _, c := range r.Comparison {
		if c.Verdict != result.VerdictWorse || c.PAdjusted == nil {
			continue
		}
		if c.Percent == nil || math.Abs(*c.Percent) > float64(f) {
			all = append(all, c)
		}
	}
	return all
}

// String is the limit as the flag has it.
func (f failOn) String() string {
	return "worse=" + strconv.FormatFloat(float64(f), 'f', -1, 64) + "%"
}

// sayBreaches writes one line per breach of --fail-on, since the exit code alone
// does not say which it was, and reports whether there is one.
func (a *app) sayBreaches(q *ask, r *result.Result) bool {
	limits, _ := parseFailOn(q.failOn)
	breached := false
	for _, limit := range limits {
		for _, c := range limit.breaches(r) {
			breached = true
			fmt.Fprintf(a.stderr, "retrysim: --fail-on %s: %s is worse than %s in %s %s\n",
				limit, c.Policy, c.Against, c.Metric, byHowMuch(&c))
		}
	}
	return breached
}

// unjudged reports that --fail-on was asked for and no comparison could be
// judged, as with a single replication, and says so.
func (a *app) unjudged(q *ask, r *result.Result) bool {
	if len(q.failOn) == 0 || len(r.Comparison) == 0 {
		return false
	}
	for i := range r.Comparison {
		if r.Comparison[i].PAdjusted != nil {
			return false
		}
	}
	fmt.Fprintln(a.stderr, "retrysim: --fail-on: no verdict: no difference can be judged with so few replications; take more with -n")
	return true
}

// byHowMuch is the size of a worsening in words.
func byHowMuch(c *result.Comparison) string {
	switch {
	case c.Percent != nil:
		return "by " + threeDigits(*c.Percent) + " %"
	case c.Difference != nil:
		return "by " + threeDigits(*c.Difference) + ", from 0"
	}
	return "(by ranks: one of the two never ends, so there is no percentage)"
}

// threeDigits is the size of a number to three digits, whole from 100 on.
func threeDigits(x float64) string {
	x = math.Abs(x)
	if x >= 100 {
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	return strconv.FormatFloat(x, 'g', 3, 64)
}
