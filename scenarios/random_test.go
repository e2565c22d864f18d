package scenarios_test

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math"
	"testing"

	"pgregory.net/rapid"

	"retrysim/scenarios"
	"retrysim/scenarios/explain"
	"retrysim/scenarios/lint"
	"retrysim/sim"
)

// drawnFiles is how many changed scenarios a test run draws, unless
// -rapid.checks says otherwise; mostJobs bounds the jobs of each.
const (
	drawnFiles = 1500
	mostJobs   = 400
)

// TestRandomScenarios holds any valid scenario and any seed to the laws of
// every run: shipped files with values drawn for any key of the format, with
// other faults and actions, are refused with words, or all their rows can be
// planned, linted, explained and played, and the ledger adds up.
func TestRandomScenarios(t *testing.T) {
	set := false
	flag.Visit(func(f *flag.Flag) { set = set || f.Name == "rapid.checks" })
	if !set {
		// With -short the library draws a fifth of it.
		if err := flag.Set("rapid.checks", fmt.Sprint(drawnFiles)); err != nil {
			t.Fatal(err)
		}
	}
	n, valid, jobs := 0, 0, int64(0)
	rapid.Check(t, func(r *rapid.T) {
		n++
		o := randomScenario(r)
		if o != nil {
			valid++
			jobs += o.Ledger.Jobs
		}
	})
	if !set && (n < drawnFiles/5 || valid < n/3 || jobs < int64(20*n)) {
		t.Errorf("of %d files %d are valid, with %d jobs: too few to show anything", n, valid, jobs)
	}
	t.Logf("%d of %d files are valid; %d jobs", valid, n, jobs)
}

// FuzzScenario draws more of them.
func FuzzScenario(f *testing.F) {
	f.Fuzz(rapid.MakeFuzz(func(r *rapid.T) { randomScenario(r) }))
}

// randomScenario draws a scenario and plays a row of it; nil for one that is
// not valid.
func randomScenario(r *rapid.T) *sim.Outcome {
	name := rapid.SampledFrom(scenarios.Names()).Draw(r, "scenario")
	text, _ := scenarios.Source(name)
	overrides := (&scenarios.Drawer{T: r}).Overrides(text)
	s, err := scenarios.Load(name, text, overrides)
	if err != nil {
		if err.Error() == "" {
			r.Fatal("an error without words")
		}
		return nil
	}
	p, err := s.Plan(rapid.SampledFrom(s.Rows()).Draw(r, "row"))
	if err != nil {
		r.Fatalf("a row of a valid scenario: %v", err)
	}
	lint.Plan(p)
	if err := explain.Plan(io.Discard, p, explain.Options{}); err != nil {
		r.Fatal(err)
	}
	p.Seed = rapid.Uint64().Draw(r, "seed")
	if p.JobLimit == 0 || p.JobLimit > mostJobs {
		p.JobLimit = mostJobs
	}
	o, wrong := playTwice(p)
	if wrong != "" {
		r.Fatalf("%s %v: %s", name, overrides, wrong)
	}
	return o
}

// playTwice plays the first 16,384 events of a plan twice and says which law it
// breaks, "" for none: a run looks at its context once in so many.
func playTwice(p *sim.Plan) (*sim.Outcome, string) {
	ended, stop := context.WithCancel(context.Background())
	stop()
	o, err := sim.Run(ended, p, sim.Options{})
	if err != nil {
		return nil, fmt.Sprintf("a plan that should be valid: %v", err)
	}
	again, err := sim.Run(ended, p, sim.Options{})
	if err != nil || again.Fingerprint != o.Fingerprint || again.Ledger != o.Ledger {
		return o, fmt.Sprintf("run again: %v, ledger %+v, was %+v", err, again.Ledger, o.Ledger)
	}
	l := o.Ledger
	if sum := l.Completed + l.DeadLettered + l.Failed + l.Dropped + l.Expired + l.Discarded + l.Unfinished; sum != l.Jobs {
		return o, fmt.Sprintf("the ledger does not add up: %+v", l)
	}
	for _, v := range o.Values {
		if v.V < 0 {
			return o, fmt.Sprintf("%s is %v", v.Name, v.V)
		}
	}
	for _, s := range o.Series {
		for _, x := range s.Values {
			if x < 0 || math.IsNaN(x) {
				return o, fmt.Sprintf("series %s has %v", s.Name, x)
			}
		}
	}
	if o.End > p.Horizon {
		return o, fmt.Sprintf("ended at %v, after the horizon %v", o.End, p.Horizon)
	}
	return o, ""
}
