package sim_test

import (
	"time"

	"retrysim/sim"
	"retrysim/sim/model"
)

// deadRules draws limits of replays, the levels at which
// alerts are over, and keys that expire.
func (m maker) deadRules(p *sim.Plan) {
	for i := range p.Actions {
		a := &p.Actions[i]
		a.MostCycles = of(m, "most cycles", 0, 0, 1, 2)
	}
	for i := range p.Alerts {
		if a := &p.Alerts[i]; m.n("clears", 0, 2) == 2 {
			a.Clears = model.Clear{Set: true, Level: a.Level}
			if a.Above {
				a.Clears.Level = max(0, a.Level-2)
			}
		}
	}
	for t := range p.Types {
		for s := range p.Types[t].Steps {
			if e := &p.Types[t].Steps[s].Effect; e.Guard == model.GuardIdempotencyKey {
				e.Expires = of(m, "key expires", 0, time.Second, 50*time.Millisecond)
			}
		}
	}
}
