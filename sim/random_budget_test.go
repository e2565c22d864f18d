package sim_test

import (
	"time"

	"retrysim/policies/guard"
	"retrysim/sim"
	"retrysim/sim/model"
)

// budgets gives job types a retry budget, sometimes.
func (m maker) budgets(p *sim.Plan) {
	none := model.RetryBudget{}
	for t := range p.Types {
		b := of(m, "budget", none, none, none,
			model.RetryBudget{Budget: guard.Budget{Kind: guard.Ratio, Share: 0.2, Floor: 1, TTL: 2 * time.Second}},
			model.RetryBudget{Budget: guard.Budget{Kind: guard.Tokens, Size: 3, Fund: 0.1, Cost: 1}},
			model.RetryBudget{Budget: guard.Budget{Kind: guard.Quota, Size: 50, Fund: 1, Cost: 5, Slow: 10}},
			model.RetryBudget{Budget: guard.Budget{Kind: guard.Throttle, Size: 10, Fund: 0.1}},
			model.RetryBudget{Budget: guard.Budget{Kind: guard.Active, Share: 0.2, Floor: 1}},
		)
		if b.Set() {
			b.Clients = of(m, "clients with budgets", 1, 2, 7)
		}
		p.Types[t].Budget = b
	}
}
