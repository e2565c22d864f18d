package sim

import (
	"time"

	"retrysim/policies"
	"retrysim/policies/guard"
	"retrysim/sim/ledger"
)

// setBudgets fills the retry budgets: of each job type, one a client. Without
// any, budgets is nil and nothing is asked.
func (w *world) setBudgets() {
	for t := range w.plan.Types {
		b := &w.plan.Types[t].Budget
		if !b.Set() {
			continue
		}
		if w.budgets == nil {
			w.budgets = make([][]guard.Purse, len(w.plan.Types))
		}
		w.budgets[t] = make([]guard.Purse, b.Clients)
		for i := range w.budgets[t] {
			w.budgets[t][i] = guard.NewPurse(&b.Budget)
		}
	}
}

// purseOf is the budget of the client that a job belongs to, nil without one.
func (w *world) purseOf(j *job) *guard.Purse {
	if w.budgets == nil || w.budgets[j.typ] == nil {
		return nil
	}
	all := w.budgets[j.typ]
	number := j.id & (1<<numberBits - 1)
	return &all[number%uint64(len(all))]
}

// spends tells a budget of an attempt that begins: it takes over what the retry
// was paid with.
func (w *world) spends(j *job, a *attempt) {
	if p := w.purseOf(j); p != nil {
		a.paid, j.paid = j.paid, 0
		p.Sent(time.Duration(w.now), a.again)
	}
}

// reports tells a budget how an attempt ended.
func (w *world) reports(j *job, a *attempt, class policies.Class) {
	p := w.purseOf(j)
	switch {
	case p == nil:
		return
	case class == policies.Success:
		p.Succeeded(a.paid)
	default:
		p.Failed(a.paid)
	}
	a.paid = 0
}

// affords asks the budget for the retry that the policy wants.
func (w *world) affords(j *job, class policies.Class) bool {
	p := w.purseOf(j)
	if p == nil {
		return true
	}
	paid, ok := p.Retry(time.Duration(w.now), class == policies.Timeout)
	if j.paid = paid; !ok {
		w.add(ledger.Denied, j)
	}
	return ok
}

// unspent gives back the place of a retry that will never be sent.
func (w *world) unspent(j *job) {
	if j.paid > 0 {
		w.purseOf(j).Dropped(j.paid)
		j.paid = 0
	}
}
