package reports

import "retrysim/sim/result"

// ledgers writes one ledger per row: as a table of the buckets in use where it
// fits, else as sentences.
func (p *page) ledgers(r *result.Result) {
	cells, right := ledgerCells(r)
	p.fitNames(cells, right)
	lines := layout("", true, cells, right)
	fits := p.fit(lines)
	for i := range r.Policies {
		row := &r.Policies[i]
		fits = fits && row.Ledger.Settled() == row.Ledger.Jobs
	}
	if fits {
		for _, l := range lines {
			p.line(l)
		}
	}
	for i := range r.Policies {
		row := &r.Policies[i]
		if !fits {
			p.para(row.Name+": "+ledgerSentence(row.Ledger), "", "  ")
		}
		if s := droppedWords(row); s != "" {
			p.para(row.Name+" "+s, "", "  ")
		}
	}
}

// ledgerCells is the table of the buckets that some row uses.
func ledgerCells(r *result.Result) ([][]string, []int) {
	used := make([]bool, len(ledgerBuckets(result.Ledger{})))
	for i := range r.Policies {
		for k, b := range ledgerBuckets(r.Policies[i].Ledger) {
			used[k] = used[k] || b.n != 0
		}
	}
	head := []string{"", "jobs"}
	right, sign := []int{1}, "= "
	for k, b := range ledgerBuckets(result.Ledger{}) {
		if used[k] {
			right = append(right, len(head))
			head, sign = append(head, sign+b.name), "+ "
		}
	}
	cells := [][]string{head}
	for i := range r.Policies {
		l := r.Policies[i].Ledger
		line := []string{clean(r.Policies[i].Name), fixed(float64(l.Jobs), 0)}
		for k, b := range ledgerBuckets(l) {
			if used[k] {
				line = append(line, fixed(float64(b.n), 0))
			}
		}
		cells = append(cells, line)
	}
	return cells, right
}
