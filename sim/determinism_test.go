package sim_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"retrysim/policies"
	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/ledger"
	"retrysim/sim/model"
)

// bytesOf writes down everything that an outcome says, floats by their bits.
func bytesOf(t testing.TB, o *sim.Outcome) []byte {
	t.Helper()
	var b bytes.Buffer
	fmt.Fprintln(&b, o.Replication, o.Partial, int64(o.End), o.Ledger, o.DroppedBy, o.Warnings, o.Fingerprint)
	for _, v := range o.Values {
		fmt.Fprintln(&b, v.Name, math.Float64bits(v.V))
	}
	for _, s := range o.Series {
		fmt.Fprint(&b, s.Name, s.Level)
		for _, v := range s.Values {
			fmt.Fprint(&b, " ", math.Float64bits(v))
		}
		fmt.Fprintln(&b)
	}
	for _, h := range o.Histograms {
		text, err := json.Marshal(h.H)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&b, h.Name, string(text))
	}
	for _, d := range o.DeadLetters {
		text, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&b, string(text))
	}
	return b.Bytes()
}

// runAll plays three replications of the identity plans and writes them down.
func runAll(t testing.TB, parallel int) []byte {
	t.Helper()
	plans := identityPlans(t)
	var names []string
	for name := range plans {
		names = append(names, name)
	}
	slices.Sort(names)
	var tasks []sim.Task
	for _, name := range names {
		for r := range 3 {
			tasks = append(tasks, sim.Task{Plan: plans[name], Replication: r})
		}
	}
	var all bytes.Buffer
	err := sim.RunAll(context.Background(), tasks, parallel, func(i int, o *sim.Outcome) error {
		fmt.Fprintln(&all, i)
		all.Write(bytesOf(t, o))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.Bytes()
}

const childEnv = "RETRYSIM_TEST_CHILD"

// The same seed gives the same bytes on one goroutine and on two, and in a
// process of its own, where hashes of maps differ.
func TestSameBytes(t *testing.T) {
	if path := os.Getenv(childEnv); path != "" {
		if err := os.WriteFile(path, runAll(t, 2), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	one := runAll(t, 1)
	if len(one) < 10_000 {
		t.Fatalf("%d bytes: nothing much was compared", len(one))
	}
	if d := cmp.Diff(string(one), string(runAll(t, 2))); d != "" {
		t.Errorf("two goroutines (-one +two):\n%s", d)
	}
	path := t.TempDir() + "/child"
	child := exec.Command(os.Args[0], "-test.run=^TestSameBytes$")
	child.Env = append(os.Environ(), childEnv+"="+path)
	if out, err := child.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	other, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(one), string(other)); d != "" {
		t.Errorf("another process (-this +other):\n%s", d)
	}
}

// Another seed and another replication are another run.
func TestSeedsDiffer(t *testing.T) {
	p := identityPlans(t)["outage"]
	prints := map[uint64]string{}
	for seed := range uint64(3) {
		for r := range 3 {
			p.Seed = seed
			o, err := sim.Run(t.Context(), p, sim.Options{Replication: r})
			if err != nil {
				t.Fatal(err)
			}
			name := fmt.Sprintf("seed %d, replication %d", seed, r)
			if old, twice := prints[o.Fingerprint]; twice {
				t.Errorf("%s runs like %s", name, old)
			}
			prints[o.Fingerprint] = name
		}
	}
}

// luckPlan draws for as many purposes as a plan can: arrivals, types, service,
// failures, hangs, lost answers, permanent failures.
func luckPlan(t testing.TB, workers int, p sim.PolicyUse) *sim.Plan {
	return plan(t, model.Poisson{Rate: 20}, p, func(q *sim.Plan) {
		q.Until, q.Horizon = 30*time.Second, time.Hour
		q.Workers.Count = workers
		q.Stations[0].Service = law(chance.Exponential{Average: 100 * time.Millisecond})
		q.Types[0].Timeout = 2 * time.Second
		q.Types = append(q.Types, q.Types[0])
		q.Types[0].Sources, q.Types[1].Sources = nil, nil
		q.Types[1].Name = "other"
		q.Types[1].Permanent = []model.Outcome{{Class: policies.BadRequest, Status: 400, Share: 0.2}}
		shared := from("shared", model.Poisson{Rate: 20})
		shared.Types = []model.TypeWeight{{Type: 0, Weight: 2}, {Type: 1, Weight: 1}}
		q.Common = []model.Source{shared}
		always := func(name string, k model.FaultKind, share float64) model.Fault {
			return model.Fault{Name: name, End: q.Horizon, Kind: k, Share: share}
		}
		errs := always("errors", model.FaultError, 0)
		errs.Errors = []model.Outcome{
			{Class: policies.ServerError, Status: 500, Share: 0.3}, {Class: policies.Resource, Share: 0.1},
		}
		q.Faults = []model.Fault{errs, always("hangs", model.FaultHang, 0.1), always("losses", model.FaultResponseLost, 0.1)}
	})
}

// luck is what an attempt met by chance.
type luck struct {
	class   string
	status  int
	service time.Duration
}

// lucks lists arrivals, first starts, and the luck of each attempt.
func lucks(t testing.TB, p *sim.Plan) (arrivals []string, first map[string]time.Duration, met map[string]luck) {
	_, facts := play(t, p)
	first, met = map[string]time.Duration{}, map[string]luck{}
	for _, f := range facts {
		key := fmt.Sprint(f.Job, " ", f.Attempt)
		switch f.Event {
		case "arrive":
			arrivals = append(arrivals, fmt.Sprint(f.At, " ", f.Job))
		case "start":
			if f.Attempt == 1 {
				first[f.Job] = f.At
			}
		case "success", "failure", "timeout":
			met[key] = luck{f.Class, f.Status, f.Service}
		}
	}
	return arrivals, first, met
}

// Common random numbers: two policies, and another number of workers, meet the
// same arrivals, and every attempt that both reach meets the same luck. Only
// without a limit on workers does it also start at the same time.
func TestCommonRandomNumbers(t *testing.T) {
	patient := policy(t, "max_attempts", "6", "backoff", "exponential", "base", "1s", "jitter", "full", "retry", "all")
	hasty := policy(t, "max_attempts", "3", "backoff", "fixed", "base", "50ms")
	arrivals, first, met := lucks(t, luckPlan(t, model.Unlimited, patient))
	for name, other := range map[string]*sim.Plan{
		"hasty": luckPlan(t, model.Unlimited, hasty), "patient, 8 workers": luckPlan(t, 8, patient),
	} {
		a, f, m := lucks(t, other)
		if d := cmp.Diff(arrivals, a); d != "" {
			t.Errorf("%s: arrivals (-patient +other):\n%s", name, d)
		}
		both, retries := 0, 0
		for key, l := range met {
			if o, reached := m[key]; reached {
				both++
				if !strings.HasSuffix(key, " 1") {
					retries++
				}
				if o != l {
					t.Errorf("%s: attempt %s met %+v, under the other policy %+v", name, key, o, l)
				}
			}
		}
		if both < 500 || retries < 100 {
			t.Errorf("%s: only %d attempts and %d retries to compare", name, both, retries)
		}
		if same := cmp.Equal(first, f); same != (name == "hasty") {
			t.Errorf("%s: first starts identical: %v", name, same)
		}
	}
}

// A further metric changes neither fingerprint nor values.
func TestFurtherMetricChangesNothing(t *testing.T) {
	for name, p := range identityPlans(t) {
		plain, err := sim.Run(t.Context(), p, sim.Options{})
		if err != nil {
			t.Fatal(err)
		}
		watched, err := sim.Run(t.Context(), p, sim.Options{
			Metrics: []ledger.Metric{newIdentities(), &visits{until: int64(p.Until)}},
			Trace:   func(sim.Fact) {}, Progress: func(time.Duration, int64) {},
		})
		if err != nil {
			t.Fatal(err)
		}
		watched.Values = watched.Values[:len(plain.Values)] // the further metric's own come last
		if d := cmp.Diff(string(bytesOf(t, plain)), string(bytesOf(t, watched))); d != "" {
			t.Errorf("%s (-plain +watched):\n%s", name, d)
		}
	}
}
