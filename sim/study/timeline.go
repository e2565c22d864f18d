package study

import (
	"fmt"
	"slices"
	"time"

	"retrysim/sim"
	"retrysim/sim/model"
	"retrysim/sim/result"
)

// lastFault is the end of the last fault, 0 without one.
func lastFault(p *sim.Plan) time.Duration {
	var end time.Duration
	for i := range p.Faults {
		end = max(end, p.Faults[i].LastEnd())
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
	model.FaultReset:        "reset",
	model.FaultSlowBody:     "slow_body",
	model.FaultRetryAfter:   "retry_after",
	model.FaultPoison:       "poison",
	model.FaultRush:         "rush",
	model.FaultSameSeed:     "same_seed",
	model.FaultDisconnect:   "disconnect",
}

// faultsOf are the plan's faults as data: each window of those that recur, and
// the whole span of those whose windows are drawn or depend on the load.
func faultsOf(p *sim.Plan) []result.FaultWindow {
	out := []result.FaultWindow{}
	for i := range p.Faults {
		f := &p.Faults[i]
		windows := f.Planned()
		if f.Drawn() {
			windows = []model.Window{{Start: f.Start, End: f.End}}
		}
		for _, w := range windows {
			out = append(out, result.FaultWindow{
				Name: f.Name, Effect: faultNames[f.Kind], Target: targetOf(p, f),
				StartMS: milliseconds(w.Start), EndMS: milliseconds(w.End), Within: f.Drawn() || f.While > 0,
			})
		}
	}
	return out
}

func targetOf(p *sim.Plan, f *model.Fault) string {
	switch f.Target {
	case model.TargetStation:
		return p.TargetName(f.Station, f.Shards)
	case model.TargetWorkers:
		return "workers"
	case model.TargetDeadLetters:
		return "dead_letters"
	case model.TargetClients:
		return "clients"
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

// ownTimelines gives each row its timeline where they are not all the same.
func (s *study) ownTimelines(out *result.Result) {
	same := true
	for _, r := range s.rows {
		same = same && slices.Equal(faultsOf(r.plan), out.Faults) && slices.Equal(actionsOf(r.plan), out.Actions)
	}
	if same {
		return
	}
	for i, r := range s.rows {
		out.Policies[i].Faults, out.Policies[i].Actions = faultsOf(r.plan), actionsOf(r.plan)
	}
}

func milliseconds(d time.Duration) float64 { return float64(d) / 1e6 }
