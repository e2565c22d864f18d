package study

import (
	"context"
	"math"
	"reflect"
	"testing"
	"time"

	"retrysim/sim/stat"

	"retrysim/policies"
	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/model"
	"retrysim/sim/result"
)

// database serves 300/s beside 280/s of live traffic: a timeout of 1 s, one
// retry. It was cut for 10 s, which the replay's plan must leave out.
func database(arrivals model.Arrivals, service chance.Distribution) *sim.Plan {
	return &sim.Plan{
		Scenario: "replay-rate", Row: "one-retry", Seed: 5, Until: 5 * time.Minute, Horizon: 50 * time.Minute,
		Bin: time.Second, Window: time.Second,
		Policies: []sim.PolicyUse{oneRetry()},
		Types: []model.JobType{{
			Name: "query", Steps: []model.Step{{}}, Timeout: time.Second, Replayable: 1,
			Sources: []model.Source{{Name: "live", Arrivals: model.ArrivalLaw{Arrivals: arrivals}}},
		}},
		Stations: []model.Station{{Name: "db", Servers: 1, Room: model.Unlimited, Service: model.Law{Distribution: service}}},
		Queue:    model.Queue{Room: model.Unlimited}, Workers: model.Workers{Count: model.Unlimited},
		Dead:   model.DeadLetters{Enabled: true, Dedupe: true},
		Faults: []model.Fault{{Name: "cut", Start: time.Minute, End: 70 * time.Second, Kind: model.FaultCut}},
	}
}

// oneRetry tries again at once after a timeout, and once only.
func oneRetry() sim.PolicyUse {
	var s policies.Spec
	for _, w := range [][2]string{{"backoff", "none"}, {"max_attempts", "2"}, {"retry", "timeout"}} {
		if err := s.Set(w[0], w[1], "test"); err != nil {
			panic(err)
		}
	}
	p, _, err := s.Build("one-retry")
	if err != nil {
		panic(err)
	}
	return sim.PolicyUse{Name: "one-retry", Text: "one retry", Policy: p}
}

func steadyDatabase() *sim.Plan {
	return database(model.Steady{Rate: 280}, chance.Constant{Value: time.Second / 300})
}

// randomDatabase is a tenth of the size, with more to spare.
func randomDatabase() *sim.Plan {
	return database(model.Poisson{Rate: 20}, chance.Exponential{Average: time.Second / 30})
}

func deadQueries(n int) result.Replay {
	return result.Replay{Row: "one-retry", Letters: []result.ParkedLetters{{JobType: "query", Class: "timeout", Attempts: 2, Jobs: n}}}
}

func planned(t *testing.T, p *sim.Plan, jobs, replications, parallel int) *result.ReplayPlan {
	t.Helper()
	out, err := PlanReplay(context.Background(), ReplaySearch{
		Plan: p, Replay: deadQueries(jobs), Risk: 0.05, Replications: replications, Parallel: parallel,
		Tried: func(r *result.ReplayTrial) {
			t.Logf("%v/s: %d of %d collapse, %.4f %.4f", r.RatePS, r.Collapses, r.Replications, r.CI95[0], r.CI95[1])
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// Without randomness a rate holds as long as its line stays within the timeout:
// (r - 20/s) x 8,000 / r is at most 300 calls up to 20.8/s. To two digits 20/s
// is the fastest, and two runs of a rate show that one says it all.
func TestPlanSteady(t *testing.T) {
	out := planned(t, steadyDatabase(), 8000, 100, 2)
	if out.Random || out.Best == nil || out.Best.RatePS != 20 {
		t.Fatalf("the plan is %+v", out.Best)
	}
	if b := out.Best; b.Probability != 0 || b.CI95 != [2]float64{} || b.Replications != 2 || b.FreshShare != 1 || b.DiedAgain != 0 {
		t.Errorf("20/s: %+v", b)
	}
	if above := out.Trials[len(out.Trials)-1]; above.RatePS != 21 && above.RatePS != 25 || above.Probability != 1 || above.Holds {
		t.Errorf("what is tried above: %+v", above)
	}
}

// With Poisson arrivals and exponential service the line must not reach 30
// calls at any time of the whole replay: the rate that is safe is lower, its
// probability of a collapse is told, and its whole interval is within the risk.
// Faster ones are tried and fail. Any number of goroutines finds the same.
func TestPlanRandom(t *testing.T) {
	out := planned(t, randomDatabase(), 300, 75, 2)
	if !out.Random || out.Best == nil || out.Best.RatePS < 1 || out.Best.RatePS >= 10 {
		t.Fatalf("the plan is %+v", out.Best)
	}
	lo, hi := stat.ClopperPearson(out.Best.Collapses, out.Best.Replications)
	if out.Best.CI95 != [2]float64{lo, hi} || hi > 0.05 || out.Best.Replications != 75 {
		t.Errorf("the best: %+v", out.Best)
	}
	worst := out.Trials[len(out.Trials)-1]
	if worst.Holds || worst.Collapses == 0 || !worst.Stopped {
		t.Errorf("the fastest that was tried: %+v", worst)
	}
	if again := planned(t, randomDatabase(), 300, 75, 1); !reflect.DeepEqual(again, out) {
		t.Error("one goroutine finds another plan than two")
	}
}

// 72 replications without a collapse are the fewest that show 5 %: 0.95^72 is
// just below 2.5 %.
func TestLeastReplications(t *testing.T) {
	if n := LeastReplications(0.05); n != 72 {
		t.Errorf("%d, want 72", n)
	}
	if a, b := mostCollapses(0.05, 72), mostCollapses(0.05, 71); a != 0 || b != 0 {
		t.Errorf("%d and %d collapses", a, b)
	}
	if _, hi := stat.ClopperPearson(0, 71); hi <= 0.05 {
		t.Error("71 would do")
	}
	if k := mostCollapses(0.05, 120); k != 1 { // 1 of 120 is at most 4.56 %
		t.Errorf("%d of 120", k)
	}
}

// The rounds are all jobs together, each no faster than the plan, and the ramp
// of the last one lets go what it says: 44,500 at 10 to 20/s within 223 s, then
// at 20/s.
func TestRounds(t *testing.T) {
	out := rounds(50_000, 20)
	want := []result.ReplayRound{
		{Jobs: 500, RatePS: 5, ToPS: 5, DurationS: 100, WatchS: 300},
		{Jobs: 5000, RatePS: 10, ToPS: 10, DurationS: 500, WatchS: 300},
		{Jobs: 44_500, RatePS: 10, ToPS: 20, OverS: 223, DurationS: 223 + (44_500-3345.0)/20},
	}
	if !reflect.DeepEqual(out, want) {
		t.Errorf("%+v", out)
	}
	if out := rounds(60, 20); len(out) != 1 || out[0].DurationS != 3 {
		t.Errorf("few jobs: %+v", out)
	}
}

// The plans of a replay have the live traffic and nothing else of the row.
func TestReplayPlans(t *testing.T) {
	p := steadyDatabase()
	before := p.Digest()
	r := deadQueries(600)
	r.RatePS = 10
	with, without, err := ReplayPlans(p, &r, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(with.Faults) != 0 || len(with.Actions) != 1 || len(without.Actions) != 0 || with.ParkedJobs() != 600 {
		t.Errorf("%d faults, %d and %d actions, %d letters", len(with.Faults), len(with.Actions), len(without.Actions), with.ParkedJobs())
	}
	if until := 2*time.Minute + 59900*time.Millisecond; with.Until != until || with.Horizon != 10*until {
		t.Errorf("until %v, horizon %v", with.Until, with.Horizon)
	}
	if p.Digest() != before {
		t.Error("the row's own plan has changed")
	}
	r.Letters[0].JobType = "mail"
	if _, _, err := ReplayPlans(p, &r, nil); err == nil {
		t.Error("letters of a type that is not there are replayed")
	}
}

func TestTwoDigits(t *testing.T) {
	for v, want := range map[float64]float64{20.8: 21, 9.149: 9.1, 0.2549: 0.25, 1234: 1200, 20: 20} {
		if got := twoDigits(v); math.Abs(got-want) > 1e-12 {
			t.Errorf("%v: %v, want %v", v, got, want)
		}
	}
}
