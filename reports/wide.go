package reports

import (
	"io"

	"retrysim/sim/result"
)

// WriteWide writes every metric of every row, one metric a line and one column
// per row, as wide as it takes; then the ledgers, every comparison, thresholds
// and warnings.
func WriteWide(w io.Writer, r *result.Result, o Options) error {
	p := &page{w: w, o: o}
	p.heading(r)
	p.recovery(r)
	p.findings(r)
	p.title("Metrics")
	p.wideMetrics(r)
	p.title("Jobs")
	for i := range r.Policies {
		row := &r.Policies[i]
		p.line("  " + clean(row.Name) + ": " + ledgerSentence(row.Ledger))
		if s := droppedWords(row); s != "" {
			p.line("    " + clean(s))
		}
	}
	p.wideComparison(r)
	p.thresholds(r)
	p.warnings(r)
	p.footer(r)
	return p.err
}

// metricNames are the names of all metrics, in the order of the rows' lists.
func metricNames(r *result.Result) []string {
	var names []string
	seen := map[string]bool{}
	for i := range r.Policies {
		for _, m := range r.Policies[i].Metrics {
			if !seen[m.Name] {
				seen[m.Name] = true
				names = append(names, m.Name)
			}
		}
	}
	return names
}

// wideMetrics is the matrix of metrics and rows.
func (p *page) wideMetrics(r *result.Result) {
	head := []string{"metric", "unit"}
	var right []int
	for i := range r.Policies {
		right = append(right, len(head))
		head = append(head, clean(r.Policies[i].Name))
	}
	cells := [][]string{head}
	for _, name := range metricNames(r) {
		line := []string{clean(name), unitOf(r, name)}
		for i := range r.Policies {
			s := "" // this row does not have the metric
			if m, ok := r.Policies[i].Metrics.Get(name); ok {
				s = plusMinus(m, r, &r.Policies[i])
			}
			line = append(line, s)
		}
		cells = append(cells, line)
	}
	p.rows("  ", true, cells, right...)
}

// wideComparison lists every comparison with its interval and p-value.
func (p *page) wideComparison(r *result.Result) {
	if len(r.Comparison) == 0 {
		return
	}
	p.title("Differences to the baseline, on the same random numbers")
	cells := [][]string{{"metric", "row", "against", "difference", "95 % interval", "change", "p adjusted", "n", "verdict"}}
	for _, c := range r.Comparison {
		cells = append(cells, []string{
			clean(c.Metric), clean(c.Policy), clean(c.Against), optional(c.Difference, c.CI95), interval(c.CI95),
			change(c.Percent), pValue(c.PAdjusted), fixed(float64(c.N), 0), p.o.ink(verdictInk(c.Verdict), c.Verdict),
		})
	}
	p.rows("  ", true, cells, 3, 4, 5, 6, 7)
}

// optional writes a value that may be null with the digits of its interval.
func optional(v *float64, ci *[2]float64) string {
	switch {
	case v == nil:
		return wordNoData
	case ci == nil:
		return number(*v, 0)
	}
	return number(*v, (ci[1]-ci[0])/2)
}

// interval is "[lo, hi]", "" without one.
func interval(ci *[2]float64) string {
	if ci == nil {
		return ""
	}
	half := (ci[1] - ci[0]) / 2
	return "[" + number(ci[0], half) + ", " + number(ci[1], half) + "]"
}

// change is the difference in per cent, "" where there is none.
func change(percent *float64) string {
	if percent == nil {
		return ""
	}
	return Change(*percent)
}

// pValue is the adjusted p-value, "" where there is none.
func pValue(p *float64) string {
	switch {
	case p == nil:
		return ""
	case *p < 0.001:
		return "<0.001"
	}
	return fixed(*p, 3)
}
