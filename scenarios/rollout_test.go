package scenarios

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"retrysim/sim/model"
)

// What entries of the timeline say about limits, ramps, restarts and
// repetition, as plans have it.
func TestRolloutPlans(t *testing.T) {
	s, err := Load("test.yaml", []byte(`
version: 1
name: test
run: {until: 1h}
jobs:
  a: {calls: db, arrive: {x: {poisson: 1/s}}, deadline: {constant: {value: 30s}}}
workers: {count: 4, autoscale: {signal: depth, target: 2, every: 30s, max: 9, counts_starting: false, tolerance: 10%}}
dependencies:
  db: {service: 1s, rate_limit: {allow: 5, window: token_bucket, burst: 9}}
timeline:
  - {at: 1m, for: 1m, fault: rate_limit, target: db, allow: 3}
  - {at: 3m, for: 1m, fault: rate_limit, target: db, allow: 3, burst: 7}
  - {at: 5m, for: 1m, fault: rate_limit, target: db, allow: 3, window: sliding, per: 2s}
  - {at: 7m, for: 1m, fault: rate_limit, target: db, allow: 3, window: concurrency}
  - {at: 9m, do: throttle, ramp: {from: 60/min, to: 5/s, over: 2m}}
  - {at: 9m, do: scale, target: workers, count: 8, ramp: {over: 2m}}
  - {at: 9m, do: restart, down: 20s, grace: 30s, rolling: 25%, share: 50%, on_shutdown: requeue}
  - {at: 20m, do: discard, every: 5m, times: 3}
policies:
  p: {backoff: none, max_attempts: 2}
`), nil)
	if err != nil {
		t.Fatal(err)
	}
	p := planOf(t, s, "p")
	var limits []model.RateLimit
	for _, f := range p.Faults {
		limits = append(limits, f.Limit)
	}
	want := []model.RateLimit{
		{Allow: 3, Per: time.Second, Status: 429, Kind: model.TokenBucket, Burst: 9}, // as the dependency has it
		{Allow: 3, Per: time.Second, Status: 429, Kind: model.TokenBucket, Burst: 7},
		{Allow: 3, Per: 2 * time.Second, Status: 429, Kind: model.SlidingWindow},
		{Allow: 3, Status: 429, Kind: model.Concurrency},
	}
	if d := cmp.Diff(want, limits); d != "" {
		t.Errorf("limits (-want +got):\n%s", d)
	}
	if d := cmp.Diff(model.Ramp{From: 1, To: 5, Over: 2 * time.Minute}, p.Actions[0].Ramp); d != "" {
		t.Errorf("ramp (-want +got):\n%s", d)
	}
	if d := cmp.Diff(model.SizeSteps{Count: 10, Over: 2 * time.Minute}, p.Actions[1].Steps); d != "" {
		t.Errorf("steps (-want +got):\n%s", d)
	}
	restart := model.Restart{Grace: 30 * time.Second, Down: 20 * time.Second, Rolling: 0.25, Requeue: true}
	if a := p.Actions[2]; a.Kind != model.DoRestart || a.Share != 0.5 || a.Restart != restart {
		t.Errorf("restart is %+v", a)
	}
	var at []time.Duration
	for _, a := range p.Actions[3:] {
		at = append(at, a.At)
	}
	if d := cmp.Diff([]time.Duration{20 * time.Minute, 25 * time.Minute, 30 * time.Minute}, at); d != "" {
		t.Errorf("discards (-want +got):\n%s", d)
	}
	auto := model.Autoscale{Signal: model.ScaleDepth, Target: 2, Every: 30 * time.Second, Min: 1, Max: 9, IgnoreStarting: true, Tolerance: 0.1}
	if p.Workers.Autoscale != auto {
		t.Errorf("autoscale is %+v, want %+v", p.Workers.Autoscale, auto)
	}
	if j := &p.Types[0]; j.Deadline != 0 || j.Patience.Mean() != 30*time.Second {
		t.Errorf("deadline %v and patience %v", j.Deadline, j.Patience)
	}
}
