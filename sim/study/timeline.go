package study

import (
	"fmt"
	"time"

	"retrysim/sim"
	"retrysim/sim/model"
	"retrysim/sim/result"
)

// lastFault is the end of the last fault, 0 without one.
func lastFault(p *sim.Plan) time.Duration {
	var end time.Duration
	for i := range p.Faults {
		end = max(end, p.Faults[i].End)
	}
	return end
}

// faultNames are the words of a scenario's timeline.
var faultNames = map[model.FaultKind]string{
	model.FaultRefuse:       "refuse",
	model.FaultCut:          "cut",
	model.FaultError:        "error",
	model.FaultLatency:      "latency",
	model.FaultHang:         "hang",
	model.FaultCapacity:     "capacity",
	model.FaultRateLimit:    "rate_limit",
	model.FaultResponseLost: "response_lost",
	model.FaultCrash:        "crash",
	model.FaultParkFails:    "park_fails",
	model.FaultParkCut:      "park_cut",
	model.FaultReplayCut:    "replay_cut",
}

// faultsOf are the plan's faults as data.
func faultsOf(p *sim.Plan) []result.FaultWindow {
	out := []result.FaultWindow{}
	for i := range p.Faults {
		f := &p.Faults[i]
		out = append(out, result.FaultWindow{
			Name: f.Name, Effect: faultNames[f.Kind], Target: targetOf(p, f),
			StartMS: milliseconds(f.Start), EndMS: milliseconds(f.End),
		})
	}
	return out
}

func targetOf(p *sim.Plan, f *model.Fault) string {
	switch f.Target {
	case model.TargetStation:
		return p.Stations[f.Station].Name
	case model.TargetWorkers:
		return "workers"
	case model.TargetDeadLetters:
		return "dead_letters"
	}
	panic(fmt.Sprintf("study: fault %q has no known target", f.Name))
}

// actionsOf are the operator's actions as data.
func actionsOf(p *sim.Plan) []result.ActionMark {
	var out []result.ActionMark
	for _, a := range p.Actions {
		if !a.When.Set() { // when a condition holds is known run by run
			out = append(out, result.ActionMark{Name: a.Name, Action: a.Kind.String(), AtMS: milliseconds(a.At)})
		}
	}
	return out
}

func milliseconds(d time.Duration) float64 { return float64(d) / 1e6 }
