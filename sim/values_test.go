package sim_test

import (
	"math"
	"testing"
	"time"

	"retrysim/sim"
	"retrysim/sim/model"
)

// Values of metrics in runs that one can do in the head.
func TestValuesByHand(t *testing.T) {
	// Three jobs at 0, 1 and 2 s meet an outage until 5 s with waits of 1, 2 and 4 s after each failure: attempts at
	// 0 1 3 7, 1 2 4 8 and 2 3 5. Waits 7, 7 and 3 s; first failures at 0, 1, 2, done at 7, 8 and 5.
	p := policy(t, "backoff", "exponential", "base", "1s", "factor", "2", "max_attempts", "5")
	effect := func(p *sim.Plan) { p.Types[0].Steps[0].Effect = model.Effect{Name: "charge"} }
	o, _ := play(t, plan(t, at(0, 1, 2), p, effect, func(p *sim.Plan) { p.Faults = []model.Fault{outage(0, 5*sec)} }))
	want(t, o, map[string]float64{
		"wait_total_mean_s": 17.0 / 3, "oldest_retry_s": 7, "completion_max_s": 7, "completion_mean_s": (7 + 7 + 3) / 3.0,
		"completion_p95_s": 7, "done_p50_s": 7, "attempts": 11, "retries": 8, "amplification": 11.0 / 3,
		"never_effected": 0, "duplicate_effects": 0, "goodput_per_s": 3.0 / 3600, "queue_depth_max": 0,
		"dependency_rejected_share": 8.0 / 11, "backlog_clear_s": 3, // the last of them stops waiting at 8 s
	})

	// Every job dies: none has its effect, and what is kept in place has failed.
	never := policy(t, "max_attempts", "1")
	dead := func(p *sim.Plan) { p.Faults = []model.Fault{outage(0, time.Hour)} }
	o, _ = play(t, plan(t, at(0, 1), never, effect, dead))
	want(t, o, map[string]float64{"never_effected": 2, "dead_lettered": 2, "dlq_depth_max": 2, "failed": 0, "done_p50_s": math.Inf(1)})
	o, _ = play(t, plan(t, at(0, 1), never, dead, func(p *sim.Plan) { p.Dead = model.DeadLetters{InPlace: true} }))
	want(t, o, map[string]float64{"failed": 2, "dead_lettered": 0, "lost": 0, "given_up": 2, "exhausted": 2})

	// What an operator throws away is discarded, and not lost.
	o, _ = play(t, plan(t, at(0, 1), never, dead, func(p *sim.Plan) {
		p.Actions = []model.Action{do(10*sec, model.DoDiscard, func(a *model.Action) { a.Match.JobType = -1 })}
	}))
	want(t, o, map[string]float64{"discarded": 2, "dead_lettered": 0, "lost": 0, "dlq_records": 2})

	// One worker, a second a job, three at once: it works for all of the 3 s of the run, and of two servers one does.
	o, _ = play(t, plan(t, at(0, 0, 0), never, constant(sec), func(p *sim.Plan) {
		p.Workers.Count, p.Until = 1, 10*sec
		p.Stations[0].Servers = 2
	}))
	want(t, o, map[string]float64{
		"worker_utilisation": 1, "dependency_utilisation": 0.5, "dependency_in_system_mean": 1, "dependency_wait_mean_s": 0,
		"completion_p50_s": 2, "completion_max_s": 3,
	})
}

// want compares values, exactly but for rounding; a quantile within its bucket.
func want(t *testing.T, o *sim.Outcome, values map[string]float64) {
	t.Helper()
	for name, w := range values {
		got := value(t, o, name)
		if got != w && !(math.Abs(got-w) <= 0.002*math.Abs(w)) {
			t.Errorf("%s = %v, want %v", name, got, w)
		}
	}
}
