package scenarios

import (
	"fmt"

	"retrysim/sim"
	"retrysim/sim/chance"
)

// checkQueue sees that what is said about reviews goes together.
func (c *checker) checkQueue() {
	c.checkTurns()
	q := &c.f.Queue
	if q.Src == nil {
		return
	}
	polled := q.Src.has("review") || q.Src.has("pollers")
	switch {
	case q.Src.has("pollers") && (q.Src.has("review") || q.Src.has("review_jitter") || q.Src.has("review_batch")):
		c.failKey(q.Src.at("review", "review_jitter", "review_batch"), "pollers say when and how retries become ready, and so does this",
			"leave it out, and write every, jitter and batch under pollers")
	case q.Src.has("take") && !polled:
		c.failKey(q.Src.get("take"), "take says when a review hands out retries, but there is no review", "write review: 310s")
	case !polled && (q.Src.has("review_jitter") || q.Src.has("review_batch")):
		c.failKey(q.Src.at("review_jitter", "review_batch"), "this is about reviews, but there is no review", "write review: 5s")
	}
	if q.Pollers != nil && q.Pollers.Src != nil {
		c.checkLooks(q.Pollers.Src, q.Pollers.Src.get("every"), "jitter")
	} else if q.Src.has("review") {
		c.checkLooks(q.Src, q.Src.get("review"), "review_jitter")
	}
}

// checkLooks sees that the gap between two looks can be played.
func (c *checker) checkLooks(below, n *Node, jitter string) {
	gap, poller := c.f.Queue.poller()
	if gap.Distribution == nil || n == nil {
		return // told, or not there
	}
	plan := c.f.Queue.model()
	_, fixed := gap.Distribution.(chance.Constant)
	switch looks := float64(c.f.horizon()) / float64(max(1, plan.Review)) * float64(plan.Pollers()); {
	case gap.Mean() <= 0:
		c.fail(n, "the gap between two looks is 0s", "legal: > 0s")
	case poller.Jitter > 0 && !fixed:
		c.failKey(below.get(jitter), "the gaps are drawn from a law already", "leave "+jitter+" out, or write a duration")
	case looks > sim.MaxLooks && (plan.Pollers() > 1 || plan.Poller.Drawn() || plan.Poller.Batch > 0):
		c.fail(n, fmt.Sprintf("that makes %.2g looks up to the horizon", looks), fmt.Sprintf("at most %.0e: look less often, or end the run before", float64(sim.MaxLooks)))
	}
}

// checkWorkers sees that what is said about locks and processes goes together.
func (c *checker) checkWorkers() {
	w := &c.f.Workers
	if w.Src == nil {
		return
	}
	c.checkAutoscale(w.Autoscale, w.Count, "workers", "count")
	if w.Renew && w.Lock == 0 {
		c.failKey(w.Src.get("renew"), "renew needs a lock to renew", "write lock: 30s")
	}
	if w.Src.has("on_stale") && w.StaleAfter == 0 {
		c.failKey(w.Src.get("on_stale"), "on_stale says what a stall does, but nothing counts as one", "write stale_after: 300s")
	}
	for _, key := range []string{"processes", "prefetch", "clock_skew"} {
		if w.Src.has(key) && w.Count == Unlimited {
			c.failKey(w.Src.get(key), key+" needs a number of workers", "write count: 40")
		}
	}
	if w.Count != Unlimited && w.Processes > int(w.Count) {
		c.fail(w.Src.get("processes"), fmt.Sprintf("%d processes share %d workers", w.Processes, w.Count), "at most one process a worker")
	}
	if c.f.Queue.WaitIn == "memory" && w.Lock > 0 && w.Lock < sim.ShortestKept {
		c.fail(w.Src.get("lock"), fmt.Sprintf("a lock of %v makes a copy of every retry kept in memory that often", w.Lock), "legal: >= 1ms")
	}
}
