package lint_test

import (
	"testing"
	"time"

	"retrysim/sim"
	"retrysim/sim/model"
)

// pipelineExamples are plans whose reviews, locks, heartbeats or dead letters
// do not fit.
func pipelineExamples(t *testing.T) []example {
	review := func(d time.Duration) func(*sim.Plan) { return func(p *sim.Plan) { p.Queue.Review = d } }
	lock := func(d time.Duration) func(*sim.Plan) { return func(p *sim.Plan) { p.Workers.Lock = d } }
	renew := func(p *sim.Plan) { p.Workers.Renew = true }
	covers := func(p *sim.Plan) { p.Queue.InWorker, p.Workers.LockCoversSleep, p.Workers.Count = true, true, 4000 }
	stale := func(d time.Duration) func(*sim.Plan) { return func(p *sim.Plan) { p.Workers.StaleAfter = d } }
	dead := func(f func(*model.DeadLetters)) func(*sim.Plan) { return func(p *sim.Plan) { f(&p.Dead) } }
	polled := with(t, "max_attempts", "4", "backoff", "linear", "base", "300s", "step", "600s", "jitter.plus_minus", "0.1", "anchor", "taken")
	keep := dead(func(d *model.DeadLetters) { d.Keep = 10 * time.Minute })
	return []example{
		{"delay-below-review", "1s and a tick of 5s (B09)", true, in(with(t, "max_attempts", "8", "backoff", "fixed", "base", "1s", "jitter.plus_minus", "0.1"), review(5*time.Second))},
		{"delay-below-review", "10s and a tick of 5s", false, in(with(t, "max_attempts", "8", "backoff", "fixed", "base", "10s", "jitter.plus_minus", "0.1"), review(5*time.Second))},
		{"delay-below-review", "taken when a worker frees too", false, in(review(5*time.Second), func(p *sim.Plan) { p.Queue.WhenFree = true })},

		{"jitter-below-review", "10 % of 300s and 310s", true, in(polled, review(310*time.Second))},
		{"jitter-below-review", "30s of jitter, 5s of review", false, in(review(5 * time.Second))},
		{"jitter-below-review", "no review", false, in(polled)},

		{"lock-below-timeout", "lock 3s, timeout 5s", true, in(lock(3 * time.Second))},
		{"lock-below-timeout", "lock 5s, timeout 5s", false, in(lock(5 * time.Second))},
		{"lock-below-timeout", "renewed", false, in(lock(3*time.Second), renew)},

		{"lock-below-run", "no timeout, a full room of 1.25s", true, in(lock(time.Second), timeout(0))},
		{"lock-below-run", "lock 30s", false, in(timeout(0))},

		{"lock-below-wait", "30s for waits of 91s", true, in(covers)},
		{"lock-below-wait", "a lock of 5m", false, in(covers, lock(5*time.Minute))},
		{"lock-below-wait", "the lock is taken anew", false, in(covers, func(p *sim.Plan) { p.Workers.LockCoversSleep = false })},

		{"stale-below-wait", "threshold 20s, waits to 30s", true, in(stale(20 * time.Second))},
		{"stale-below-wait", "requeued", true, in(stale(20*time.Second), func(p *sim.Plan) { p.Workers.RequeueStale = true })},
		{"stale-below-wait", "threshold 300s", false, in(stale(300 * time.Second))},

		{"dead-letters-off", "off", true, in(dead(func(d *model.DeadLetters) { d.Enabled = false }))},
		{"dead-letters-off", "kept in place", false, in(dead(func(d *model.DeadLetters) { d.Enabled, d.InPlace = false, true }))},

		{"dedupe-off", "off, with a replay", true, in(dead(func(d *model.DeadLetters) { d.Dedupe = false }), replayAt(5*time.Minute))},
		{"dedupe-off", "on", false, in(replayAt(5 * time.Minute))},
		{"dedupe-off", "off, never replayed", false, in(dead(func(d *model.DeadLetters) { d.Dedupe = false }))},

		{"keep-below-replay", "kept 10m, replayed 28m after", true, in(keep, refuse(30), replayAt(30*time.Minute))},
		{"keep-below-replay", "replayed in time", false, in(keep, refuse(30), replayAt(11*time.Minute))},
		{"keep-below-replay", "kept for ever", false, in(refuse(30), replayAt(30*time.Minute))},
	}
}
