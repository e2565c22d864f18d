package scenarios

import "retrysim/sim/model"

var drops = map[string]model.Drop{"expired": model.DropExpired, "hopeless": model.DropHopeless}

var limitKinds = map[string]model.LimitKind{
	"sliding": model.SlidingWindow, "token_bucket": model.TokenBucket, "concurrency": model.Concurrency,
}

func station(named *Named[Dependency]) model.Station {
	d := &named.Value
	s := model.Station{
		Name: named.Name, Servers: int(d.Servers), Service: d.Service.model(), Room: int(d.Room),
		Order: orders[d.Order], RefuseStatus: d.RefuseAnswer, RefusalCost: d.RefusalCost,
		Silent: d.WhenFull == "silent", Drop: drops[d.Drop], Limit: d.RateLimit.model(),
		Connections: d.Connections.model(), Autoscale: d.Autoscale.model(),
	}
	if c := d.CoDel; c != nil {
		s.CoDel = model.CoDel{Target: c.Target, Interval: c.Interval}
	}
	if c := d.Slowdown; c != nil {
		s.Slowdown = model.Slowdown{From: c.From, PerCall: float64(c.PerCall)}
	}
	if c := d.ColdStart; c != nil {
		s.ColdStart = model.ColdStart{Factor: c.Factor, Calls: c.Calls, AtStart: c.AtStart}
	}
	if d.Contention != nil {
		s.Leg, s.Slot = d.Contention.Leg.model(), d.Contention.Slot
	}
	return s
}

func (r *RateLimit) model() model.RateLimit {
	if r == nil {
		return model.RateLimit{}
	}
	limit := model.RateLimit{
		Allow: r.Allow, Per: r.Per, Status: r.Answer, RetryAfter: r.RetryAfter.After, UntilReset: r.RetryAfter.UntilReset,
		Kind: limitKinds[r.Window], Key: limitKey(r.Key), Wait: r.Over == "wait", Hold: r.Hold,
	}
	switch limit.Kind {
	case model.TokenBucket:
		limit.Burst = orElse(r.Burst, max(1, r.Allow))
	case model.Concurrency:
		limit.Per = 0
	}
	return limit
}
