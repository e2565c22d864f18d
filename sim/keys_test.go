package sim_test

import (
	"context"
	"math"
	"testing"
	"time"

	"retrysim/policies"
	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/ledger"
	"retrysim/sim/model"
)

// noRetry is a policy that never retries.
func noRetry(t testing.TB) sim.PolicyUse {
	return policy(t, "backoff", "none", "max_attempts", "1")
}

// calls is a metric that keeps every entry of some kinds.
type calls struct{ sent, ended, done []ledger.Entry }

func (c *calls) Observe(batch []ledger.Entry) {
	for _, e := range batch {
		switch {
		case e.Kind == ledger.Sent:
			c.sent = append(c.sent, e)
		case e.Kind == ledger.Ended:
			c.ended = append(c.ended, e)
		case e.Kind == ledger.Settled && e.Bucket == ledger.Completed:
			c.done = append(c.done, e)
		}
	}
}

func (c *calls) Report(*ledger.Report) {}

// record plays a plan and keeps its calls.
func record(t testing.TB, p *sim.Plan) (*sim.Outcome, *calls) {
	t.Helper()
	c := &calls{}
	o, err := sim.Run(context.Background(), p, sim.Options{Metrics: []ledger.Metric{c}})
	if err != nil {
		t.Fatal(err)
	}
	return o, c
}

// doneOf lists when the jobs of a type were completed, in seconds.
func (c *calls) doneOf(typ uint8) []float64 {
	var out []float64
	for _, e := range c.done {
		if e.Type == typ {
			out = append(out, time.Duration(e.At).Seconds())
		}
	}
	return out
}

// tenants gives a plan a burst of jobs for each job type, at time 0.
func tenants(jobs ...int) func(*sim.Plan) {
	return func(p *sim.Plan) {
		first := p.Types[0]
		p.Types = nil
		for i, n := range jobs {
			first.Name = string(rune('a' + i))
			first.Sources = []model.Source{from("burst", model.Burst{Jobs: n})}
			p.Types = append(p.Types, first)
		}
		p.Stations[0].Service = law(chance.Constant{Value: time.Second})
	}
}

func workers(n int) func(*sim.Plan) { return func(p *sim.Plan) { p.Workers.Count = n } }

func queue(o model.Order, most int) func(*sim.Plan) {
	return func(p *sim.Plan) { p.Queue.Order, p.Queue.MostPerKey = o, most }
}

func wantTimes(t *testing.T, what string, got []float64, want ...float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %v, want %v", what, got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("%s: %v, want %v", what, got, want)
		}
	}
}

// Four jobs of a and two of b come together; one worker takes a second each.
// First in, first out ends a at 1 2 3 4 and b at 5 6. In turns: a begins, since
// it is alone when the worker looks; then a b a b a.
func TestFairTurns(t *testing.T) {
	_, c := record(t, plan(t, at(0), noRetry(t), tenants(4, 2), workers(1)))
	wantTimes(t, "b, fifo", c.doneOf(1), 5, 6)
	_, c = record(t, plan(t, at(0), noRetry(t), tenants(4, 2), workers(1), queue(model.Fair, 0)))
	wantTimes(t, "a, fair", c.doneOf(0), 1, 2, 4, 6)
	wantTimes(t, "b, fair", c.doneOf(1), 3, 5)
}

// With three workers, and one job of a key in hand at most, a key's jobs go one
// after another, whatever is free; the fair queue says the same.
func TestMostPerKey(t *testing.T) {
	for _, order := range []model.Order{model.FIFO, model.Fair} {
		_, c := record(t, plan(t, at(0), noRetry(t), tenants(3, 2), workers(3), queue(order, 1)))
		wantTimes(t, "a, one at a time", c.doneOf(0), 1, 2, 3)
		wantTimes(t, "b, one at a time", c.doneOf(1), 1, 2)
		_, c = record(t, plan(t, at(0), noRetry(t), tenants(5, 1), workers(3), queue(order, 2)))
		wantTimes(t, "a, two at a time", c.doneOf(0), 1, 1, 2, 2, 3)
		wantTimes(t, "b, two at a time", c.doneOf(1), 1)
	}
}

// A job that was passed over goes before those that came after it: a a, b b,
// c c, two workers, one job a key in hand. At 0 a and b; at 1 the second a and
// the second b, which stood before both of c; then c, one after another.
func TestPassedOverComesFirst(t *testing.T) {
	_, c := record(t, plan(t, at(0), noRetry(t), tenants(2, 2, 2), workers(2), queue(model.FIFO, 1)))
	wantTimes(t, "a", c.doneOf(0), 1, 2)
	wantTimes(t, "b", c.doneOf(1), 1, 2)
	wantTimes(t, "c", c.doneOf(2), 3, 4)
}

// A retry keeps no place in hand while it waits in the queue, and keeps it
// asleep in its worker: with one job of a key in hand, two jobs of 1 s service
// that fail once and wait 3 s end at 5 and 6, or one after another at 5 and 10.
func TestMostPerKeyCountsSleep(t *testing.T) {
	p := policy(t, "backoff", "fixed", "base", "3s", "max_attempts", "2")
	first := func(p *sim.Plan) {
		p.Faults = []model.Fault{{
			Kind: model.FaultError, End: time.Hour, Errors: []model.Outcome{{Class: policies.ServerError, Status: 500, Share: 1}},
			Scope: model.FaultScope{FirstAttempts: 1},
		}}
	}
	_, c := record(t, plan(t, at(0), p, tenants(2), workers(5), queue(model.FIFO, 1), first))
	wantTimes(t, "waits in the queue", c.doneOf(0), 5, 6)
	_, c = record(t, plan(t, at(0), p, tenants(2), workers(5), queue(model.FIFO, 1), first, func(p *sim.Plan) { p.Queue.InWorker = true }))
	wantTimes(t, "sleeps in the worker", c.doneOf(0), 5, 10)
}

// A dependency's room serves keys in turn as well: six calls of a and one of b
// at one server; b is the second to be served after the one in service.
func TestFairRoom(t *testing.T) {
	_, c := record(t, plan(t, at(0), noRetry(t), tenants(6, 1), func(p *sim.Plan) {
		p.Stations[0].Servers, p.Stations[0].Order = 1, model.Fair
	}))
	wantTimes(t, "b", c.doneOf(1), 3)
	wantTimes(t, "a", c.doneOf(0), 1, 2, 4, 5, 6, 7)
}

// A caller who gives up voids its place in the room, which costs its key no
// turn. One server of 1 s: two calls of a until 2 s. Of b, one has left at 1.5 s
// and one came at 1.6 s; at 2 s that one is served, and c after it.
func TestVoidPlacesCostNoTurn(t *testing.T) {
	_, c := record(t, plan(t, at(0), noRetry(t), tenants(2, 1, 1), func(p *sim.Plan) {
		p.Stations[0].Servers, p.Stations[0].Order = 1, model.Fair
		p.Types[1].Timeout, p.Types[1].Cancels = 1500*time.Millisecond, true
		p.Types[1].Sources = append(p.Types[1].Sources, from("late", model.Burst{Jobs: 1, At: 1600 * time.Millisecond}))
	}))
	wantTimes(t, "b", c.doneOf(1), 3)
	wantTimes(t, "c", c.doneOf(2), 4)
}

// keyed gives the only job type keys.
func keyed(n int, skew float64) func(*sim.Plan) {
	return func(p *sim.Plan) { p.Types[0].Keys = model.Keys{Count: n, Skew: skew} }
}

// Of 10,000 jobs on four keys at skew 1 about 12/25 belong to the first; the
// standard error is sqrt(0.48 x 0.52 / 10,000) = 0.5 %.
func TestKeysFollowZipf(t *testing.T) {
	_, c := record(t, plan(t, model.Burst{Jobs: 10_000}, noRetry(t), keyed(4, 1)))
	var n [4]float64
	for _, e := range c.sent {
		n[e.Key]++
	}
	for k, parts := range []float64{12, 6, 4, 3} {
		share := parts / 25
		if se := math.Sqrt(share * (1 - share) / 10_000); math.Abs(n[k]/10_000-share) > 4.5*se {
			t.Errorf("key %d has %v of 10,000 jobs, want about %v of all", k, n[k], share)
		}
	}
}

// The metrics count each key once: of key a all 20 jobs are done, at 1 to 20 s
// (one worker), so 10.5 s in the mean; of b none of 20, it fails for good; of c
// its one job, at 21 s. In the middle of 10.5, 21 and never stands 21.
func TestKeyMetrics(t *testing.T) {
	o, _ := record(t, plan(t, at(0), noRetry(t), tenants(20, 20, 1), workers(1), func(p *sim.Plan) {
		p.Types[0].Keys.Count = 1
		p.Types[1].Sources = []model.Source{from("late", model.Burst{Jobs: 20, At: time.Minute})}
		p.Types[1].Permanent = []model.Outcome{{Class: policies.BadRequest, Status: 400, Share: 1}}
		p.Types = append(p.Types, p.Types[2]) // keys that never come tell nothing
		p.Types[3].Name, p.Types[3].Sources = "d", []model.Source{from("none", model.Burst{At: 2 * time.Hour, Jobs: 1})}
		p.Types[3].Keys.Count = 5
	}))
	if got := value(t, o, "key_done_worst_share"); got != 0 {
		t.Errorf("the worst-off key has %v done, want 0", got)
	}
	if got := value(t, o, "key_completion_median_s"); got != 21 {
		t.Errorf("the key in the middle waits %v s, want 21", got)
	}
	o, _ = record(t, plan(t, at(0), noRetry(t), tenants(3)))
	if got := value(t, o, "key_done_worst_share"); !math.IsNaN(got) {
		t.Errorf("jobs without keys have a worst-off key: %v", got)
	}
}

// Limits that count apart: three calls of each of two job types at once, two
// allowed a window. All together let 2 pass, by type 4; of two clients with
// three jobs each, one after another without a pause, 2 x 2.
func TestLimitByKey(t *testing.T) {
	two := func(key model.LimitKey, kind model.LimitKind) func(*sim.Plan) {
		return func(p *sim.Plan) {
			p.Stations[0].Limit = model.RateLimit{Allow: 2, Per: time.Hour, Status: 429, Key: key, Kind: kind, Burst: 2}
			p.Until, p.Horizon = 50*time.Minute, time.Hour-time.Second
		}
	}
	passed := func(key model.LimitKey, kind model.LimitKind, change ...func(*sim.Plan)) float64 {
		o, _ := record(t, plan(t, at(0), noRetry(t), append(change, two(key, kind))...))
		return value(t, o, "completed")
	}
	clients := func(p *sim.Plan) {
		p.JobLimit = 6
		p.Types[0].Sources = []model.Source{
			{Name: "one", Clients: 1, Think: law(chance.Constant{Value: time.Second})},
			{Name: "other", Clients: 1, Think: law(chance.Constant{Value: time.Second})},
		}
	}
	for _, kind := range []model.LimitKind{model.FixedWindow, model.SlidingWindow, model.TokenBucket} {
		for _, c := range []struct {
			what      string
			got, want float64
		}{
			{"all", passed(model.LimitAll, kind, tenants(3, 3)), 2},
			{"types", passed(model.LimitPerType, kind, tenants(3, 3)), 4},
			{"keys, one a type", passed(model.LimitPerKey, kind, tenants(3, 3)), 4},
			{"open sources as clients", passed(model.LimitPerClient, kind, tenants(3, 3)), 4},
			{"clients", passed(model.LimitPerClient, kind, clients), 4},
			{"clients, together", passed(model.LimitAll, kind, clients), 2},
		} {
			if c.got != c.want {
				t.Errorf("%v, counted by %s: %v pass, want %v", kind, c.what, c.got, c.want)
			}
		}
	}
}

// A limit by key lets each key have its own: jobs passed = sum over keys of
// min(2, jobs of the key), counted from the calls.
func TestLimitByJobKey(t *testing.T) {
	o, c := record(t, plan(t, model.Burst{Jobs: 50}, noRetry(t), keyed(9, 1), func(p *sim.Plan) {
		p.Stations[0].Limit = model.RateLimit{Allow: 2, Per: 11 * time.Hour, Status: 429, Key: model.LimitPerKey}
	}))
	var n [9]float64
	for _, e := range c.sent {
		n[e.Key]++
	}
	want := 0.0
	for _, jobs := range n {
		want += min(2, jobs)
	}
	if got := value(t, o, "completed"); got != want || want < 10 {
		t.Errorf("%v jobs pass, want %v: %v by key", got, want, n)
	}
}
