package ledger

// Budgets counts what retry budgets refused. Without budgets it has no values.
type Budgets struct {
	set    Setting
	denied int64
}

// NewBudgets returns an empty count.
func NewBudgets(s Setting) *Budgets { return &Budgets{set: s} }

// Observe counts.
func (b *Budgets) Observe(batch []Entry) {
	if !b.set.Budgets {
		return
	}
	for i := range batch {
		if batch[i].Kind == Denied {
			b.denied++
		}
	}
}

// Report gives the count.
func (b *Budgets) Report(r *Report) {
	if b.set.Budgets {
		r.Add("retries_refused", float64(b.denied))
	}
}
