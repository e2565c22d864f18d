package sim_test

import (
	"retrysim/policies"
	"retrysim/sim"
	"retrysim/sim/model"
)

// parked draws dead letters from before, where there is a place for them.
func (m maker) parked(p *sim.Plan) {
	if !p.Dead.Enabled || p.Dead.InPlace {
		return
	}
	for range m.n("parked", 0, 2) {
		k := model.ParkedJobs{
			Type: m.n("parked type", 0, len(p.Types)-1), Jobs: m.n("parked jobs", 1, 30), Attempts: m.n("parked attempts", 1, 3),
			Class: of(m, "parked class", policies.Timeout, policies.InvalidData), Status: of(m, "parked status", 0, 503),
		}
		if p.Dead.Limit > 0 && p.ParkedJobs()+k.Jobs > p.Dead.Limit {
			return
		}
		p.Parked = append(p.Parked, k)
	}
}
