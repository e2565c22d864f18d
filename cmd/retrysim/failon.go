package main

import (
	"math"
	"slices"
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

// met reports whether some row is shown to be worse than the baseline by more
// than the limit, in a metric whose verdict is adjusted for their number. A
// worsening from nothing, which has no percentage, is more than any limit.
func (f failOn) met(r *result.Result) bool {
	return slices.ContainsFunc(r.Comparison, func(c result.Comparison) bool {
		if c.Verdict != result.VerdictWorse || c.PAdjusted == nil {
			return false
		}
		return c.Percent == nil || math.Abs(*c.Percent) > float64(f)
	})
}
