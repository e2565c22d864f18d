package sim_test

import (
	"context"
	"math"
	"testing"
	"time"

	"retrysim/policies"
	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/model"
)

// replayPlan is a database of 300/s without any randomness beside 280/s, one
// retry after a timeout of 1 s, and n dead letters that are replayed from 60 s
// on. Arrivals end a minute, or a tenth of the replay, after it.
func replayPlan(t *testing.T, n int, a model.Action) *sim.Plan {
	t.Helper()
	use, err := usePolicy([]string{"backoff", "none", "max_attempts", "2", "retry", "timeout"})
	if err != nil {
		t.Fatal(err)
	}
	a.Name, a.Kind, a.At, a.Policy, a.Match.JobType = "redrive", model.DoReplay, time.Minute, -1, -1
	length := a.Ends(n)
	until := a.At + length + max(time.Minute, length/10)
	return &sim.Plan{
		Row: "one-retry", Seed: 1, Until: until, Horizon: 10 * until, WarmUp: a.At,
		Bin: 10 * time.Second, Window: time.Second, Policies: []sim.PolicyUse{use},
		Types: []model.JobType{{
			Name: "query", Steps: []model.Step{{}}, Timeout: time.Second, Replayable: 1,
			Sources: []model.Source{{Name: "live", Arrivals: model.ArrivalLaw{Arrivals: model.Steady{Rate: 280}}}},
		}},
		Stations: []model.Station{{
			Name: "db", Servers: 1, Room: model.Unlimited,
			Service: law(chance.Constant{Value: time.Second / 300}),
		}},
		Queue: model.Queue{Room: model.Unlimited}, Workers: model.Workers{Count: model.Unlimited},
		Dead:    model.DeadLetters{Enabled: true, Dedupe: true},
		Parked:  []model.ParkedJobs{{Jobs: n, Class: policies.Timeout, Attempts: 2}},
		Actions: []model.Action{a},
	}
}

// outcome plays the first replication of a plan and gives its values by name.
func outcome(t *testing.T, p *sim.Plan) (*sim.Outcome, map[string]float64) {
	t.Helper()
	o, err := sim.Run(context.Background(), p, sim.Options{Letters: true})
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]float64{}
	for _, v := range o.Values {
		all[v.Name] = v.V
	}
	return o, all
}

// 20/s are to spare. 8,000 dead letters at 10/s take (8,000 - 1) / 10 s and lose
// nothing; at 40/s the line grows by 20/s and reaches the timeout after 15 s:
// from there on each query is tried twice, 600/s and more for 300/s, for ever.
func TestReplayRate(t *testing.T) {
	o, v := outcome(t, replayPlan(t, 8000, model.Action{Rate: 10}))
	if v["replay_held_share"] != 1 || v["died_again"] != 0 || v["fresh_done_share"] != 1 || o.Ledger.Completed != o.Ledger.Jobs {
		t.Errorf("10/s loses: %v, %v dead again, %v of the fresh, %+v", v["replay_held_share"], v["died_again"], v["fresh_done_share"], o.Ledger)
	}
	if clear := v["replay_clear_s"]; math.Abs(clear-799.9) > 0.1 {
		t.Errorf("10/s is done after %v s, want 799.9 and a service or two", clear)
	}
	o, v = outcome(t, replayPlan(t, 8000, model.Action{Rate: 40}))
	if v["replay_held_share"] != 0 || v["fresh_done_share"] > 0.3 || v["died_again"] < 6000 {
		t.Errorf("40/s holds: %v of the fresh, %v dead again", v["fresh_done_share"], v["died_again"])
	}
	if o.Ledger.Settled() != o.Ledger.Jobs {
		t.Errorf("jobs went missing: %+v", o.Ledger)
	}
}

// Dead letters from before are records like any others: they are in the DLQ
// from 0 s on, no traffic, and what is left of them comes out with a history of
// attempts that goes on.
func TestParkedAtStart(t *testing.T) {
	p := replayPlan(t, 50, model.Action{Rate: 1})
	p.Parked = []model.ParkedJobs{
		{Jobs: 20, Class: policies.Timeout, Attempts: 2},
		{Jobs: 30, Class: policies.InvalidData, Attempts: 1},
	}
	p.Types[0].Permanent = []model.Outcome{{Class: policies.InvalidData, Share: 0}}
	o, v := outcome(t, p)
	live := 280 * p.Until.Seconds()
	if o.Ledger.Jobs != 50+int64(live) || v["dlq_depth_max"] != 50 {
		t.Errorf("%d jobs, depth %v, want 50 beside %v of live traffic", o.Ledger.Jobs, v["dlq_depth_max"], live)
	}
	if v["died_again"] != 30 || o.Parked.Len() != 30 { // those of a permanent class fail again
		t.Errorf("%v died again, %d are parked, want 30", v["died_again"], o.Parked.Len())
	}
	for d := range o.Parked.All() {
		if d.Attempts != 2 || d.Occurrences != 2 || d.Job != "query.parked.21" || d.FailureReason != "invalid_data" {
			t.Errorf("the first one left is %+v", d)
		}
		break
	}
	for _, s := range o.Series {
		if s.Name == "arrivals" && s.Values[0] != 2800 {
			t.Errorf("%v arrivals in the first 10 s, want 2800", s.Values[0])
		}
	}
}

// goings are the jobs that a replay puts back, with their times after its beginning.
func goings(t *testing.T, p *sim.Plan) (jobs []string, at []time.Duration) {
	t.Helper()
	_, err := sim.Run(context.Background(), p, sim.Options{Trace: func(f sim.Fact) {
		if f.Event == "replay" {
			jobs, at = append(jobs, f.Job), append(at, f.At-time.Minute)
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	return jobs, at
}

// Five records in batches of two at 1/s go at 0, 0, 2, 2 and 4 s, the newest first.
func TestReplayBatches(t *testing.T) {
	jobs, at := goings(t, replayPlan(t, 5, model.Action{Rate: 1, Batch: 2, Newest: true}))
	for i, want := range []time.Duration{0, 0, 2, 2, 4} {
		if len(at) != 5 || at[i] != want*time.Second || jobs[i] != "query.parked."+string(rune('5'-i)) {
			t.Fatalf("%v went at %v", jobs, at)
		}
	}
}

// A process taken from a time on is what it is from there, whatever came before.
func TestArrivalsFrom(t *testing.T) {
	bursts := model.From(model.Burst{Jobs: 7, At: 10 * time.Second}, 4*time.Second)
	a := model.Begin(bursts)
	var s chance.Stream
	if at, n, ok := a.Next(0, 0, &s); at != 6*time.Second || n != 7 || !ok {
		t.Errorf("the burst comes at %v with %d, %v", at, n, ok)
	}
	gone := model.Begin(model.From(model.Burst{Jobs: 7, At: 10 * time.Second}, 11*time.Second))
	if _, _, ok := gone.Next(0, 0, &s); ok {
		t.Error("a burst comes again after its time")
	}
	if model.From(model.Steady{Rate: 3}, time.Hour) != (model.Steady{Rate: 3}) {
		t.Error("a steady rate is not the same at all times")
	}
}
