package study

import (
	"math"
	"strings"
	"testing"
	"time"

	"retrysim/sim/stat"

	"retrysim/sim"
	"retrysim/sim/ledger"
	"retrysim/sim/result"
)

// byRow gives each row its own outcome.
func byRow(rows map[string]func(r int) *sim.Outcome) func(sim.Task) *sim.Outcome {
	return func(t sim.Task) *sim.Outcome { return rows[t.Plan.Row](t.Replication) }
}

// plansNamed makes plans that differ in their names only.
func plansNamed(names ...string) []*sim.Plan {
	var out []*sim.Plan
	for _, n := range names {
		out = append(out, testPlan(n))
	}
	return out
}

// Identical policies on common random numbers differ by nothing, in every
// metric: difference 0, interval [0, 0], never NaN.
func TestIdenticalPolicies(t *testing.T) {
	same := func(r int) *sim.Outcome {
		return outcome(int64(3+r%4), value("peak_retries_per_s", 100+noise(r)),
			value("time_to_recover_s", 60+noise(r)), value("lost", 0))
	}
	out := judgeFake(t, Request{Plans: plansNamed("today", "twin"), Replications: 30},
		byRow(map[string]func(int) *sim.Outcome{"today": same, "twin": same}))
	if len(out.Comparison) < 6 {
		t.Fatalf("only %d comparisons", len(out.Comparison))
	}
	for _, c := range out.Comparison {
		if c.Verdict != result.VerdictNone || c.Difference == nil || *c.Difference != 0 ||
			c.CI95 == nil || *c.CI95 != [2]float64{} || c.PAdjusted != nil && *c.PAdjusted != 1 {
			t.Errorf("%s: %+v", c.Metric, c)
		}
	}
	if len(out.Findings) != 1 || !strings.HasPrefix(out.Findings[0].Text, "No difference shown") {
		t.Errorf("findings %+v", out.Findings)
	}
}

// The verdict follows the direction of the metric; one that only describes
// gets none.
func TestVerdictByDirection(t *testing.T) {
	row := func(level float64) func(int) *sim.Outcome {
		return func(r int) *sim.Outcome {
			return outcome(5, value("peak_retries_per_s", level+noise(r)), value("goodput_per_s", level+noise(r*2)),
				value("fano", level+noise(r)))
		}
	}
	out := judgeFake(t, Request{Plans: plansNamed("today", "wider"), Replications: 20},
		byRow(map[string]func(int) *sim.Outcome{"today": row(200), "wider": row(100)}))
	if c := comparisonOf(t, out, "wider", "peak_retries_per_s"); c.Verdict != result.VerdictBetter ||
		*c.Difference != -100 || math.Abs(*c.Percent+50) > 0.5 || c.PAdjusted == nil || c.Against != "today" {
		t.Errorf("peak %+v", c)
	}
	if c := comparisonOf(t, out, "wider", "goodput_per_s"); c.Verdict != result.VerdictWorse || c.PAdjusted != nil {
		t.Errorf("goodput %+v", c)
	}
	for _, c := range out.Comparison {
		if c.Metric == "fano" {
			t.Errorf("a metric without direction was compared: %+v", c)
		}
	}
}

// Another row is the baseline.
func TestBaseline(t *testing.T) {
	row := func(level float64) func(int) *sim.Outcome {
		return func(r int) *sim.Outcome { return outcome(5, value("peak_retries_per_s", level+noise(r))) }
	}
	out := judgeFake(t, Request{Plans: plansNamed("today", "wider"), Baseline: 1, Replications: 10},
		byRow(map[string]func(int) *sim.Outcome{"today": row(200), "wider": row(100)}))
	if c := comparisonOf(t, out, "today", "peak_retries_per_s"); c.Verdict != result.VerdictWorse || c.Against != "wider" {
		t.Errorf("%+v", c)
	}
}

// The pairing finds what two means with wide spreads hide, here a gain of 1
// under a common noise of +-50; a change that the noise explains is not shown.
func TestPairingUsesCommonRandomNumbers(t *testing.T) {
	today := func(r int) *sim.Outcome { return outcome(5, value("attempts", 1000+50*noise(r))) }
	gain := func(r int) *sim.Outcome { return outcome(5, value("attempts", 999+50*noise(r)+0.1*noise(r*3))) }
	chance := func(r int) *sim.Outcome { return outcome(5, value("attempts", 1000+50*noise(r*7+1))) }
	out := judgeFake(t, Request{Plans: plansNamed("today", "gain", "chance"), Replications: 30},
		byRow(map[string]func(int) *sim.Outcome{"today": today, "gain": gain, "chance": chance}))
	if c := comparisonOf(t, out, "gain", "attempts"); c.Verdict != result.VerdictBetter {
		t.Errorf("gain: %+v", c)
	}
	if c := comparisonOf(t, out, "chance", "attempts"); c.Verdict != result.VerdictNone {
		t.Errorf("chance: %+v", c)
	}
}

// Sums that were added up in another order differ in their last digits and in
// nothing else.
func TestRoundingIsNoDifference(t *testing.T) {
	third := 1.0 / 3
	out := judgeFake(t, Request{Plans: plansNamed("today", "twin"), Replications: 5},
		byRow(map[string]func(int) *sim.Outcome{
			"today": func(int) *sim.Outcome { return outcome(0, value("attempts", third)) },
			"twin":  func(int) *sim.Outcome { return outcome(0, value("attempts", math.Nextafter(third, 1))) },
		}))
	if c := comparisonOf(t, out, "twin", "attempts"); c.Verdict != result.VerdictNone || *c.Difference != 0 {
		t.Errorf("%+v", c)
	}
}

// Holm's family: the adjusted p of several rows in the primary metric are
// those of stat.Holm() over their own p.
func TestHolmFamily(t *testing.T) {
	row := func(shift float64, k int) func(int) *sim.Outcome {
		return func(r int) *sim.Outcome { return outcome(5, value("attempts", 100+shift+5*noise(r*k))) }
	}
	out := judgeFake(t, Request{
		Plans: plansNamed("today", "b", "c"), Replications: 12, Primary: []string{"attempts"},
	}, byRow(map[string]func(int) *sim.Outcome{"today": row(0, 1), "b": row(-3, 2), "c": row(-6, 3)}))
	var raw []float64
	for _, name := range []string{"b", "c"} {
		b, base := metric(t, out.Policies[1], "attempts"), metric(t, out.Policies[0], "attempts")
		if name == "c" {
			b = metric(t, out.Policies[2], "attempts")
		}
		var x, y []float64
		for i := range b.Values {
			x, y = append(x, *b.Values[i]), append(y, *base.Values[i])
		}
		raw = append(raw, paired(x, y).p)
	}
	for i, want := range stat.Holm(raw) {
		c := comparisonOf(t, out, []string{"b", "c"}[i], "attempts")
		near(t, "adjusted p", *c.PAdjusted, want, 1e-12)
		if (c.Verdict == result.VerdictBetter) != (want < 0.05) {
			t.Errorf("verdict %s at p %v", c.Verdict, want)
		}
	}
}

// Rows that never recover are worse by ranks, however short the horizon makes
// their restricted mean; rows that never recover on either side do not differ.
func TestRecoveryIsComparedByRanks(t *testing.T) {
	times := func(level float64, never func(r int) bool) func(int) *sim.Outcome {
		return func(r int) *sim.Outcome {
			if never(r) {
				return outcome(0, value("time_to_recover_s", math.Inf(1)))
			}
			return outcome(0, value("time_to_recover_s", level+noise(r)))
		}
	}
	always, no := func(int) bool { return true }, func(int) bool { return false }
	out := judgeFake(t, Request{Plans: plansNamed("today", "stuck", "slower", "stuck-too"), Replications: 12},
		byRow(map[string]func(int) *sim.Outcome{
			"today": times(60, no), "stuck": times(0, always), "slower": times(90, no),
			"stuck-too": times(0, always),
		}))
	for _, name := range []string{"stuck", "slower"} {
		if c := comparisonOf(t, out, name, "time_to_recover_s"); c.Verdict != result.VerdictWorse || c.N != 12 {
			t.Errorf("%s: %+v", name, c)
		}
	}
	if !hasFinding(out, "Worse in time to recover: 1m 0.2s with today, never with stuck.") {
		t.Errorf("findings %v", out.Findings)
	}
	stuck := judgeFake(t, Request{Plans: plansNamed("stuck", "stuck-too"), Replications: 12},
		byRow(map[string]func(int) *sim.Outcome{"stuck": times(0, always), "stuck-too": times(0, always)}))
	if c := comparisonOf(t, stuck, "stuck-too", "time_to_recover_s"); c.Verdict != result.VerdictNone || *c.Difference != 0 {
		t.Errorf("never against never: %+v", c)
	}
}

// Pooled quantiles: shifted by more than chance, equal within a bucket, and
// infinite on one side.
func TestPooledComparison(t *testing.T) {
	row := func(scale float64, dead int) func(int) *sim.Outcome {
		return func(r int) *sim.Outcome {
			h := &result.Histogram{}
			for i := range 1000 {
				if i < dead {
					h.RecordNever()
				} else {
					h.Record(int64(scale * (float64(i) + 10*noise(r+i)) * float64(time.Millisecond) * 10))
				}
			}
			o := outcome(0)
			o.Histograms = []ledger.Hist{{Name: "done_s", H: h}}
			return o
		}
	}
	out := judgeFake(t, Request{Plans: plansNamed("today", "quick", "level", "dying"), Replications: 10},
		byRow(map[string]func(int) *sim.Outcome{
			"today": row(1, 20), "quick": row(0.5, 20), "level": row(1.0005, 20), "dying": row(1, 80),
		}))
	quick := comparisonOf(t, out, "quick", "done_p95_s")
	if quick.Verdict != result.VerdictBetter || math.Abs(*quick.Percent+50) > 1 || quick.CI95 == nil {
		t.Errorf("quick: %+v", quick)
	}
	if c := comparisonOf(t, out, "level", "done_p95_s"); c.Verdict != result.VerdictNone {
		t.Errorf("level: %+v", c)
	}
	if c := comparisonOf(t, out, "dying", "done_p95_s"); c.Verdict != result.VerdictWorse || c.Difference != nil || c.CI95 != nil {
		t.Errorf("dying: %+v", c)
	}
}

// The sentences of a comparison, with numbers, and none where nothing is shown.
func TestFindingsOfAComparison(t *testing.T) {
	row := func(peak, lost float64) func(int) *sim.Outcome {
		return func(r int) *sim.Outcome {
			return outcome(5, value("peak_retries_per_s", peak+noise(r)*3), value("lost", lost))
		}
	}
	out := judgeFake(t, Request{Plans: plansNamed("today", "wider", "full-12", "dlq-disabled"), Replications: 30},
		byRow(map[string]func(int) *sim.Outcome{
			"today": row(2103, 0), "wider": row(771, 0), "full-12": row(301, 0), "dlq-disabled": row(2103, 7),
		}))
	var got []string
	for _, f := range out.Findings {
		got = append(got, f.Text)
	}
	want := []string{
		"Worse in jobs lost a run: 0 with today, 7 with dlq-disabled (+7, the same in every run).",
		"Peak of retries: 2,103/s with today, 301/s with full-12 (-85.7%, the same in every run); next is wider, at 771/s.",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("findings\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Findings spell numbers as tables do.
func TestSay(t *testing.T) {
	for _, c := range []struct {
		v    float64
		unit string
		want string
	}{
		{2103.4, "/s", "2,103/s"}, {26.28, "", "26.3"}, {-1830, "/s", "-1,830/s"}, {0.25, "s", "250ms"}, {3125, "s", "52m 5s"},
	} {
		if got := say(c.v, c.unit); got != c.want {
			t.Errorf("say(%v, %q) = %q, want %q", c.v, c.unit, got, c.want)
		}
	}
}
