package scenarios

import (
	"slices"
	"time"

	"retrysim/policies/guard"
	"retrysim/sim/model"
)

// budgetTTL is the window of Finagle and linkerd2.
const budgetTTL = 10 * time.Second

func (b *Budget) model() model.RetryBudget {
	if b == nil || b.Kind == "none" {
		return model.RetryBudget{}
	}
	m := model.RetryBudget{Clients: b.Clients, Budget: guard.Budget{
		Kind: guard.Kind(slices.Index(guard.Words[:], b.Kind)), Share: float64(b.Share),
		Size: b.Size, Fund: b.Fund, Slow: b.Timeout,
	}}
	switch m.Kind {
	case guard.Ratio:
		m.Floor, m.TTL = float64(b.Floor), b.TTL
		if m.TTL == 0 {
			m.TTL = budgetTTL
		}
	case guard.Active:
		m.Floor = float64(b.Least)
	case guard.Tokens, guard.Quota:
		if m.Cost = b.Cost; m.Cost == 0 {
			m.Cost = 1
		}
	}
	return m
}
