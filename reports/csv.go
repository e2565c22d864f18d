package reports

import (
	"encoding/csv"
	"io"
	"math"
	"strconv"

	"retrysim/sim/result"
)

// WriteCSV writes one line per row and metric: policy, metric, unit, value,
// ci_low, ci_high, sd, n. What is null is empty; a value that is infinite, since
// it never happens, is "inf". The buckets of the ledger follow as
// ledger.completed and so on (totals over the replications). Doubts come last,
// with "warning: ..." in the column of the metric and no value.
func WriteCSV(w io.Writer, r *result.Result, _ Options) error {
	c := csv.NewWriter(w)
	lines := [][]string{{"policy", "metric", "unit", "value", "ci_low", "ci_high", "sd", "n"}}
	for i := range r.Policies {
		row := &r.Policies[i]
		for _, m := range row.Metrics {
			lines = append(lines, csvMetric(row.Name, m))
		}
		lines = append(lines, csvCount(row, "jobs", row.Ledger.Jobs))
		for _, b := range ledgerBuckets(row.Ledger) {
			lines = append(lines, csvCount(row, b.name, b.n))
		}
	}
	if r.Partial {
		lines = append(lines, []string{"", "warning: partial: " + partialNote, "", "", "", "", "", ""})
	}
	for _, x := range allWarnings(r) {
		lines = append(lines, []string{x.Policy, "warning: " + x.Code + ": " + x.Message, "", "", "", "", "", ""})
	}
	if err := c.WriteAll(lines); err != nil {
		return err
	}
	return c.Error()
}

// csvMetric is the line of a metric.
func csvMetric(policy string, m result.Metric) []string {
	low, high := "", ""
	if m.CI95 != nil {
		low, high = exact(&m.CI95[0]), exact(&m.CI95[1])
	}
	value := exact(m.Value)
	if m.Value == nil && m.Never {
		value = "inf"
	}
	return []string{policy, m.Name, m.Unit, value, low, high, exact(m.SD), strconv.Itoa(m.N)}
}

// csvCount is the line of a ledger bucket.
func csvCount(row *result.PolicyResult, name string, n int64) []string {
	return []string{row.Name, "ledger." + name, "jobs", strconv.FormatInt(n, 10), "", "", "", strconv.Itoa(row.Replications)}
}

// exact is the shortest text that reads back as v, "" for null; with an exponent
// only where the digits would be very many.
func exact(v *float64) string {
	if v == nil {
		return ""
	}
	if a := math.Abs(*v); a == 0 || (a >= 1e-6 && a < 1e15) {
		return strconv.FormatFloat(*v, 'f', -1, 64)
	}
	return strconv.FormatFloat(*v, 'g', -1, 64)
}
