package sim_test

import (
	"fmt"
	"time"

	"retrysim/policies"
	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/model"
)

// fault draws one window and what it does.
func (m maker) fault(p *sim.Plan, i int) model.Fault {
	start := m.at("fault starts", p.Until)
	f := model.Fault{
		Name: fmt.Sprint("fault", i), Start: start, End: start + m.at("fault lasts", of(m, "fault span", 2*time.Second, p.Horizon)),
		Station: m.n("faulty station", 0, len(p.Stations)-1), Status: of(m, "status", 503, 429, 400),
		Kind:  model.FaultKind(m.n("fault", 0, int(model.FaultKinds)-1)),
		Loses: m.yes("loses"), HoldsServe: m.yes("holds"), Share: of(m, "share", 1, 0.3), Factor: of(m, "factor", 0, 0.1, 3),
		Errors:  []model.Outcome{{Class: policies.ServerError, Status: 500, Share: of(m, "errors", 1, 0.4)}},
		Latency: law(chance.Exponential{Average: 200 * time.Millisecond}), Limit: m.limit("limit in fault"),
		Restart: of(m, "restart", 0, time.Second), Multiply: of(m, "multiply", 0, 3, 0.5), Answer: m.yes("reset answer"),
		Hint: of(m, "wrong hint", model.Hint{}, model.Hint{Kind: model.HintSays}, model.Hint{Kind: model.HintMissing},
			model.Hint{Kind: model.HintUnread}, model.Hint{Kind: model.HintShorter, Shorter: time.Second},
			model.Hint{Kind: model.HintSays, After: 200 * 365 * 24 * time.Hour}),
	}
	switch f.Kind {
	case model.FaultLatency:
		f.Replace = m.law("replaced", 50*time.Millisecond)
	case model.FaultCrash, model.FaultPoison:
		f.Target, f.Share, f.Count = model.TargetWorkers, of(m, "crash share", 0, 0.5), m.n("crashes", 1, 3)
		f.RestartFactor, f.RestartCap = of(m, "restart factor", 0, 2.0), of(m, "restart cap", 0, 3*time.Second)
		if p.Workers.Count == model.Unlimited {
			f.Kind, f.Target, f.Share = model.FaultRefuse, model.TargetStation, 0
		}
	case model.FaultParkFails, model.FaultParkCut, model.FaultReplayCut:
		f.Target = model.TargetDeadLetters
	case model.FaultRush:
		f.Target = model.TargetClients
	case model.FaultSameSeed:
		f.Target = model.TargetWorkers
	}
	return f
}

// striking draws when a fault strikes again, how it comes and goes, whom it
// hits and under which condition.
func (m maker) striking(p *sim.Plan, f model.Fault) model.Fault {
	length := f.End - f.Start
	switch m.n("windows", 0, 3) {
	case 2:
		f.Windows.Every, f.Windows.Times = length+m.at("apart", time.Second)+1, m.n("times", 1, 5)
	case 3:
		f.Windows.Between = law(chance.Exponential{Average: 800 * time.Millisecond})
		f.Windows.Lasts = law(chance.Exponential{Average: 300 * time.Millisecond})
	}
	if m.yes("ramps") {
		f.Windows.RampIn, f.Windows.RampOut = m.at("ramp in", time.Second), m.at("ramp out", time.Second)
	}
	if m.yes("scoped") {
		f.Scope = model.FaultScope{
			Share: of(m, "scope", 0, 0.5, 0.1, 1), ByClient: m.yes("by client"), FirstAttempts: of(m, "first attempts", 0, 1, 3),
		}
		if m.yes("one type") {
			f.Scope.Types = []int{m.n("type hit", 0, len(p.Types)-1)}
		}
		if f.Kind == model.FaultRateLimit || f.Kind == model.FaultCapacity && f.Factor == 0 {
			f.Scope = model.FaultScope{}
		}
	}
	if f.Target == model.TargetStation && m.yes("conditional") {
		f.While = m.n("while more than", 1, 4)
	}
	return f
}
