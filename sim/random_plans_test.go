package sim_test

import (
	"fmt"
	"strings"
	"time"

	"pgregory.net/rapid"

	"retrysim/policies"
	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/model"
)

// maker draws the parts of a plan. Draws that fail shrink towards the first
// choice and the smallest number, so these are the plain ones.
type maker struct{ *rapid.T }

// of draws one of the choices.
func of[V any](m maker, label string, choices ...V) V {
	return rapid.SampledFrom(choices).Draw(m.T, label)
}

func (m maker) n(label string, lo, hi int) int { return rapid.IntRange(lo, hi).Draw(m.T, label) }

func (m maker) yes(label string) bool { return rapid.Bool().Draw(m.T, label) }

// at draws a time up to a bound, often a whole second.
func (m maker) at(label string, most time.Duration) time.Duration {
	if m.yes(label + " whole") {
		return time.Duration(m.n(label, 0, int(most/time.Second))) * time.Second
	}
	return time.Duration(rapid.Int64Range(0, int64(most)).Draw(m.T, label))
}

// plan draws a valid plan of at most a few thousand attempts.
func (m maker) plan() *sim.Plan {
	p := &sim.Plan{
		Scenario: "random", Row: "random", Seed: rapid.Uint64().Draw(m.T, "seed"),
		Until: time.Duration(m.n("until", 1, 10)) * time.Second,
		Bin:   of(m, "bin", time.Second, 300*time.Millisecond), Window: of(m, "window", time.Second, 10*time.Millisecond),
		JobLimit: int64(m.n("job limit", 1, 150)),
		Queue:    m.queue(), Workers: m.workers(), Dead: m.dead(),
	}
	p.Horizon = p.Until * time.Duration(of(m, "horizon", 10, 2, 1))
	p.WarmUp = of(m, "warm-up", 0, p.Until/2, p.Until)
	for i := range m.n("stations", 1, 2) {
		p.Stations = append(p.Stations, m.rarely(m.station(fmt.Sprint("station", i))))
	}
	m.inShards(p)
	m.autoscalers(p)
	for range m.n("policies", 1, 3) {
		p.Policies = append(p.Policies, m.policy())
	}
	for _, use := range p.Policies {
		if use.Policy.MaxAttempts > 0 {
			continue
		}
		p.Workers.ClockSkew = model.Law{} // a clock that is behind by the wait makes attempts at one instant for ever
		if p.Workers.Lock > 0 {           // and so do lost locks alone
			p.Workers.Lock = max(p.Workers.Lock, 500*time.Millisecond)
		}
	}
	for i := range m.n("types", 1, 3) {
		p.Types = append(p.Types, m.jobType(p, i))
	}
	if m.yes("common") {
		s := m.source("common", p)
		for i := range p.Types {
			s.Types = append(s.Types, model.TypeWeight{Type: i, Weight: float64(m.n("weight", 1, 3))})
		}
		p.Common = []model.Source{s}
	}
	for i := range m.n("faults", 0, 4) {
		p.Faults = append(p.Faults, m.sound(p, m.striking(p, m.fault(p, i))))
	}
	for i := range m.n("actions", 0, 3) {
		p.Actions = append(p.Actions, m.action(p, i))
	}
	for i := range m.n("alerts", 0, 3) {
		p.Alerts = append(p.Alerts, m.alert(i))
	}
	m.deadRules(p)
	m.keys(p)
	m.budgets(p)
	m.parked(p)
	return p
}

func (m maker) queue() model.Queue {
	q := model.Queue{
		Order: of(m, "order", model.FIFO, model.LIFO, model.Priority, model.Fair), Room: of(m, "room", model.Unlimited, model.Unlimited, 40, 3, 0),
		InWorker: m.yes("in worker"), Review: of(m, "review", 0, 700*time.Millisecond), WhenFree: m.yes("when free"),
		MaxReceives: of(m, "max receives", 0, 0, 2, 1),
	}
	if q.Review > 0 {
		q.Poller = model.Poller{
			Count: of(m, "pollers", 0, 3), Gap: m.law("gaps", q.Review), Jitter: of(m, "poll jitter", 0, 0.5, 1),
			Same: m.yes("same phase"), Batch: of(m, "batch", 0, 1, 5),
		}
		if q.Poller.Gap.Set() && q.Poller.Gap.Mean() == 0 {
			q.Poller.Gap = model.Law{}
		}
	}
	q.InMemory = !q.InWorker && m.yes("in memory")
	return q
}

func (m maker) workers() model.Workers {
	k := model.Workers{
		Count: of(m, "workers", model.Unlimited, 3, 1, 10, 3, 1, 10, 0),
		Lock:  of(m, "lock", 0, 10*time.Second, 500*time.Millisecond, 30*time.Millisecond),
		Renew: m.yes("renew"), LockCoversSleep: m.yes("lock covers sleep"),
		StaleAfter: of(m, "stale", 0, time.Second), RequeueStale: m.yes("requeue"),
		StallsApart: m.yes("stalls apart"), MaxStalls: of(m, "max stalls", 0, 1, 3, 20), // without a limit, a lock of 0s is lost at one instant for ever
		AckAtStart: of(m, "ack at start", false, false, true), Disconnect: of(m, "disconnect", 0, 0, 200*time.Millisecond),
	}
	if k.Count > 0 {
		k.Processes, k.Prefetch = m.n("processes", 0, min(3, k.Count)), of(m, "prefetch", 0, 1, 5)
		k.ClockSkew = m.law("clock skew", 300*time.Millisecond)
	}
	return k
}

func (m maker) dead() model.DeadLetters {
	return model.DeadLetters{
		Enabled: m.yes("dlq"), InPlace: of(m, "in place", false, false, true), Dedupe: m.yes("dedupe"),
		Keep: of(m, "keep", 0, 2*time.Second), Limit: of(m, "limit", 0, 1, 10), Refuse: m.yes("refuse"),
		FromEnqueue: m.yes("age from enqueue"), KeepsClock: m.yes("keeps clock"),
	}
}

// law draws a duration law around a mean, none among them.
func (m maker) law(label string, mean time.Duration) model.Law {
	return of(m, label, model.Law{}, law(chance.Constant{Value: mean}), law(chance.Exponential{Average: mean}),
		law(chance.Uniform{High: 2 * mean}), law(chance.Constant{}), law(chance.Pareto{Minimum: mean / 2, Alpha: 1.5}))
}

func (m maker) limit(label string) model.RateLimit {
	return of(m, label, model.RateLimit{}, model.RateLimit{}, model.RateLimit{}, model.RateLimit{}, model.RateLimit{},
		model.RateLimit{Allow: 3, Per: time.Second, Status: 429, UntilReset: true},
		model.RateLimit{Allow: 1, Per: 100 * time.Millisecond, Status: 503, RetryAfter: 500 * time.Millisecond},
		model.RateLimit{Per: 2 * time.Second, Status: 429}, // allows nothing
		model.RateLimit{Kind: model.SlidingWindow, Allow: 3, Per: time.Second, Status: 429, UntilReset: true},
		model.RateLimit{Kind: model.SlidingWindow, Per: time.Second, Status: 429, UntilReset: true},
		model.RateLimit{Kind: model.TokenBucket, Allow: 7, Per: 3 * time.Second, Burst: 5, Status: 429, UntilReset: true},
		model.RateLimit{Kind: model.TokenBucket, Per: time.Second, Burst: 1, Status: 429, UntilReset: true},
		model.RateLimit{Kind: model.Concurrency, Allow: 2, Status: 503, UntilReset: true},
		model.RateLimit{Kind: model.Concurrency, Status: 503, RetryAfter: time.Second})
}

func (m maker) station(name string) model.Station {
	s := model.Station{
		Name: name, Servers: of(m, "servers", model.Unlimited, 1, 3, 1, 3, 8, 8, 0), Service: m.law("service", 100*time.Millisecond),
		Room: of(m, "waiting room", model.Unlimited, model.Unlimited, 0, 2), Order: of(m, "discipline", model.FIFO, model.LIFO, model.Priority, model.Fair),
		RefuseStatus: of(m, "refusal", 503, 429, 404), RefusalCost: of(m, "refusal cost", 0, 20*time.Millisecond),
		Limit: m.limit("rate limit"), Silent: of(m, "silent", false, false, true),
		Drop:      of(m, "drop", model.DropNone, model.DropNone, model.DropExpired, model.DropHopeless),
		CoDel:     of(m, "codel", model.CoDel{}, model.CoDel{}, model.CoDel{Target: 20 * time.Millisecond, Interval: 100 * time.Millisecond}),
		Slowdown:  of(m, "slowdown", model.Slowdown{}, model.Slowdown{}, model.Slowdown{From: 1, PerCall: 0.5}),
		ColdStart: of(m, "cold start", model.ColdStart{}, model.ColdStart{}, model.ColdStart{Factor: 4, Calls: 20, AtStart: m.yes("at start")}),
	}
	switch m.n("contention", 0, 5) {
	case 5:
		s.Slot = of(m, "slot", 20*time.Millisecond, time.Second)
	case 4:
		s.Leg = law(chance.Normal{Average: 10 * time.Millisecond, SD: 2 * time.Millisecond})
	}
	return s
}

// policy draws a policy from its words, as every front door does.
func (m maker) policy() sim.PolicyUse {
	words := []string{
		of(m, "backoff", "backoff none", "backoff fixed base 300ms", "backoff exponential base 100ms factor 3",
			"backoff linear base 200ms step 100ms", "ladder 0s,100ms,1s", "backoff decorrelated base 100ms",
			"backoff decorrelated_redrawn base 100ms", "backoff polynomial power 2 unit 100ms",
			"backoff decorrelated_clipped base 100ms", "backoff decorrelated_rising base 100ms",
			"backoff decorrelated_smooth base 100ms", "backoff exponential_then_linear base 100ms growths 2",
			"backoff compounding base 100ms spread 0.5 ceiling 2s", "backoff drawn_step base 100ms step 50ms spread 0.2",
			"backoff fibonacci base 100ms", "backoff slots slot 100ms growths 3",
			"backoff exponential base 100ms factor 1.5 grain 10ms hold 2 growths 3"),
		of(m, "jitter", "", "jitter full", "jitter equal", "jitter.plus_minus 0.5", "jitter.added 200ms", "jitter.shorten 0.3",
			"jitter exponential", "jitter.stretch 1", "jitter.between 0.5,1.5", "jitter.within 0.3", "jitter above_base",
			"jitter.growing 100ms spread_steps 3", "jitter.whole 50ms", "jitter.percent 20 spread_from 2"),
		of(m, "cap", "", "cap 1s"), of(m, "floor", "", "floor 150ms"), of(m, "cap order", "", "order jitter_then_cap", "order cap_jitter_cap", "order cap_or_jitter",
			"order jitter_then_redraw redraw 0.5"),
		of(m, "first waits", "", "", "at_once 1", "offset 50ms"),
		of(m, "round", "", "round 250ms"), of(m, "elapsed", "", "elapsed_limit 3s"),
		of(m, "patience", "", "", "timeout 150ms", "timeout none"), of(m, "anchor", "", "anchor taken"),
		of(m, "retry", "", "retry all", "retry all", "retry 5xx,timeout,409", "retry none"),
		of(m, "hint", "", "hint.obey true", "hint.obey true hint.lower_bound true hint.most 2s",
			"hint.obey true hint.lower_bound true hint.most_beyond 100ms",
			"hint.obey true hint.give_up_beyond 800ms hint.missing 100ms hint.spread 50ms"),
		"max_attempts " + of(m, "attempts", "1", "2", "4", "6"),
	}
	if m.n("for ever", 0, 9) == 9 { // the floor keeps a hopeless job from trying without end at one instant
		words = append(words[:len(words)-1], "floor 400ms", "max_attempts unlimited")
	}
	u, err := usePolicy(strings.Fields(strings.Join(words, " ")))
	if err != nil {
		m.Skip(err) // two words that do not go together
	}
	return u
}

// usePolicy builds a policy from flat words; a later word wins.
func usePolicy(words []string) (sim.PolicyUse, error) {
	var s policies.Spec
	for i := 0; i+1 < len(words); i += 2 {
		if err := s.Set(words[i], words[i+1], fmt.Sprint("word ", i)); err != nil {
			return sim.PolicyUse{}, err
		}
	}
	p, _, err := s.Build("random")
	return sim.PolicyUse{Name: "random", Text: strings.Join(words, " "), Policy: p}, err
}

func (m maker) source(name string, p *sim.Plan) model.Source {
	if m.n("closed", 0, 3) == 3 {
		return model.Source{
			Name: name, Clients: m.n("clients", 1, 5),
			Think: of(m, "think", law(chance.Constant{Value: 100 * time.Millisecond}), law(chance.Exponential{Average: time.Second}), model.Law{}),
		}
	}
	return from(name, of[model.Arrivals](m, "arrivals", at(0), model.Burst{Jobs: m.n("burst", 1, 60), At: m.at("burst at", p.Until)},
		model.Steady{Rate: 7}, model.Poisson{Rate: 15}, model.Batches{Size: 5, Every: time.Second},
		model.BatchPoisson{Rate: 2, Size: model.ParetoSize{Minimum: 1, Alpha: 1.1, Most: 30}},
		model.MMPP{States: []model.RateState{{Rate: 40, Stay: 300 * time.Millisecond}, {Rate: 1, Stay: time.Second}}},
		model.Profile{Points: []model.RatePoint{{}, {At: time.Second, Rate: 20}}, Repeat: 3 * time.Second},
		model.Renewal{Gap: chance.Uniform{High: 200 * time.Millisecond}},
		model.Schedule{Start: "2026-10-25T00:59:58", Zone: "UTC", Cron: "*/2 * * * * *", Clients: 9, Spread: "random", Over: 5 * time.Second}))
}

func (m maker) jobType(p *sim.Plan, i int) model.JobType {
	t := model.JobType{
		Name: fmt.Sprint("type", i), Sources: []model.Source{m.source("live", p)},
		Timeout: of(m, "timeout", 0, 0, 200*time.Millisecond, 20*time.Millisecond), Cancels: m.yes("cancels"),
		Deadline: of(m, "deadline", 0, 0, 0, 2*time.Second, 300*time.Millisecond), Priority: m.n("priority", 0, 2),
		Replayable: of(m, "replayable", 1.0, 0.5, 0),
		Policy:     m.n("policy", 0, len(p.Policies)-1), Payload: of(m, "payload", "", `{"to": 1}`),
		Size: of[model.Size](m, "size", nil, nil, model.ConstantSize{Jobs: 3}, model.ParetoSize{Minimum: 1, Alpha: 1.2, Most: 1000}),
	}
	if m.n("subjects go", 0, 3) == 3 {
		t.Gone = m.law("gone", 3*time.Second)
	}
	if m.n("impatient", 0, 3) == 3 {
		t.Deadline, t.Patience = 0, m.law("patience", 500*time.Millisecond)
	}
	if m.n("permanent", 0, 2) == 2 {
		t.Permanent = []model.Outcome{{Class: policies.BadRequest, Status: 400, Share: 0.2}, {Class: policies.Bug, Share: 0.1}}
	}
	for k := range m.n("steps", 1, 3) {
		t.Steps = append(t.Steps, model.Step{
			Name: fmt.Sprint("step", k), Station: m.n("station", 0, len(p.Stations)-1),
			Effect: model.Effect{
				Name:  of(m, "effect", "", "charge", "mail"),
				Guard: of(m, "guard", model.GuardNone, model.GuardIdempotencyKey, model.GuardUnique, model.GuardCheckThenInsert),
				Scope: of(m, "scope", model.ScopeOriginalJob, model.ScopeJob, model.ScopeAttempt),
			},
		})
	}
	return t
}

func (m maker) action(p *sim.Plan, i int) model.Action {
	a := model.Action{
		Name: fmt.Sprint("action", i), At: m.at("action at", p.Horizon), Kind: model.ActionKind(m.n("action", 0, int(model.Actions)-1)),
		Match: model.Match{
			JobType: m.n("of type", -1, len(p.Types)-1), Error: of(m, "of error", "", "server"),
			OlderThan: of(m, "older", 0, 500*time.Millisecond),
		},
		Rate: of(m, "replay rate", 0.0, 5), Policy: m.n("replay policy", -1, len(p.Policies)-1),
		Most: of(m, "most", 0.0, 3, 40), Station: m.n("scaled", 0, len(p.Stations)-1), Enabled: m.yes("enabled"),
		Share: of(m, "switch share", 1, 0.5), Count: of(m, "scale count", 0, 1, 7), Factor: of(m, "scale factor", 2, 0.5),
	}
	a.Batch, a.Newest = of(m, "replay batch", 0, 3), m.yes("newest first")
	m.bitByBit(p, &a)
	if a.Kind == model.DoSwitch {
		a.Policy = max(0, a.Policy)
	}
	if m.yes("scale workers") && p.Workers.Count > 0 {
		a.Target = model.TargetWorkers
	}
	for t := range p.Types {
		if m.yes("aimed") {
			a.Types = append(a.Types, t)
		}
	}
	if m.yes("when") {
		a.When = model.Watch{
			Gauge: model.WatchGauge(m.n("watch", 1, int(model.WatchInFlight))), Station: a.Station, Below: m.yes("below"),
			Level: m.n("watch level", 0, 4), After: -1,
		}
	}
	return a
}

func (m maker) alert(i int) model.Alert {
	return model.Alert{
		Name: fmt.Sprint("alert", i), Kind: model.AlertKind(m.n("alert", int(model.AlertGauge), int(model.AlertGrows))),
		Gauge: of(m, "gauge", model.GaugeFailedJobs, model.GaugeDLQDepth, model.GaugeQueueDepth, model.GaugeOldestRetry, model.GaugeDLQOldest),
		Above: m.yes("above"), Level: float64(m.n("level", 0, 5)), Over: of(m, "over", time.Second, 3*time.Second),
		Scope: of(m, "alert scope", model.PerQueue, model.PerJobType, model.PerJob, model.PerError), Every: m.yes("every"), Pages: m.yes("pages"),
	}
}
