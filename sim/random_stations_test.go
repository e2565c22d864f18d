package sim_test

import (
	"time"

	"retrysim/sim"
	"retrysim/sim/model"
)

// rarely draws what few plans have: shared servers, connections, and limits for
// which calls wait.
func (m maker) rarely(s model.Station) model.Station {
	if m.n("shared", 0, 3) == 3 {
		s.Order, s.Drop, s.CoDel = model.Shared, model.DropNone, model.CoDel{}
		if s.Servers == model.Unlimited {
			s.Servers = 2
		}
	}
	if m.n("connections", 0, 3) == 3 && !s.Leg.Set() && s.Slot == 0 {
		s.Connections = model.Connections{
			Most: of(m, "most open", model.Unlimited, 1, 4, 20), Setup: m.law("set-up", 40*time.Millisecond),
			AtOnce: of(m, "at once", model.Unlimited, 1, 3), Backlog: of(m, "backlog", model.Unlimited, 0, 2),
			Wait: of(m, "wait for one", 0, 50*time.Millisecond, time.Second), Idle: of(m, "idle", 0, 30*time.Millisecond, time.Second),
		}
	}
	if m.n("shaper", 0, 2) == 2 {
		s.Limit = of(m, "shaped",
			model.RateLimit{Kind: model.TokenBucket, Allow: 7, Per: time.Second, Burst: 3},
			model.RateLimit{Kind: model.SlidingWindow, Allow: 3, Per: time.Second},
			model.RateLimit{Allow: 3, Per: 400 * time.Millisecond},
			model.RateLimit{Kind: model.TokenBucket, Per: time.Second, Burst: 1}) // lets one pass
		s.Limit.Wait, s.Limit.Hold, s.Limit.Status = true, of(m, "hold", 0, 1, 10), 429
		s.Limit.UntilReset = m.yes("hint when held")
	}
	return s
}

// sound takes back what a fault cannot say.
func (m maker) sound(p *sim.Plan, f model.Fault) model.Fault {
	shapes := p.Stations[f.Station].Limit.Wait
	switch {
	case f.Kind == model.FaultDisconnect:
		f.Scope, f.While = model.FaultScope{}, 0
	case f.Kind == model.FaultRateLimit && f.Limit.Kind == model.Concurrency && shapes:
		f.Limit = model.RateLimit{}
	case f.Kind == model.FaultRateLimit && shapes:
		f.Limit.Wait = m.yes("waits in fault")
	}
	return f
}
