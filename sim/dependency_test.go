package sim_test

import (
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/model"
)

// once calls a station as a change leaves it, at the given times, and never
// again.
func once(t *testing.T, a model.Arrivals, change func(s *model.Station), more ...func(*sim.Plan)) []sim.Fact {
	t.Helper()
	changes := append([]func(*sim.Plan){func(q *sim.Plan) { change(&q.Stations[0]) }}, more...)
	_, facts := play(t, plan(t, a, policy(t, "max_attempts", "1"), changes...))
	return facts
}

const ms = time.Millisecond

// Two calls a second, or one at once, by each way of counting. In the bucket
// there is 1 token at 1 s: 2 - 1 at 0.5 s, + 0.2 - 1 at 0.6 s, + 0.8.
func TestLimitKinds(t *testing.T) {
	for _, c := range []struct {
		kind  model.LimitKind
		allow int
		want  []float64
	}{
		{model.FixedWindow, 2, []float64{0.9, 1.1, 1.2, 1.5, 1.55, 1.6}},
		{model.SlidingWindow, 2, []float64{0.9, 1, 1.1, 1.2, 1.55}},
		{model.TokenBucket, 2, []float64{0.9, 1.1, 1.2, 1.55, 1.6}},
		{model.Concurrency, 1, []float64{0.6, 1, 1.1, 1.55, 1.6}},
		{model.SlidingWindow, 0, []float64{0.5, 0.6, 0.9, 1, 1.05, 1.1, 1.2, 1.5, 1.55, 1.6}},
	} {
		calls := []float64{0.5, 0.6, 0.9, 1, 1.1, 1.2, 1.5, 1.55, 1.6}
		if c.kind == model.FixedWindow || c.allow == 0 {
			calls = []float64{0.5, 0.6, 0.9, 1, 1.05, 1.1, 1.2, 1.5, 1.55, 1.6}
		}
		facts := once(t, at(calls...), func(s *model.Station) {
			s.Service = law(chance.Constant{Value: 250 * ms})
			s.Limit = model.RateLimit{Kind: c.kind, Allow: c.allow, Per: time.Second, Burst: 2, Status: 429}
		})
		if d := cmp.Diff(c.want, times(facts, "reject")); d != "" {
			t.Errorf("%v of %d: refused (-want +got):\n%s", c.kind, c.allow, d)
		}
	}
}

// The hint is the time until a call can pass again, in whole seconds.
func TestLimitHints(t *testing.T) {
	for _, c := range []struct {
		limit model.RateLimit
		want  time.Duration // the end of the hint of the second call at 3 s
	}{
		{model.RateLimit{Kind: model.FixedWindow, Allow: 1}, 10 * time.Second},
		{model.RateLimit{Kind: model.SlidingWindow, Allow: 1}, 11 * time.Second}, // 7.5 s are left
		{model.RateLimit{Kind: model.TokenBucket, Allow: 1, Burst: 1}, 11 * time.Second},
		{model.RateLimit{Kind: model.TokenBucket, Allow: 4, Burst: 1}, 6 * time.Second}, // the first at 3 s takes its token, 2.5 s
	} {
		c.limit.Per, c.limit.Status, c.limit.UntilReset = 10*time.Second, 429, true
		facts := once(t, at(0.5, 3, 3), func(s *model.Station) { s.Limit = c.limit })
		var got time.Duration
		for _, f := range facts {
			if f.Event == "reject" {
				got = f.Due
			}
		}
		if got != c.want {
			t.Errorf("%+v: hint until %v, want %v", c.limit, got, c.want)
		}
	}
}

// Tokens stay when a fault changes the limit: of 10, 4 are gone; 6 more pass
// in the fault, which refills 1 in 10 s.
func TestBucketKeepsTokens(t *testing.T) {
	own := model.RateLimit{Kind: model.TokenBucket, Allow: 1, Per: time.Hour, Burst: 10, Status: 429}
	low := own
	low.Per = 10 * time.Second
	facts := once(t, at(0, 0, 0, 0, 2, 2, 2, 2, 2, 2, 2, 12), func(s *model.Station) { s.Limit = own }, func(q *sim.Plan) {
		q.Faults = []model.Fault{{Name: "low", Start: time.Second, End: time.Minute, Kind: model.FaultRateLimit, Limit: low}}
	})
	if d := cmp.Diff([]float64{2}, times(facts, "reject")); d != "" {
		t.Errorf("refused (-want +got):\n%s", d)
	}
}

// A call that finds no room is lost in silence: its caller gives up.
func TestSilentWhenFull(t *testing.T) {
	facts := once(t, at(0, 1), func(s *model.Station) {
		s.Servers, s.Room, s.Silent, s.Service = 1, 0, true, law(chance.Constant{Value: 10 * time.Second})
	}, func(q *sim.Plan) { q.Types[0].Timeout = 11 * time.Second })
	if len(times(facts, "reject")) > 0 || cmp.Diff([]float64{12}, times(facts, "timeout")) != "" {
		t.Errorf("refused at %v, timed out at %v, want the second call to time out at 12 s", times(facts, "reject"), times(facts, "timeout"))
	}
}

// Dropping costs what a refusal costs: the callers of the second and third call
// give up at 0.5 s, the server says so from 1 s to 1.5 s.
func TestDropCosts(t *testing.T) {
	facts := once(t, at(0, 0, 0, 1.1), func(s *model.Station) {
		s.Servers, s.Drop, s.RefusalCost, s.Service = 1, model.DropExpired, 250*ms, law(chance.Constant{Value: time.Second})
	}, func(q *sim.Plan) { q.Types[0].Timeout = 500 * ms })
	if d := cmp.Diff([]float64{1, 1.25}, times(facts, "shed")); d != "" {
		t.Errorf("dropped (-want +got):\n%s", d)
	}
	if d := cmp.Diff([]float64{1, 2.5}, times(facts, "abandoned")); d != "" {
		t.Errorf("served in vain (-want +got):\n%s", d)
	}
}

// What is hopeless is answered when its turn comes: of four calls of 1 s with a
// patience of 2.5 s, the third would end at 3 s. At 2 s it is refused, and so is
// the fourth.
func TestDropHopeless(t *testing.T) {
	facts := once(t, at(0, 0, 0, 0), func(s *model.Station) {
		s.Servers, s.Drop, s.Service = 1, model.DropHopeless, law(chance.Constant{Value: time.Second})
	}, func(q *sim.Plan) { q.Types[0].Timeout = 2500 * ms })
	for event, want := range map[string][]float64{"success": {1, 2}, "shed": {2, 2}, "reject": {2, 2}, "timeout": nil} {
		if d := cmp.Diff(want, times(facts, event)); d != "" {
			t.Errorf("%s (-want +got):\n%s", event, d)
		}
	}
}

// CoDel by hand, 20 calls of 100 ms at once, target 150 ms, interval 300 ms. The
// wait is above the target from 0.2 s on, so the first drop is at 0.5 s. The
// next are due at 0.8, 0.8 + 0.3/sqrt(2) = 1.012, + 0.3/sqrt(3) = 1.185,
// + 0.3/2 = 1.335 s, each at the first turn from then on. The last call has
// nobody behind it and is served.
func TestCoDel(t *testing.T) {
	facts := once(t, model.Burst{Jobs: 20}, func(s *model.Station) {
		s.Servers, s.Service = 1, law(chance.Constant{Value: 100 * ms})
		s.CoDel = model.CoDel{Target: 150 * ms, Interval: 300 * ms}
	})
	if d := cmp.Diff([]float64{0.5, 0.8, 1.1, 1.2, 1.4}, times(facts, "reject")); d != "" {
		t.Errorf("refused (-want +got):\n%s", d)
	}
	if got := times(facts, "success"); len(got) != 15 || got[14] != 1.5 {
		t.Errorf("served until %v, want 15 by 1.5 s", got)
	}
}

// Three calls of 1 s at once, 50 % longer for each one above 1.
func TestSlowdown(t *testing.T) {
	facts := once(t, at(0, 0, 0, 1), func(s *model.Station) {
		s.Service, s.Slowdown = law(chance.Constant{Value: time.Second}), model.Slowdown{From: 1, PerCall: 0.5}
	})
	if d := cmp.Diff([]float64{1, 1.5, 2, 3}, times(facts, "success")); d != "" {
		t.Errorf("served (-want +got):\n%s", d)
	}
}

// A service of 1 s takes 3 s when cold, and the excess halves with each call. A
// refusal makes it cold again.
func TestColdStart(t *testing.T) {
	facts := once(t, at(0, 0, 0, 0, 100, 110), func(s *model.Station) {
		s.Servers, s.Service = 1, law(chance.Constant{Value: time.Second})
		s.ColdStart = model.ColdStart{Factor: 3, Calls: 2, AtStart: true}
	}, func(q *sim.Plan) { q.Faults = []model.Fault{outage(50*time.Second, 60*time.Second)} })
	if d := cmp.Diff([]float64{3, 5, 6.5, 7.75, 103, 112}, times(facts, "success")); d != "" {
		t.Errorf("served (-want +got):\n%s", d)
	}
}

// Capacity is the most that can be served, in closed form.
func TestCapacityOfStations(t *testing.T) {
	service := law(chance.Exponential{Average: 100 * ms})
	for _, c := range []struct {
		about string
		s     model.Station
		cold  float64
		want  float64
	}{
		{"8 servers", model.Station{Servers: 8, Service: service}, 1, 80},
		{"collapse beyond 4", model.Station{Servers: 8, Service: service, Slowdown: model.Slowdown{From: 4, PerCall: 0.4}}, 1, 40},
		{"8 / 1.8 at once", model.Station{Servers: 8, Service: service, Slowdown: model.Slowdown{From: 4, PerCall: 0.2}}, 1, 80 / 1.8},
		{"towards 1 / 10 %", model.Station{Servers: model.Unlimited, Service: service, Slowdown: model.Slowdown{From: 4, PerCall: 0.1}}, 1, 100},
		{"not reached", model.Station{Servers: 3, Service: service, Slowdown: model.Slowdown{From: 4, PerCall: 0.4}}, 1, 30},
		{"5 at once", model.Station{Servers: model.Unlimited, Service: service, Limit: model.RateLimit{Kind: model.Concurrency, Allow: 5}}, 1, 50},
		{"a bucket of 20/s", model.Station{Servers: 8, Service: service, Limit: model.RateLimit{Kind: model.TokenBucket, Allow: 20, Per: time.Second, Burst: 99}}, 1, 20},
		{"cold", model.Station{Servers: 8, Service: service}, 4, 20},
		{"nothing binds", model.Station{Servers: model.Unlimited, Service: service}, 4, math.Inf(1)},
	} {
		healthy := c.s.Healthy()
		if got := c.s.ColdCapacity(&healthy, c.cold); !(got == c.want || math.Abs(got-c.want) < 1e-9) {
			t.Errorf("%s: %v, want %v", c.about, got, c.want)
		}
	}
}
