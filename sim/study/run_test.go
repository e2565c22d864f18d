package study

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"retrysim/sim/stat"

	"github.com/google/go-cmp/cmp"

	"retrysim/sim"
	"retrysim/sim/ledger"
	"retrysim/sim/result"
)

// Values, intervals and the ledger of one row over five replications.
func TestOneRow(t *testing.T) {
	out := judgeFake(t, Request{Plans: []*sim.Plan{testPlan("today")}, Replications: 5, Load: "open", Version: "v1"},
		func(task sim.Task) *sim.Outcome {
			r := float64(task.Replication)
			return outcome(10, value("attempts", r+1), value("goodput_per_s", math.NaN()), value("jobs[a]", 7))
		})
	p := out.Policies[0]
	if p.Ledger.Jobs != 5000 || p.Ledger.DeadLettered != 50 || p.Ledger.Settled() != 5000 {
		t.Errorf("ledger %+v", p.Ledger)
	}
	m := metric(t, p, "attempts")
	near(t, "mean", *m.Value, 3, 0)
	near(t, "upper end", m.CI95[1], 3+2.7764451052*math.Sqrt(2.5/5), 1e-9)
	if len(m.Values) != 5 || m.N != 5 || m.Better != result.Lower {
		t.Errorf("attempts: %+v", m)
	}
	for _, name := range []string{"goodput_per_s", "fano"} {
		if m := metric(t, p, name); m.Value != nil || m.CI95 != nil || m.SD != nil || m.N != 0 {
			t.Errorf("%s without samples: %+v", name, m)
		}
	}
	if last := p.Metrics[len(p.Metrics)-1]; last.Name != "jobs[a]" {
		t.Errorf("the last metric is %s, not that of one job type", last.Name)
	}
	if out.Faults[0] != (result.FaultWindow{Name: "outage", Effect: "refuse", Target: "search", StartMS: 120e3, EndMS: 150e3}) {
		t.Errorf("fault %+v", out.Faults[0])
	}
	if out.Comparison != nil || out.Partial || out.Replications != 5 || out.Tool.Version != "v1" || out.Load != "open" {
		t.Errorf("result %+v", out)
	}
}

// With one replication there are values and no intervals, and the comparison
// shows nothing and says why.
func TestOneReplication(t *testing.T) {
	out := judgeFake(t, Request{Plans: []*sim.Plan{testPlan("today"), testPlan("wider")}, Replications: 1},
		func(task sim.Task) *sim.Outcome {
			return outcome(10, value("peak_retries_per_s", float64(100*len(task.Plan.Row))))
		})
	m := metric(t, out.Policies[0], "peak_retries_per_s")
	if *m.Value != 500 || m.CI95 != nil || m.SD != nil || m.N != 1 {
		t.Errorf("metric %+v", m)
	}
	if out.Policies[0].SeriesP05 != nil {
		t.Error("a band of one replication")
	}
	for _, c := range out.Comparison {
		if c.Verdict != result.VerdictNone || c.CI95 != nil || c.PAdjusted != nil {
			t.Errorf("comparison %+v", c)
		}
	}
	if len(out.Warnings) != 1 || out.Warnings[0].Code != "one-replication" {
		t.Errorf("warnings %+v", out.Warnings)
	}
}

// A run that never recovers makes the mean a restricted one, marked: 5,850 s
// are left from the end of the fault at 150 s to the horizon at 6,000 s.
func TestRecovery(t *testing.T) {
	play := func(never int) func(task sim.Task) *sim.Outcome {
		return func(task sim.Task) *sim.Outcome {
			if task.Replication < never {
				return outcome(0, value("time_to_recover_s", math.Inf(1)))
			}
			return outcome(0, value("time_to_recover_s", 60))
		}
	}
	q := Request{Plans: []*sim.Plan{testPlan("today")}, Replications: 10}
	for _, c := range []struct {
		never int
		value float64
		share float64
		text  string
	}{
		{0, 60, 1, "recovered after 1m 0s (median of 10 runs)"},
		{2, (2*5850 + 8*60) / 10.0, 0.8, "recovered after 1m 0s (median) in 8 of 10 runs, not within the horizon in 2; the last fault lasts to the end"},
		{10, math.NaN(), 0, "not within the horizon in any of 10 runs; the last fault lasts to the end"},
	} {
		out := judgeFake(t, q, play(c.never))
		m := metric(t, out.Policies[0], "time_to_recover_s")
		switch {
		case c.never == 10:
			if m.Value != nil || !m.Never || m.CI95 != nil {
				t.Errorf("never: %+v", m)
			}
		default:
			near(t, "time", *m.Value, c.value, 1e-9)
			if (m.Method == restrictedMethod) != (c.never > 0) || m.Never {
				t.Errorf("%d never: method %q", c.never, m.Method)
			}
		}
		share := metric(t, out.Policies[0], "recovered_share")
		lo, hi := stat.ClopperPearson(10-c.never, 10)
		near(t, "share", *share.Value, c.share, 1e-12)
		if *share.CI95 != [2]float64{lo, hi} {
			t.Errorf("interval of the share %v, want %v", *share.CI95, [2]float64{lo, hi})
		}
		if got := out.Policies[0].Recovery; got != c.text {
			t.Errorf("%d never: %q, want %q", c.never, got, c.text)
		}
	}
}

func hasFinding(out *result.Result, text string) bool {
	for _, f := range out.Findings {
		if f.Text == text {
			return true
		}
	}
	return false
}

// More dead letters than 5 % make p95 of all jobs infinite; p50 stays.
func TestQuantileAmongJobsThatNeverComplete(t *testing.T) {
	out := judgeFake(t, Request{Plans: []*sim.Plan{testPlan("today")}, Replications: 3},
		func(sim.Task) *sim.Outcome { return outcome(100) })
	p95, p50 := metric(t, out.Policies[0], "done_p95_s"), metric(t, out.Policies[0], "done_p50_s")
	if p95.Value != nil || !p95.Never || p95.CI95 != nil {
		t.Errorf("p95 %+v", p95)
	}
	near(t, "p50", *p50.Value, 4.99, 4.99/256)
}

// Too few jobs for a quantile: null and a warning, never a number.
func TestQuantileThatTheCountCannotSupport(t *testing.T) {
	for _, c := range []struct {
		jobs int64
		null bool
	}{{58, true}, {59, false}} {
		out := judgeFake(t, Request{Plans: []*sim.Plan{testPlan("today")}, Replications: 1},
			func(sim.Task) *sim.Outcome {
				h := &result.Histogram{}
				for i := range c.jobs {
					h.Record(i)
				}
				o := outcome(0)
				o.Histograms = []ledger.Hist{{Name: "done_s", H: h}}
				return o
			})
		p := out.Policies[0]
		if m := metric(t, p, "done_p95_s"); (m.Value == nil) != c.null || m.Never {
			t.Errorf("p95 of %d jobs: %+v", c.jobs, m)
		}
		warned := false
		for _, w := range p.Warnings {
			warned = warned || w.Code == "quantile-unsupported" && strings.HasPrefix(w.Message, "done_p95_s needs at least 59")
		}
		if warned != c.null {
			t.Errorf("%d jobs: warnings %+v", c.jobs, p.Warnings)
		}
	}
}

// An interrupt leaves the replications that all rows completed.
func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	play := func(task sim.Task) *sim.Outcome { return outcome(0, value("attempts", float64(task.Replication))) }
	s := &study{
		Request:   Request{Plans: []*sim.Plan{testPlan("a"), testPlan("b")}, Replications: 10},
		catalogue: testCatalogue, run: fake(7, play, cancel), // 3 pairs and half a fourth
	}
	out, err := s.result(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if !out.Partial || out.Replications != 3 || out.Warnings[0].Code != "partial" {
		t.Fatalf("partial %v, %d replications, %v", out.Partial, out.Replications, out.Warnings)
	}
	for _, p := range out.Policies {
		if m := metric(t, p, "attempts"); m.N != 3 || *m.Value != 1 || p.Ledger.Jobs != 3000 {
			t.Errorf("row %s: %+v, %d jobs", p.Name, m, p.Ledger.Jobs)
		}
	}
}

// An interrupt before anything was done still gives a result that can be
// written, without numbers.
func TestInterruptAtOnce(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s := &study{
		Request: Request{
			Plans: []*sim.Plan{testPlan("a"), testPlan("b")}, Replications: 2,
			Thresholds: []Expression{threshold(t, "lost == 0")},
		},
		catalogue: testCatalogue,
		run: func(ctx context.Context, _ []sim.Task, _ int, _ func(int, *sim.Outcome) error) error {
			return ctx.Err()
		},
	}
	out, err := s.result(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := json.Marshal(out); err != nil {
		t.Fatal(err)
	}
	if !out.Partial || out.Replications != 0 || out.Thresholds[0].Verdict != result.VerdictInconclusive {
		t.Errorf("%+v", out)
	}
}

// A ledger that does not add up is the engine's mistake.
func TestLedgerThatDoesNotAddUp(t *testing.T) {
	for name, spoil := range map[string]func(o *sim.Outcome){
		"a job is missing":       func(o *sim.Outcome) { o.Ledger.Completed-- },
		"a drop has no reason":   func(o *sim.Outcome) { o.Ledger.Completed--; o.Ledger.Dropped++ },
		"a reason has no victim": func(o *sim.Outcome) { o.DroppedBy[ledger.DropDLQOff]++ },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				text, _ := recover().(string)
				if !strings.HasPrefix(text, "study: ") {
					t.Errorf("panic %q", text)
				}
			}()
			judgeFake(t, Request{Plans: []*sim.Plan{testPlan("a")}, Replications: 1}, func(sim.Task) *sim.Outcome {
				o := outcome(1)
				spoil(o)
				return o
			})
		})
	}
}

// Rows that cannot be paired are refused before anything runs.
func TestRowsThatCannotBeCompared(t *testing.T) {
	other := testPlan("b")
	other.Seed = 43
	for _, plans := range [][]*sim.Plan{{testPlan("a"), other}, {testPlan("a"), testPlan("a")}} {
		s := &study{Request: Request{Plans: plans, Replications: 1}, catalogue: testCatalogue}
		if _, err := s.result(context.Background()); err == nil {
			t.Errorf("rows %q and %q were compared", plans[0].Row, plans[1].Row)
		}
	}
}

// The same request gives the same bytes.
func TestSameBytes(t *testing.T) {
	write := func() []byte {
		out := judgeFake(t, Request{Plans: []*sim.Plan{testPlan("a"), testPlan("b")}, Replications: 60},
			func(task sim.Task) *sim.Outcome {
				o := outcome(int64(task.Replication%7), value("attempts", noise(task.Replication)))
				o.Series = []ledger.Series{{Name: "attempts", Values: []float64{1, noise(task.Replication), 2}}}
				o.Fingerprint = uint64(task.Replication)
				return o
			})
		b, err := json.Marshal(out)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	if a, b := write(), write(); !bytes.Equal(a, b) {
		t.Error(cmp.Diff(string(a), string(b)))
	}
}

// Warnings of the runs come once for each code, with the number of runs.
func TestWarningsOfRuns(t *testing.T) {
	out := judgeFake(t, Request{Plans: []*sim.Plan{testPlan("a")}, Replications: 4}, func(task sim.Task) *sim.Outcome {
		o := outcome(0)
		if task.Replication > 0 {
			o.Warnings = []result.Warning{{Code: "horizon", Message: "3 jobs were unfinished"}, {Code: "horizon", Message: "again"}}
		}
		return o
	})
	want := result.Warning{Code: "horizon", Policy: "a", Message: "3 jobs were unfinished (in 3 of 4 replications)"}
	if got := out.Policies[0].Warnings; len(got) != 1 || got[0] != want {
		t.Errorf("warnings %+v", got)
	}
}
