package sim_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"retrysim/policies"
	"retrysim/sim"
	"retrysim/sim/ledger"
)

// randomPlans is how many plans a test run draws, unless -rapid.checks says
// otherwise.
const randomPlans = 2000

// maxFacts and maxLooks bound a run: about 20,000 events are drawn, and a run
// looks up every 16,384 events.
const (
	maxFacts = 400_000
	maxLooks = 60
)

// TestRandomPlans holds the laws of every run against plans that nobody would
// write: no servers, locks shorter than jobs, crashes, replays, everything at
// once. A failure prints the plan, shrunk, and how to meet it again.
func TestRandomPlans(t *testing.T) {
	set := false
	flag.Visit(func(f *flag.Flag) { set = set || f.Name == "rapid.checks" })
	if !set {
		// With -short the library draws a fifth of it.
		if err := flag.Set("rapid.checks", fmt.Sprint(randomPlans)); err != nil {
			t.Fatal(err)
		}
	}
	var seen variety
	rapid.Check(t, func(r *rapid.T) { seen.count(lawfulPlan(r)) })
	if n := seen.plans; !set && (n < randomPlans/5 || seen.jobs < 20*n || seen.attempts < 20*n || seen.buckets < n) {
		t.Errorf("%+v: the plans are too few or too dull to show anything", seen)
	}
}

// FuzzPlan draws more of them.
func FuzzPlan(f *testing.F) {
	f.Fuzz(rapid.MakeFuzz(func(r *rapid.T) { lawfulPlan(r) }))
}

// lawfulPlan draws a plan and plays it.
func lawfulPlan(r *rapid.T) *sim.Outcome {
	p := maker{r}.plan()
	o, wrong := lawful(p)
	if wrong != "" {
		text, err := json.Marshal(p)
		r.Fatalf("%s\nplan: %s %v", wrong, text, err)
	}
	return o
}

// variety is how much happened in plans.
type variety struct{ plans, jobs, attempts, buckets int64 }

func (v *variety) count(o *sim.Outcome) {
	l := &o.Ledger
	v.plans++
	v.jobs += l.Jobs
	for _, x := range o.Values {
		if x.Name == "attempts" {
			v.attempts += int64(x.V)
		}
	}
	for _, n := range []int64{l.Completed, l.DeadLettered, l.Failed, l.Dropped, l.Expired, l.Discarded, l.Unfinished} {
		if n > 0 {
			v.buckets++
		}
	}
}

// lawful plays a plan twice and says which law it breaks, "" for none.
func lawful(p *sim.Plan) (o *sim.Outcome, wrong string) {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	past := pasts{}
	ids, books, story := newIdentities(), &bookLaws{}, &factLaws{plan: p, open: map[string]int{}, alive: map[string]bool{}}
	looks := 0
	o, err := sim.Run(ctx, p, sim.Options{
		Metrics: []ledger.Metric{ids, books}, Trace: func(f sim.Fact) { story.see(f); past.see(f) },
		Progress: func(time.Duration, int64) {
			if looks++; looks > maxLooks {
				stop()
			}
		},
	})
	switch {
	case err != nil:
		return nil, fmt.Sprintf("a plan that should be valid: %v", err)
	case o.Partial || story.n > maxFacts:
		return o, fmt.Sprintf("no end: %d facts up to %v", story.n, o.End)
	}
	for _, wrong := range []string{ids.check(o), books.wrong, story.wrong, valueLaws(p, o, story)} {
		if wrong != "" {
			return o, wrong
		}
	}
	again, err := sim.Run(ctx, p, sim.Options{Letters: true})
	if err != nil || again.Fingerprint != o.Fingerprint || again.Ledger != o.Ledger {
		return o, fmt.Sprintf("run again: %v, fingerprint %x, was %x", err, again.Fingerprint, o.Fingerprint)
	}
	return o, past.check(again)
}

// bookLaws holds each entry against what any entry must obey.
type bookLaws struct {
	last    int64
	arrived int64
	left    map[uint64]bool
	wrong   string
}

func (b *bookLaws) Observe(batch []ledger.Entry) {
	for i := range batch {
		e := &batch[i]
		if wrong := b.entry(e); wrong != "" && b.wrong == "" {
			b.wrong = fmt.Sprintf("%s: %+v", wrong, *e)
		}
		b.last = e.At
	}
}

func (b *bookLaws) entry(e *ledger.Entry) string {
	if b.left == nil {
		b.left = map[uint64]bool{}
	}
	switch {
	case e.At < b.last:
		return fmt.Sprintf("entry goes back from %d", b.last)
	case e.Job > 0 && (e.Born > e.At || e.Born < 0) && e.Kind != ledger.Fired:
		return "born later"
	case e.Job > 0 && b.left[e.Job] && e.Kind != ledger.Fired && e.Kind != ledger.Sent && e.Kind != ledger.Ended && e.Kind != ledger.Finished:
		return "news of a job that had left"
	}
	switch e.Kind {
	case ledger.Arrived:
		b.arrived++
	case ledger.Waiting, ledger.Parked, ledger.Replayed, ledger.Settled:
		if e.Delay < 0 {
			return "negative time"
		}
	case ledger.Ended, ledger.Finished:
		if e.Taken > e.Start || e.Start > e.At || e.Taken < e.Born || e.Served > e.At || (e.Served >= 0 && e.Served < e.Start) {
			return "times out of order"
		}
		if e.Is(ledger.Rejected) && e.Class == policies.Success {
			return "refused with success"
		}
		if e.Delay < 0 || e.Is(ledger.InService) && e.Kind == ledger.Ended && !e.Is(ledger.Abandoned) {
			return "work below zero, or a caller who left and is there"
		}
	case ledger.Left:
		b.left[e.Job] = true
	}
	return ""
}

func (b *bookLaws) Report(*ledger.Report) {
	if int64(len(b.left)) != b.arrived && b.wrong == "" {
		b.wrong = fmt.Sprintf("%d jobs arrived, %d left", b.arrived, len(b.left))
	}
}

// retryCalls is how many calls the series of retries holds: echoes are peaks of
// it, and each step of an attempt makes a call.
func retryCalls(o *sim.Outcome) (sum float64) {
	for _, s := range o.Series {
		if s.Name == "retries" {
			for _, n := range s.Values {
				sum += n
			}
		}
	}
	return sum
}

// valueLaws holds the values of an outcome against each other.
func valueLaws(p *sim.Plan, o *sim.Outcome, l *factLaws) string {
	v := map[string]float64{}
	for _, x := range o.Values {
		if x.V < 0 {
			return fmt.Sprintf("%s is %v", x.Name, x.V)
		}
		v[x.Name] = x.V
	}
	jobs := float64(o.Ledger.Jobs)
	atMost := func(name string, most float64) string {
		if v[name] > most {
			return fmt.Sprintf("%s is %v, want at most %v", name, v[name], most)
		}
		return ""
	}
	v["work_repeated_share+work_first_useful_share"] = v["work_repeated_share"] + v["work_first_useful_share"] - 1e-9
	for _, wrong := range []string{
		atMost("retries", v["attempts"]), atMost("duplicate_runs", v["attempts"]),
		atMost("abandoned_attempts", v["attempts"]), atMost("attempts_on_permanent", v["attempts"]),
		atMost("wasted_attempts", v["abandoned_attempts"]+v["attempts_on_permanent"]),
		atMost("dlq_depth_max", v["dlq_records"]), atMost("never_effected", jobs), atMost("completed", jobs),
		atMost("worker_utilisation", 1+1e-9), atMost("dependency_utilisation", 1+1e-9),
		atMost("dependency_rejected_share", 1), atMost("recovered_share", 1),
		atMost("work_abandoned_share", 1), atMost("work_left_in_service_share", v["work_abandoned_share"]),
		atMost("work_repeated_share+work_first_useful_share", 1), atMost("work_refused_share", 1),
		atMost("echo_count", retryCalls(o)),
		atMost("completion_p50_s", v["completion_p99_s"]), atMost("done_p50_s", v["done_p99_s"]),
		atMost("completion_mean_s", v["completion_max_s"]), atMost("completion_max_s", p.Horizon.Seconds()),
	} {
		if wrong != "" {
			return wrong
		}
	}
	switch {
	case v["attempts"] != float64(l.taken) || l.taken < len(l.jobs):
		return fmt.Sprintf("%v attempts, %d takes of %d jobs", v["attempts"], l.taken, len(l.jobs))
	case jobs > 0 && math.Abs(v["amplification"]*jobs-v["attempts"]) > 1e-6:
		return fmt.Sprintf("amplification %v of %v jobs, %v attempts", v["amplification"], jobs, v["attempts"])
	case o.End == p.Horizon && l.last < p.Horizon && o.Ledger.Unfinished == 0 && !l.ghosts && len(p.Actions) == 0:
		return "nothing was left to do, and the run went on to the horizon"
	case o.End > p.Horizon:
		return fmt.Sprintf("ended at %v", o.End)
	case p.JobLimit > 0 && o.Ledger.Jobs > p.JobLimit+int64(p.ParkedJobs()):
		return fmt.Sprintf("%d jobs, the limit is %d", o.Ledger.Jobs, p.JobLimit)
	}
	return seriesLaws(p, o, v)
}

// seriesLaws holds the series against the values: counts add up.
func seriesLaws(p *sim.Plan, o *sim.Outcome, v map[string]float64) string {
	sums, last := map[string]float64{}, map[string]float64{}
	n := -1
	for _, s := range o.Series {
		if len(s.Values) > 0 {
			last[s.Name] = s.Values[len(s.Values)-1]
		}
		for _, x := range s.Values {
			sums[s.Name] += x
			if x < 0 || math.IsNaN(x) {
				return fmt.Sprintf("series %s has %v", s.Name, x)
			}
		}
		if n >= 0 && len(s.Values) != n {
			return fmt.Sprintf("series %s has %d bins, others have %d", s.Name, len(s.Values), n)
		}
		n = len(s.Values)
	}
	switch {
	case last["dlq_depth"] != v["dead_lettered"]:
		return fmt.Sprintf("dead letters at the end: the series says %v, the ledger %v", last["dlq_depth"], v["dead_lettered"])
	case sums["arrivals"]+float64(p.ParkedJobs()) != v["jobs"]: // dead letters from before are no traffic
		return fmt.Sprintf("series of arrivals %v, parked %d, jobs %v", sums["arrivals"], p.ParkedJobs(), v["jobs"])
	case sums["attempts"] != sums["first_attempts"]+sums["retries"]+sums["replays"]:
		return fmt.Sprintf("series: attempts %v, parts %v, %v, %v", sums["attempts"], sums["first_attempts"], sums["retries"], sums["replays"])
	case sums["attempts"] < v["attempts"]: // further calls of an attempt count as load
		return fmt.Sprintf("series of attempts %v, attempts %v", sums["attempts"], v["attempts"])
	}
	return ""
}
