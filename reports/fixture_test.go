package reports

import (
	"bytes"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"retrysim/sim/result"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares got with testdata/name, or rewrites it with -update.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s differs (run with -update and read the diff):\n%s", path, diff)
	}
}

func ptr[T any](v T) *T { return &v }

// toyRow is what the fixture's fluid model needs to know of a row.
type toyRow struct {
	name   string
	delays []float64 // seconds before retry 1, 2, ...
	spread float64   // each delay is spread evenly over [d - spread*d, d]
}

// toyRows are six policies with visibly different herds.
var toyRows = []toyRow{
	{"fixed-2s", []float64{2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2}, 0},
	{"exponential", []float64{2, 4, 8, 16, 32, 64}, 0},
	{"equal-jitter", []float64{2, 4, 8, 16, 32, 64}, 0.5},
	{"full-jitter", []float64{2, 4, 8, 16, 32, 64}, 1},
	{"decorrelated-jitter.carried-with-a-cap-of-thirty-seconds", []float64{3, 6, 9, 18, 27, 30, 30}, 0.9},
	{"none", nil, 0},
}

const (
	toyRate     = 100.0 // arrivals a second until toyUntil
	toyCapacity = 160.0
	toyUntil    = 400
)

// toySeries plays one row as a fluid, bin by bin: everything fails in an
// outage, what exceeds the capacity is rejected, what failed returns later.
// It is a drawing aid, no simulator.
func toySeries(row toyRow, bins, from, to int) (map[string][]float64, float64, float64) {
	s := map[string][]float64{}
	for _, name := range []string{"arrivals", "attempts", "first_attempts", "retries", "successes", "failures", "rejected", "capacity", "dlq_depth"} {
		s[name] = make([]float64, bins)
	}
	due := make([][]float64, len(row.delays)+1)
	for k := range due {
		due[k] = make([]float64, bins)
	}
	dead, done := 0.0, 0.0
	for b := range bins {
		if b < toyUntil*bins/600 {
			due[0][b] = toyRate
		}
		total := 0.0
		for k := range due {
			total += due[k][b]
		}
		capacity := toyCapacity
		if b >= from && b < to {
			capacity = 0
		}
		good := math.Min(total, capacity)
		s["arrivals"][b], s["first_attempts"][b], s["retries"][b] = due[0][b], due[0][b], total-due[0][b]
		s["attempts"][b], s["successes"][b], s["failures"][b], s["capacity"][b] = total, good, total-good, capacity
		done += good
		for k := range due {
			if total > good && due[k][b] > 0 {
				failed := due[k][b] * (total - good) / total
				if k == len(row.delays) {
					dead += failed
					continue
				}
				toyReturn(due[k+1], b, row.delays[k], row.spread, failed)
			}
		}
		s["dlq_depth"][b] = dead
	}
	return s, done, math.Round(100*dead) / 100
}

// toyReturn spreads work that failed in bin b over the bins of its retry.
func toyReturn(due []float64, b int, delay, spread, amount float64) {
	low := b + max(1, int(delay*(1-spread)))
	high := b + max(1, int(delay))
	for at := low; at <= high; at++ {
		if at < len(due) {
			due[at] += amount / float64(high-low+1)
		}
	}
}

// metric makes a metric with a symmetrical interval and plausible values.
func metric(name, unit string, better result.Better, v, half float64, n int) result.Metric {
	m := result.Metric{Name: name, Unit: unit, Better: better, Value: &v, N: n}
	for i := range n {
		m.Values = append(m.Values, ptr(math.Round(1000*(v+half*float64(i%7-3)))/1000))
	}
	if n > 1 {
		m.CI95, m.SD = &[2]float64{v - half, v + half}, ptr(half*2.7)
	}
	return m
}

// toyPolicy is one row of the fixture with all that a run gives.
func toyPolicy(row toyRow, i, reps int) result.PolicyResult {
	s, done, dead := toySeries(row, 600, 120, 150)
	jobs := int64(toyRate*toyUntil) * int64(reps)
	deadJobs := int64(math.Round(dead)) * int64(reps)
	p := result.PolicyResult{
		Name: row.name, PlanDigest: fmt.Sprintf("%016x", 0x9e3779b97f4a7c15*uint64(i+1)), Replications: reps,
		Policies: []result.JobPolicy{
			{JobType: "send-webhook", Policy: "exponential", Formula: "min(60s, 2s x 2^(n-1)), jitter " + fmt.Sprint(row.spread), MaxAttempts: ptr(len(row.delays) + 1), Retries: ptr(len(row.delays))},
			{JobType: "index", Policy: "indexer", Formula: "min(30s, 1s x 2^(n-1))"},
		},
		Ledger:    result.Ledger{Jobs: jobs, Completed: jobs - deadJobs, DeadLettered: deadJobs},
		DroppedBy: map[string]int64{}, Fingerprint: fmt.Sprintf("%016x", 0xc2b2ae3d27d4eb4f*uint64(i+1)),
		Series: s, SeriesP05: map[string][]float64{}, SeriesP95: map[string][]float64{},
		Recovery: toyRecovery[i%len(toyRecovery)],
	}
	for _, name := range []string{"attempts", "retries"} {
		for _, v := range s[name] {
			w := math.Round(1.64 * math.Sqrt(v))
			p.SeriesP05[name] = append(p.SeriesP05[name], math.Max(0, math.Round(v)-w))
			p.SeriesP95[name] = append(p.SeriesP95[name], math.Round(v)+w)
		}
	}
	peakRetries, peakAfter, attempts := 0.0, 0.0, 0.0
	for b, v := range s["retries"] {
		peakRetries = math.Max(peakRetries, v)
		attempts += s["attempts"][b]
		if b >= 150 {
			peakAfter = math.Max(peakAfter, s["attempts"][b])
		}
	}
	p.Metrics = toyMetrics(reps, i, peakRetries, peakAfter, attempts, dead, done)
	h := result.Histogram{}
	for k := range int64(1000) {
		h.Record((1 + k*k) * 1e6)
	}
	p.Histograms = map[string]result.Histogram{"completion_s": h}
	return p
}

// toyRecovery are verdicts: short, long, and none for a plan without faults.
var toyRecovery = []string{
	"recovered after 12.5s (median of 30 runs)",
	"not within the horizon in any of 30 runs; goodput 0/s of 280/s; 100% of db's time goes to calls whose caller has left, " +
		"50% of it to retries",
	"",
}

// toyMetrics holds ordinary values, a null, a "never", a lopsided interval and
// a mean restricted to the horizon.
func toyMetrics(reps, i int, peakRetries, peakAfter, attempts, dead, done float64) result.Metrics {
	f := float64(i + 1)
	ms := result.Metrics{
		metric("attempts", "attempts", result.Neither, attempts, 61.5, reps),
		metric("amplification", "", result.Lower, attempts/40000, 0.0021, reps),
		metric("peak_load_per_s", "/s", result.Lower, math.Max(peakRetries+80, 121), 4.2, reps),
		metric("peak_retries_per_s", "/s", result.Lower, peakRetries, 3.3, reps),
		metric("peak_after_fault_per_s", "/s", result.Lower, peakAfter, 12.25, reps),
		metric("peak_to_capacity", "", result.Lower, (peakRetries+80)/toyCapacity, 0.04, reps),
		metric("time_to_recover_s", "s", result.Lower, 12.5*f, 1.25, reps),
		metric("recovered_share", "", result.Higher, 1, 0, reps),
		metric("done_p50_s", "s", result.Lower, 0.052, 0.0004, reps),
		metric("done_p95_s", "s", result.Lower, 31.7*f, 0.8, reps),
		{Name: "done_p99_s", Unit: "s", Better: result.Lower, Never: true, N: 0, Method: "pooled histograms, jackknife", Values: make([]*float64, reps)},
		metric("wasted_attempts", "attempts", result.Lower, attempts-done, 31, reps),
		{Name: "attempts_on_permanent", Unit: "attempts", Better: result.Lower, Values: make([]*float64, reps)},
		metric("dead_lettered", "jobs", result.Lower, dead, 14.9, reps),
		metric("dead_lettered[send-webhook]", "jobs", result.Lower, dead, 14.9, reps),
		metric("dlq_depth_max", "jobs", result.Lower, dead, 14.9, reps),
	}
	if reps > 1 && i == 2 { // lopsided: a share that cannot pass 1
		ms[7].Value, ms[7].CI95 = ptr(0.967), &[2]float64{0.828, 0.999}
		ms[6].Method = "restricted mean up to the horizon, 29 of 30 recovered"
	}
	return ms
}

// toyComparison compares every row with the first, all verdicts among them.
func toyComparison(r *result.Result) {
	lead := []string{"peak_retries_per_s", "peak_after_fault_per_s", "done_p95_s", "time_to_recover_s", "dead_lettered", "wasted_attempts"}
	base := r.Policies[0]
	for i, p := range r.Policies[1:] {
		for k, name := range lead {
			a, _ := base.Metrics.Get(name)
			b, _ := p.Metrics.Get(name)
			d := *b.Value - *a.Value
			c := result.Comparison{
				Metric: name, Policy: p.Name, Against: base.Name, Difference: &d,
				CI95: &[2]float64{d - 5, d + 5}, PAdjusted: ptr(0.0001), N: 30, Verdict: result.VerdictBetter,
			}
			if *a.Value != 0 {
				c.Percent = ptr(100 * d / *a.Value)
			}
			if d > 0 {
				c.Verdict = result.VerdictWorse
			}
			if math.Abs(d) < 5 || (i+k)%5 == 4 {
				c.Verdict, c.PAdjusted = result.VerdictNone, ptr(0.42)
			}
			r.Comparison = append(r.Comparison, c)
		}
	}
}

// fixture is a comparison of six policies over 30 replications.
func fixture() *result.Result {
	r := frame("webhook-outage", 30)
	for i, row := range toyRows {
		r.Policies = append(r.Policies, toyPolicy(row, i, 30))
	}
	r.Policies[3].Settings = []string{"workers.count=40"}
	l := &r.Policies[5].Ledger
	l.Completed, l.Dropped, l.Expired, l.Unfinished = l.Completed-600, 300, 200, 100
	r.Policies[5].DroppedBy = map[string]int64{"queue_full": 200, "dlq_off": 100}
	r.Policies[4].Warnings = []result.Warning{{Code: "clipped", Policy: r.Policies[4].Name, Message: "3 of 1,200,000 delays were cut at the horizon"}}
	toyComparison(r)
	r.Findings = []result.Finding{
		{Text: "fixed-2s meets the recovering receiver with 1,600 attempts in one second, 10 times its capacity; backing off exponentially with 500."},
		{Text: "Without retries 3,000 jobs of 40,000 end in the dead-letter queue; with six exponential ones none does."},
	}
	r.Thresholds = []result.Threshold{
		{Expression: "peak_retries_per_s < 200", Policy: "full-jitter", Measured: ptr(64.1), CI95: &[2]float64{60.8, 67.4}, Verdict: result.VerdictPass},
		{Expression: "dead_lettered == 0", Policy: "none", Measured: ptr(3000.0), CI95: &[2]float64{2985.1, 3014.9}, Verdict: result.VerdictFail},
		{Expression: "time_to_recover_s < 30", Policy: "exponential", Measured: ptr(25.0), CI95: &[2]float64{18.7, 31.3}, Verdict: result.VerdictInconclusive, Note: "about 40 more replications"},
		{Expression: "done_p99_s < 60", Policy: "none", Verdict: result.VerdictFail},
	}
	r.Warnings = []result.Warning{
		{Code: "outage-assumed", Message: "The ranking turns when the outage lasts longer than 45 s: see the sensitivity to its length before deciding."},
		{Code: "few-samples", Policy: "none", Message: "done_p99_s rests on fewer than 100 jobs."},
	}
	return r
}

// frame is a Result without rows.
func frame(name string, reps int) *result.Result {
	return &result.Result{
		Schema: result.Schema, Tool: result.Tool{Version: "0.1.0", GOARCH: "amd64"},
		Scenario: result.Scenario{Name: name, Digest: "5f3c9a1e77b0d2c4", Source: "name: " + name + "\nseed: 42\n", Set: []string{"faults.0.for=30s"}},
		Seed:     42, Replications: reps, BinMS: 1000, PeakWindowMS: 1000, UntilMS: 400e3, HorizonMS: 4000e3, Load: "open",
		Faults: []result.FaultWindow{{Name: "outage", Effect: "cut", Target: "receiver", StartMS: 120e3, EndMS: 150e3}},
	}
}

// fixtureOne is one row with a single replication: no intervals; interrupted.
func fixtureOne() *result.Result {
	r := frame("webhook-outage", 1)
	r.Partial = true
	r.Policies = []result.PolicyResult{toyPolicy(toyRows[1], 1, 1)}
	r.Findings = []result.Finding{{Text: "The herd returns in waves: 400 retries in one second against a capacity of 160."}}
	r.Actions = []result.ActionMark{{Name: "drain", Action: "replay", AtMS: 200e3}}
	return r
}

// fixtureEmpty is a run in which no job arrived: every value is null.
func fixtureEmpty() *result.Result {
	r := frame("quiet", 1)
	r.Faults = nil
	p := result.PolicyResult{Name: "full-jitter", PlanDigest: "00ff", Fingerprint: "00", Replications: 1}
	for _, name := range []string{"peak_retries_per_s", "peak_after_fault_per_s", "peak_to_capacity", "time_to_recover_s", "done_p95_s", "dead_lettered", "wasted_attempts"} {
		p.Metrics = append(p.Metrics, result.Metric{Name: name, Unit: "", Values: []*float64{nil}})
	}
	p.Series = map[string][]float64{"attempts": make([]float64, 60), "first_attempts": make([]float64, 60), "retries": make([]float64, 60)}
	r.Policies = []result.PolicyResult{p}
	r.Warnings = []result.Warning{{Code: "no-jobs", Message: "No job arrived before run.until."}}
	return r
}

// fixtureFast is a 10-second run with bins of 100 ms and unlimited capacity.
func fixtureFast() *result.Result {
	r := frame("burst", 30)
	r.BinMS, r.UntilMS, r.HorizonMS = 100, 8e3, 10e3
	r.Faults = []result.FaultWindow{{Name: "blip", Effect: "refuse", StartMS: 2000, EndMS: 3000}}
	for i, row := range []toyRow{{"fixed", []float64{20, 20, 20}, 0}, {"jittered", []float64{10, 20, 30}, 1}} {
		p := toyPolicy(toyRows[i], i, 30)
		p.Name, p.SeriesP05, p.SeriesP95 = row.name, nil, nil
		p.Series, _, _ = toySeries(row, 100, 20, 30)
		delete(p.Series, "capacity")
		r.Policies = append(r.Policies, p)
	}
	return r
}

// fixtures are the results that every format must bear.
func fixtures() map[string]*result.Result {
	return map[string]*result.Result{"compare": fixture(), "one": fixtureOne(), "empty": fixtureEmpty(), "fast": fixtureFast()}
}

// render runs a writer into memory.
func render(t *testing.T, f func(*bytes.Buffer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := f(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
