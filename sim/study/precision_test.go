package study

import (
	"context"
	"encoding/json"
	"testing"

	"retrysim/sim"
	"retrysim/sim/result"
)

// Of 10 replications with a half width of 4 % of the value it takes four times
// as many for 2 %, sixteen times for 1 %, which is looked for in steps of four;
// for 3.99 % a tenth more; for 4 % none.
func TestPrecisionWants(t *testing.T) {
	value := 50.0
	r := &result.Result{Replications: 10, Policies: []result.PolicyResult{{Name: "a"}}}
	r.Policies[0].Metrics = result.Metrics{{Name: "given_up", Value: &value, CI95: &[2]float64{48, 52}}}
	for share, want := range map[float64]int{0.02: 40, 0.01: 40, 0.0399: 11, 0.04: 10, 0.03: 18} {
		p := Precision{Share: share, Metrics: []string{"given_up", "lost"}, Most: 1000}
		if n := p.wants(r); n != want {
			t.Errorf("%v: %d replications, want %d", share, n, want)
		}
	}
	zero := 0.0
	r.Policies[0].Metrics = result.Metrics{{Name: "given_up", Value: &zero, CI95: &[2]float64{0, 3}}}
	if n := (&Precision{Share: 0.02, Metrics: []string{"given_up"}, Most: 1000}).wants(r); n != 10 {
		t.Errorf("a value of 0 asks for %d replications", n)
	}
}

// The intervals are as narrow as was asked for, and the bytes are those of a
// run with the number that it took, however many run at the same time.
func TestRunToPrecision(t *testing.T) {
	p := Precision{Share: 0.015, Metrics: []string{"peak_retries_per_s"}, Most: 400}
	request := func(n, parallel int) Request {
		return Request{
			Plans:        []*sim.Plan{smallOutage(t, "full", "backoff", "exponential", "base", "1s", "jitter", "full", "max_attempts", "8")},
			Replications: n, Parallel: parallel,
		}
	}
	r, err := RunTo(context.Background(), request(2, 2), p)
	if err != nil {
		t.Fatal(err)
	}
	if x := p.excess(&r.Policies[0], "peak_retries_per_s"); x > 1 || x == 0 || r.Replications <= pilot || r.Replications > p.Most {
		t.Errorf("%d replications, %v times too wide", r.Replications, x)
	}
	fixed, err := Run(context.Background(), request(r.Replications, 1))
	if err != nil {
		t.Fatal(err)
	}
	a, _ := json.Marshal(r)
	if b, _ := json.Marshal(fixed); string(a) != string(b) {
		t.Error("not the bytes of a run with as many replications")
	}
	p.Share, p.Most = 0.0001, 12
	r, err = RunTo(context.Background(), request(2, 2), p)
	if err != nil || r.Replications != 12 || len(r.Warnings) != 1 || r.Warnings[0].Code != "precision-not-reached" {
		t.Errorf("%v, %d replications, warnings %v", err, r.Replications, r.Warnings)
	}
}
