package study

import (
	"math"
	"testing"
	"time"

	"retrysim/sim"
	"retrysim/sim/ledger"
	"retrysim/sim/model"
)

// What a row says about its recovery, by what its runs found.
func TestRecoveryInWords(t *testing.T) {
	never := value("time_to_recover_s", math.Inf(1))
	gone := value("goodput_recover_s", math.Inf(1))
	goodput := func(done, come float64) []ledger.Value {
		return []ledger.Value{value("goodput_after_fault_per_s", done), value("arrivals_after_fault_per_s", come)}
	}
	work := func(abandoned, left, repeated, refused, useful float64) []ledger.Value {
		return []ledger.Value{
			value("work_abandoned_share", abandoned), value("work_left_in_service_share", left),
			value("work_repeated_share", repeated), value("work_refused_share", refused), value("work_first_useful_share", useful),
		}
	}
	sick := func(parts ...[]ledger.Value) []ledger.Value {
		all := []ledger.Value{never, gone}
		for _, p := range parts {
			all = append(all, p...)
		}
		return all
	}
	calls := func(p *sim.Plan) { p.Stations[0].Servers = model.Unlimited }
	for _, c := range []struct {
		want   string
		change func(*sim.Plan)
		runs   [][]ledger.Value
	}{
		{"recovered after 42s", nil, [][]ledger.Value{{value("time_to_recover_s", 42)}}},
		{"recovered at once", nil, [][]ledger.Value{{value("time_to_recover_s", 0)}}},
		{"recovered by the end of the last fault, 50s after the first began", func(p *sim.Plan) {
			cure := p.Faults[0]
			p.Faults[0].Start, p.Faults[0].End = 10*time.Second, 20*time.Second
			cure.Start, cure.End = 30*time.Second, 60*time.Second
			p.Faults = append(p.Faults[:1:1], cure)
		}, [][]ledger.Value{{value("time_to_recover_s", 0)}}},
		{"recovered after 3s (median of 3 runs)", nil, [][]ledger.Value{
			{value("time_to_recover_s", 2)}, {value("time_to_recover_s", 100)}, {value("time_to_recover_s", 3)},
		}},
		{"nothing to recover from: no fault came, or it outlasted every job", nil, [][]ledger.Value{{value("time_to_recover_s", math.NaN())}}},
		{"", func(p *sim.Plan) { p.Faults = nil }, [][]ledger.Value{{value("time_to_recover_s", math.NaN())}}},
		{
			"not within the horizon; goodput 0/s of 280/s; 100% of search's time goes to calls whose caller has left, 50% of it to retries",
			nil,
			[][]ledger.Value{sick(goodput(0, 280), work(1, 0, 0.5, 0, 0))},
		},
		{
			"not within the horizon; goodput 20/s of 280/s; 93.3% of search's time goes to calls that are still wanted when their service " +
				"begins and no longer when it ends (which drop: expired lets through)",
			func(p *sim.Plan) { p.Stations[0].Drop = model.DropExpired },
			[][]ledger.Value{sick(goodput(20, 280), work(0.9333, 0.93, 0, 0, 0))},
		},
		{
			"not within the horizon; goodput 1/s of 2/s; 60% of search's time goes to calls whose caller has left (10% of it during the " +
				"service), 20% of it to refusals, 25% of it to first attempts that succeed",
			nil,
			[][]ledger.Value{sick(goodput(1, 2), work(0.6, 0.1, 0, 0.2, 0.25))},
		},
		{
			"not within the horizon; 75% of the calls go to retries, 25% of them to refusals", calls,
			[][]ledger.Value{sick(goodput(0, 0), work(0, 0, 0.75, 0.25, 0))},
		},
		{"recovered after 5s (median) in 1 of 2 runs, not within the horizon in 1; goodput 9/s of 10/s; goodput is back after 2s, " +
			"the queue is not", nil, [][]ledger.Value{
			{value("time_to_recover_s", 5), value("goodput_after_fault_per_s", 7), value("arrivals_after_fault_per_s", 7)},
			append([]ledger.Value{never, value("goodput_recover_s", 2)}, goodput(9, 10)...),
		}},
		{"recovered at once; retries echo every 3s, 8 times, each peak 76% of the one before", nil, [][]ledger.Value{{
			value("time_to_recover_s", 0), value("echo_period_s", 3), value("echo_count", 8), value("echo_decay", 0.76),
		}}},
	} {
		p := testPlan("row")
		if c.change != nil {
			c.change(p)
		}
		out := judgeFake(t, Request{Plans: []*sim.Plan{p}, Replications: len(c.runs)}, func(task sim.Task) *sim.Outcome {
			return outcome(0, c.runs[task.Replication]...)
		})
		if got := out.Policies[0].Recovery; got != c.want {
			t.Errorf("got  %q\nwant %q", got, c.want)
		}
	}
}
