package scenarios

import (
	"time"

	"retrysim/policies"
	"retrysim/sim/model"
)

// event adds a fault or an action; plain finds the policies of replays.
func (p *planner) event(e *Event, plain finder) error {
	if e.Do == "" {
		p.plan.Faults = append(p.plan.Faults, p.fault(e))
		return nil
	}
	a := model.Action{Name: e.Name, At: p.begins(e), When: e.watch, Rate: float64(e.Rate), Policy: -1, Match: model.Match{JobType: -1}, Batch: e.Batch, Newest: e.Order == "newest"}
	if a.When.Set() {
		a.When.After = p.lastWatch()
	}
	for k := range model.Actions {
		if k.String() == e.Do {
			a.Kind = k
		}
	}
	if err := p.operate(e, &a, plain); err != nil {
		return err
	}
	if m := e.Match; m != nil {
		a.Match = model.Match{Error: m.Error, Class: m.Class, JobType: -1, OlderThan: m.OlderThan}
		if m.JobType != "" {
			a.Match.JobType = p.f.Jobs.Index(m.JobType)
		}
	}
	if e.Policy != "" {
		i, err := p.policy(e.Policy, plain)
		if err != nil {
			return err
		}
		a.Policy = i
	}
	e.rollOut(&a)
	a.MostCycles = e.MostCycles
	for _, at := range e.repeated(a.At) {
		a.At = at
		p.plan.Actions = append(p.plan.Actions, a)
	}
	return nil
}

// begins is when an entry begins; one with a condition is not looked at before
// the entries that stand before it have begun.
func (p *planner) begins(e *Event) time.Duration {
	if e.At != nil {
		return e.At.At
	}
	var last time.Duration
	for i := range p.f.Timeline {
		before := &p.f.Timeline[i]
		if before.Name == e.Name {
			break
		}
		if before.At != nil {
			last = max(last, before.At.At)
		}
	}
	return last
}

// lastWatch is the last action so far that waits for a condition, -1 without.
func (p *planner) lastWatch() int {
	for i := len(p.plan.Actions) - 1; i >= 0; i-- {
		if p.plan.Actions[i].When.Set() {
			return i
		}
	}
	return -1
}

var faultModels = map[string]model.FaultKind{
	"refuse": model.FaultRefuse, "cut": model.FaultCut, "error": model.FaultError, "latency": model.FaultLatency,
	"hang": model.FaultHang, "capacity": model.FaultCapacity, "rate_limit": model.FaultRateLimit,
	"reset": model.FaultReset, "slow_body": model.FaultSlowBody, "retry_after": model.FaultRetryAfter,
	"poison": model.FaultPoison, "rush": model.FaultRush, "same_seed": model.FaultSameSeed,
	"disconnect": model.FaultDisconnect, "response_lost": model.FaultResponseLost, "crash": model.FaultCrash, "park_fails": model.FaultParkFails,
	"park_cut": model.FaultParkCut, "replay_cut": model.FaultReplayCut,
}

// The answers of faults that name none.
const (
	refuseAnswer = 503
	errorAnswer  = 500
)

func (p *planner) fault(e *Event) model.Fault {
	first, n, _ := p.f.target(e.Target)
	f := model.Fault{
		Name: e.Name, Start: e.At.At, End: later(e.At.At, e.For), Kind: faultModels[e.Fault],
		Station: max(0, first), Shards: many(n), Share: 1,
	}
	if e.Share != nil {
		f.Share = float64(*e.Share)
	}
	switch e.Fault {
	case "refuse":
		f.Status = orElse(e.Answer, refuseAnswer)
		if e.RetryAfter != nil && e.RetryAfter.After > 0 {
			f.Hint = model.Hint{Kind: model.HintSays, After: e.RetryAfter.After}
		}
	case "cut":
		f.Loses = e.InFlight == "lost"
	case "error":
		f.Errors = outcomes(e.Errors)
		if e.Share != nil {
			status := orElse(e.Answer, errorAnswer)
			f.Errors = []model.Outcome{{Class: policies.ClassOfStatus(status), Status: status, Share: f.Share}}
		}
	case "latency":
		f.Latency, f.Multiply, f.Replace = e.Add.model(), e.Multiply, e.Replace.model()
	case "slow_body":
		f.Latency = e.Add.model()
	case "reset":
		f.Answer = e.Strikes == "answer"
	case "retry_after":
		f.Hint = e.hint()
	case "hang":
		f.HoldsServe = e.HoldsServe == nil || *e.HoldsServe
	case "capacity":
		f.Factor = e.To.Factor
	case "rate_limit":
		f.Limit = p.faultLimit(e, p.plan.Stations[f.Station].Limit)
	case "crash":
		f.Target, f.Count, f.Restart = model.TargetWorkers, e.Count, e.For
		if e.Between.Distribution != nil {
			f.Restart = 0 // as long as the window
		}
		if e.Count > 0 {
			f.Share = 0
		}
	case "poison":
		f.Target, f.Count, f.Restart = model.TargetWorkers, e.Count, e.Restart
		f.RestartFactor, f.RestartCap = e.RestartFactor, e.RestartCap
	case "same_seed":
		f.Target = model.TargetWorkers
	case "rush":
		f.Target = model.TargetClients
	case "park_fails", "park_cut", "replay_cut":
		f.Target = model.TargetDeadLetters
	}
	f.Windows, f.Scope, f.While = e.windows(), p.scope(e), e.while()
	return f
}

// faultLimit is a rate limit in force for a while: what the fault does not say
// is as the dependency has it.
func (p *planner) faultLimit(e *Event, own model.RateLimit) model.RateLimit {
	limit := own
	limit.Allow = *e.Allow
	if e.Per > 0 {
		limit.Per = e.Per
	}
	if limit.Per == 0 {
		limit.Per = time.Second
	}
	if e.Window != "" {
		limit.Kind = limitKinds[e.Window]
	}
	switch {
	case e.Burst > 0:
		limit.Burst = e.Burst
	case limit.Kind != model.TokenBucket:
		limit.Burst = 0
	case own.Kind != model.TokenBucket:
		limit.Burst = max(1, limit.Allow)
	}
	if e.Window == "concurrency" {
		limit.Per, limit.Wait, limit.Hold, limit.Key = 0, false, 0, model.LimitAll
	}
	limit.Status = orElse(e.Answer, orElse(own.Status, 429))
	if e.RetryAfter != nil {
		limit.RetryAfter, limit.UntilReset = e.RetryAfter.After, e.RetryAfter.UntilReset
	}
	return limit
}

func orElse(n, standard int) int {
	if n == 0 {
		return standard
	}
	return n
}

// later is the end of a window, saturating.
func later(at, length time.Duration) time.Duration {
	if end := at + length; end >= at {
		return end
	}
	return 1<<63 - 1
}
