package sim_test

import (
	"slices"
	"testing"
	"time"

	"retrysim/policies"
	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/model"
)

// pair is a plan of two jobs at once for one server that takes 1 s each.
func pair(t *testing.T, p sim.PolicyUse, f model.Fault, change ...func(*sim.Plan)) *sim.Plan {
	f.Name, f.End = "fault", time.Hour
	return plan(t, model.Burst{Jobs: 2}, p, append([]func(*sim.Plan){func(p *sim.Plan) {
		p.Stations[0].Servers, p.Stations[0].Service = 1, law(chance.Constant{Value: sec})
		p.Faults = []model.Fault{f}
	}}, change...)...)
}

// What the callers of two jobs see of one server under each effect.
func TestLateAnswers(t *testing.T) {
	constant := law(chance.Constant{Value: 5 * sec})
	for _, c := range []struct {
		name  string
		fault model.Fault
		want  []float64
	}{
		{"multiplied: no server is held", model.Fault{Kind: model.FaultLatency, Multiply: 3}, []float64{3, 4}},
		{"multiplied and added", model.Fault{Kind: model.FaultLatency, Multiply: 3, Latency: constant}, []float64{8, 9}},
		{"replaced: the server is held", model.Fault{Kind: model.FaultLatency, Replace: constant}, []float64{5, 10}},
		{"slow body: no server is held", model.Fault{Kind: model.FaultSlowBody, Share: 1, Latency: constant}, []float64{6, 7}},
		{"slow body of nobody", model.Fault{Kind: model.FaultSlowBody, Latency: constant}, []float64{1, 2}},
	} {
		_, facts := play(t, pair(t, onlyOnce(t), c.fault))
		if got := times(facts, "success"); !slices.Equal(got, c.want) {
			t.Errorf("%s: answers at %v, want %v", c.name, got, c.want)
		}
	}
}

// A body that trickles longer than the caller waits times out: its work was
// done, its worker held to the end.
func TestSlowBodyTimesOut(t *testing.T) {
	f := model.Fault{Kind: model.FaultSlowBody, Share: 1, Latency: law(chance.Constant{Value: 5 * sec})}
	_, facts := play(t, pair(t, onlyOnce(t), f, func(p *sim.Plan) {
		p.Types[0].Timeout = 3 * sec
		p.Types[0].Steps[0].Effect.Name = "charge"
		p.Workers.Count = 1
	}))
	if got, want := times(facts, "timeout"), []float64{3, 6}; !slices.Equal(got, want) {
		t.Errorf("timeouts %v, want %v: the only worker waits for them", got, want)
	}
	if got, want := times(facts, "effect"), []float64{1, 4}; !slices.Equal(got, want) {
		t.Errorf("effects %v, want %v", got, want)
	}
}

// A connection reset at its arrival costs no service and has no effect; one
// reset instead of the answer has both, so a retry does it twice.
func TestReset(t *testing.T) {
	for _, c := range []struct {
		answer  bool
		resets  []float64
		effects int
	}{{false, []float64{0, 0, 10, 10}, 0}, {true, []float64{1, 2, 12, 13}, 4}} {
		f := model.Fault{Kind: model.FaultReset, Share: 1, Answer: c.answer}
		_, facts := play(t, pair(t, policy(t, "backoff", "fixed", "base", "10s", "max_attempts", "2", "retry", "connection"), f, func(p *sim.Plan) {
			p.Types[0].Steps[0].Effect.Name = "charge"
		}))
		var got []float64
		for _, f := range facts {
			if f.Class == policies.Connection.String() && (f.Event == "failure" || f.Event == "reject") {
				got = append(got, f.At.Seconds())
			}
		}
		if n := len(times(facts, "effect")); !slices.Equal(got, c.resets) || n != c.effects {
			t.Errorf("answer %v: reset at %v with %d effects, want %v with %d", c.answer, got, n, c.resets, c.effects)
		}
	}
}

// The hints of incident cluster C6, as policies treat them: an unusable hint
// counts as none, never below the floor, and never resets the exponent.
func TestHintFaults(t *testing.T) {
	obey := []string{"hint.obey", "true", "backoff", "exponential", "base", "4s", "factor", "2", "floor", "2s", "max_attempts", "3"}
	for _, c := range []struct {
		name  string
		hint  model.Hint
		words []string
		want  []float64 // attempts of one job
	}{
		{"right", model.Hint{}, nil, []float64{0, 30, 60}},
		{"zero", model.Hint{Kind: model.HintSays}, nil, []float64{0, 4, 12}},
		{"zero, honoured", model.Hint{Kind: model.HintSays}, []string{"hint.honour_zero", "true"}, []float64{0, 2, 4}},
		{"negative, past or garbage", model.Hint{Kind: model.HintUnread}, nil, []float64{0, 4, 12}},
		{"missing", model.Hint{Kind: model.HintMissing}, nil, []float64{0, 4, 12}},
		{"missing, with a stand-in", model.Hint{Kind: model.HintMissing}, []string{"hint.missing", "7s"}, []float64{0, 7, 14}},
		{"garbage is not missing", model.Hint{Kind: model.HintUnread}, []string{"hint.missing", "7s"}, []float64{0, 4, 12}},
		{"huge", model.Hint{Kind: model.HintSays, After: time.Hour}, nil, []float64{0, 3600, 7200}},
		{"huge, capped", model.Hint{Kind: model.HintSays, After: time.Hour}, []string{"hint.most", "1m"}, []float64{0, 60, 120}},
		{"huge, given up", model.Hint{Kind: model.HintSays, After: time.Hour}, []string{"hint.give_up_beyond", "10m"}, []float64{0}},
		{"larger than the time left", model.Hint{Kind: model.HintSays, After: time.Hour}, []string{"elapsed_limit", "10m"}, []float64{0}},
		{"beyond the end of time", model.Hint{Kind: model.HintSays, After: 1<<63 - 1}, nil, []float64{0}},
		{"skewed by 20 s", model.Hint{Kind: model.HintShorter, Shorter: 20 * sec}, nil, []float64{0, 10, 20}},
		{"skewed into the past", model.Hint{Kind: model.HintShorter, Shorter: time.Minute}, nil, []float64{0, 4, 12}},
		{"ignored", model.Hint{Kind: model.HintSays, After: time.Hour}, []string{"hint.obey", "false"}, []float64{0, 4, 12}},
	} {
		_, facts := play(t, plan(t, at(0), policy(t, append(slices.Clone(obey), c.words...)...), func(p *sim.Plan) {
			p.Stations[0].Limit = model.RateLimit{Per: sec, Status: 429, RetryAfter: 30 * sec} // allows nothing
			p.Faults = []model.Fault{{Name: "hint", End: 10 * time.Hour, Kind: model.FaultRetryAfter, Hint: c.hint}}
		}))
		if got := times(facts, "start"); !slices.Equal(got, c.want) {
			t.Errorf("%s: attempts at %v, want %v", c.name, got, c.want)
		}
	}
}

// All clients get the same hint: they come back at one instant, unless the
// policy spreads them.
func TestSameHintIsAHerd(t *testing.T) {
	herd := func(words ...string) float64 {
		p := policy(t, append([]string{"hint.obey", "true", "backoff", "fixed", "base", "1s", "max_attempts", "2"}, words...)...)
		f := outage(0, 10*sec)
		f.Hint = model.Hint{Kind: model.HintSays, After: 30 * sec}
		o, _ := play(t, plan(t, model.Steady{Rate: 100}, p, func(p *sim.Plan) {
			p.Types[0].Sources = []model.Source{from("burst", model.Burst{Jobs: 1000})}
			p.Faults = []model.Fault{f}
		}))
		return value(t, o, "peak_retries_per_s")
	}
	if a, b := herd(), herd("hint.spread", "30s"); a != 1000 || b > 60 {
		t.Errorf("retries peak at %v/s and, spread over 30 s, %v/s; want 1000 and about 35 to 60", a, b)
	}
}

// A poisoned job kills its worker's process, which takes twice as long to come
// back each time; with five deliveries it is down 10 + 20 + 40 + 60 + 60 s.
func TestPoison(t *testing.T) {
	o, facts := play(t, plan(t, at(0), policy(t, "max_attempts", "5", "retry", "all"), func(p *sim.Plan) {
		p.Workers.Count, p.Workers.Lock = 4, 5*sec
		p.Faults = []model.Fault{{
			Name: "poison", End: time.Hour, Kind: model.FaultPoison, Target: model.TargetWorkers, Count: 4,
			Restart: 10 * sec, RestartFactor: 2, RestartCap: time.Minute,
		}}
	}))
	want := []float64{0, 10, 30, 70, 130}
	if got := times(facts, "take"); !slices.Equal(got, want) {
		t.Errorf("taken at %v, want %v", got, want)
	}
	if n := len(times(facts, "crash")); n != 20 || o.Ledger.DeadLettered != 1 {
		t.Errorf("%d workers died, %d dead; want 5 x 4 and 1", n, o.Ledger.DeadLettered)
	}
}

// A rush: of 1,000 clients that would pause for an hour a fifth sends at once;
// each of them then pauses anew.
func TestRush(t *testing.T) {
	_, facts := play(t, plan(t, at(0), onlyOnce(t), func(p *sim.Plan) {
		p.Types[0].Sources = []model.Source{{Name: "app", Clients: 1000, Think: law(chance.Constant{Value: time.Hour})}}
		p.Until, p.Horizon = 3*time.Hour, 4*time.Hour
		p.Faults = []model.Fault{{Name: "rush", Start: time.Minute, End: time.Minute, Kind: model.FaultRush, Target: model.TargetClients, Share: 0.2}}
	}))
	count := map[float64]int{}
	for _, at := range times(facts, "arrive") {
		count[at]++
	}
	n := count[60]
	if n < 150 || n > 250 || count[3660] != n || count[3600] != 1000-n || count[7200] != 1000-n {
		t.Errorf("arrivals by time %v, want about 200 at 60 s, as many an hour later, and the others on the hour", count)
	}
}

// Clients that one fault hits fail at every job, the others never.
func TestShareOfClients(t *testing.T) {
	f := outage(0, time.Hour)
	f.Scope = model.FaultScope{Share: 0.3, ByClient: true}
	o, _ := play(t, faulted(t, onlyOnce(t), f, func(p *sim.Plan) {
		p.Types[0].Sources = []model.Source{{Name: "app", Clients: 200, Think: law(chance.Constant{Value: 10 * sec})}}
	}))
	if n := o.Ledger.DeadLettered; n%5 != 0 || n < 5*40 || n > 5*80 || o.Ledger.Jobs != 1000 {
		t.Errorf("%d of %d jobs dead, want 5 for each of about 60 clients", n, o.Ledger.Jobs)
	}
}

// Identical seeds on all workers make a herd of full jitter, as dense as
// without any.
func TestSameSeed(t *testing.T) {
	herd := func(same bool) float64 {
		o, _ := play(t, plan(t, model.Burst{Jobs: 500}, policy(t, "backoff", "fixed", "base", "60s", "jitter", "full", "max_attempts", "2"), func(p *sim.Plan) {
			p.Faults = []model.Fault{outage(0, sec)}
			if same {
				p.Faults = append(p.Faults, model.Fault{Name: "seed", End: sec, Kind: model.FaultSameSeed, Target: model.TargetWorkers})
			}
		}))
		return value(t, o, "peak_retries_per_s")
	}
	if a, b := herd(true), herd(false); a != 500 || b > 50 {
		t.Errorf("retries peak at %v/s with one seed and %v/s with many; want 500 and about 20", a, b)
	}
}

// Kill above load (incident B11 in small): up to 20 jobs at once are served in
// 2 s; when more are in flight, everything is lost and times out at 10 s. The
// 21st call is lost itself. The book tells when the condition held.
func TestKillAboveLoad(t *testing.T) {
	for _, c := range []struct {
		jobs            int
		completed, dead int64
	}{{20, 20, 0}, {21, 0, 21}} {
		f := model.Fault{End: time.Hour, Kind: model.FaultCut, Loses: true, While: 20}
		o, facts := play(t, plan(t, model.Burst{Jobs: c.jobs}, onlyOnce(t), func(p *sim.Plan) {
			p.Types[0].Timeout = 10 * sec
			p.Stations[0].Service = law(chance.Constant{Value: 2 * sec})
			p.Faults = []model.Fault{f}
		}))
		if o.Ledger.Completed != c.completed || o.Ledger.DeadLettered != c.dead {
			t.Errorf("%d jobs: %d completed, %d dead; want %d and %d", c.jobs, o.Ledger.Completed, o.Ledger.DeadLettered, c.completed, c.dead)
		}
		starts, ends := times(facts, "fault_start"), times(facts, "fault_end")
		if c.dead > 0 && (!slices.Equal(starts, []float64{0}) || !slices.Equal(ends, []float64{10})) {
			t.Errorf("%d jobs: the condition holds from %v to %v, want 0 to 10", c.jobs, starts, ends)
		}
		if c.dead == 0 && len(starts) > 0 {
			t.Errorf("20 jobs: the condition holds from %v", starts)
		}
	}
}
