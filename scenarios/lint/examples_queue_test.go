package lint_test

import (
	"testing"
	"time"

	"retrysim/sim"
	"retrysim/sim/model"
)

// queueExamples are plans whose pollers, processes, clocks or limits on
// deliveries do not fit.
func queueExamples(t *testing.T) []example {
	polled := func(batch, pollers int) func(*sim.Plan) {
		return func(p *sim.Plan) {
			p.Queue.Review, p.Queue.Poller = 5*time.Second, model.Poller{Batch: batch, Count: pollers}
			p.Policies[0].Policy = policy(t, "max_attempts", "8", "backoff", "fixed", "base", "1m", "jitter.plus_minus", "0.3")
		}
	}
	workers := func(f func(k *model.Workers)) func(*sim.Plan) { return func(p *sim.Plan) { f(&p.Workers) } }
	reserve := func(n int, lock time.Duration) func(*sim.Plan) {
		return workers(func(k *model.Workers) { k.Processes, k.Prefetch, k.Lock = 5, n, lock })
	}
	memory := func(p *sim.Plan) { p.Queue.InMemory = true }
	hour := with(t, "max_attempts", "3", "backoff", "fixed", "base", "2h", "jitter.plus_minus", "0.1")
	lock := func(d time.Duration) func(*sim.Plan) { return workers(func(k *model.Workers) { k.Lock = d }) }
	skew := func(d time.Duration) func(*sim.Plan) {
		return workers(func(k *model.Workers) { k.ClockSkew = constant(d) })
	}
	receives := func(n int) func(*sim.Plan) { return func(p *sim.Plan) { p.Queue.MaxReceives = n } }
	early := workers(func(k *model.Workers) { k.AckAtStart = true })
	crash := fault(10, model.Fault{Kind: model.FaultCrash, Target: model.TargetWorkers, Count: 2, Restart: time.Second})
	return []example{
		{"delay-below-review", "1s, a poller every 5s, five apart", false, in(polled(0, 5), with(t, "max_attempts", "8", "backoff", "fixed", "base", "1s", "jitter.plus_minus", "0.1"))},

		{"promotion-below-load", "100 every 5s for 40/s", true, in(polled(100, 0))},
		{"promotion-below-load", "two pollers with 100 each", false, in(polled(100, 2))},
		{"promotion-below-load", "no batch", false, in(polled(0, 0))},

		{"prefetch-beyond-lock", "100 jobs of 100 ms for four workers and 2 s", true, in(reserve(100, 2*time.Second), timeout(time.Second))},
		{"prefetch-beyond-lock", "the same and a lock of 30 s", false, in(reserve(100, 30*time.Second))},
		{"prefetch-beyond-lock", "renewed", false, in(reserve(100, 2*time.Second), timeout(time.Second), workers(func(k *model.Workers) { k.Renew = true }))},

		{"kept-beyond-lock", "about 2h with 1h (B29)", true, in(hour, memory, lock(time.Hour))},
		{"kept-beyond-lock", "a lock of 3h", false, in(hour, memory, lock(3*time.Hour))},
		{"kept-beyond-lock", "waits in the queue", false, in(hour, lock(time.Hour))},

		{"skew-above-wait", "2s for a wait of 1s", true, in(skew(2 * time.Second))},
		{"skew-above-wait", "a minute for a lock of 30s", true, in(skew(time.Minute))},
		{"skew-above-wait", "100ms", false, in(skew(100 * time.Millisecond))},

		{"receives-below-attempts", "five receives, eight attempts", true, in(receives(5))},
		{"receives-below-attempts", "as many", false, in(receives(8))},

		{"no-limit", "the queue limits the receives", false, in(receives(5), with(t, "max_attempts", "unlimited", "backoff", "fixed", "base", "1s", "jitter", "full"))},

		{"lost-at-start", "workers crash", true, in(early, crash)},
		{"lost-at-start", "acknowledged at the end", false, in(crash)},
		{"lost-at-start", "nothing crashes", false, in(early)},
	}
}
