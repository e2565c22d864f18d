package lint

import (
	"time"

	"retrysim/policies"
	"retrysim/scenarios/lint/estimate"
)

func delayBelowReview(c *planCase) {
	review := c.p.Queue.LookEvery()
	for t := range c.p.Types {
		rows := c.waitsOf(t).Rows
		if review == 0 || c.p.Queue.InWorker || c.p.Queue.InMemory || c.p.Queue.WhenFree || len(rows) == 0 || rows[0].Max >= review {
			continue
		}
		r := rows[0]
		c.say("queue.review", "the wait before retry 1 of %s is %s and retries start at reviews every %s only: the effective wait "+
			"is %s, and %s after a review; a wait below the review period acts like the period itself; review more often, or "+
			"wait longer", c.p.Types[t].Name, estimate.Range(r.Min, r.Max), estimate.Text(review),
			estimate.Range(r.Min, r.Max+review), estimate.Text(estimate.Reviewed(&c.p.Queue, max(r.Max, 1))))
	}
}

func jitterBelowReview(c *planCase) {
	review := c.p.Queue.LookEvery()
	for t := range c.p.Types {
		widest := time.Duration(0)
		for _, r := range c.waitsOf(t).Rows {
			widest = max(widest, estimate.Spread(r))
		}
		if review == 0 || c.p.Queue.InWorker || c.p.Queue.InMemory || c.p.Queue.WhenFree || widest == 0 || widest >= review {
			continue
		}
		c.say(c.policyPath(t)+".jitter", "the jitter of %s spreads its waits over %s at most and the review "+
			"comes every %s: all that become due between two reviews start together at the next one; spread over several "+
			"review periods, or review more often", c.p.Types[t].Name, estimate.Text(widest), estimate.Text(review))
	}
}

func lockBelowTimeout(c *planCase) {
	lock := c.p.Workers.Lock
	for t := range c.p.Types {
		if patience := c.patience(t); c.locked(t) && patience > lock {
			c.say("workers.lock", "an attempt of %s may take %s and its lock ends after %s: for the last %s a second worker "+
				"runs the same job; a lock above %s, or renew: true", c.p.Types[t].Name, estimate.Text(patience),
				estimate.Text(lock), estimate.Text(patience-lock), estimate.Text(patience))
		}
	}
}

// lockBelowRun looks at attempts without timeout: their longest run is a full
// room and the mean service, or without end.
func lockBelowRun(c *planCase) {
	lock := c.p.Workers.Lock
	for t := range c.p.Types {
		if !c.locked(t) || c.patience(t) > 0 {
			continue
		}
		run := estimate.Service(c.p, t)
		for _, s := range c.p.Types[t].Steps {
			longest := time.Duration(0)
			for _, i := range estimate.Called(&s) {
				wait, _ := fullRoomWait(&c.p.Stations[i])
				longest = max(longest, wait)
			}
			run += longest
		}
		if run > lock {
			c.say("workers.lock", "an attempt of %s has no timeout and takes %s when the dependency's room is full; its lock "+
				"ends after %s, so the job is started again meanwhile (%s more); a lock above %s, renew: true, or a timeout",
				c.p.Types[t].Name, estimate.Text(run), estimate.Text(lock), plural(int((run-1)/lock), "run"), estimate.Text(run))
		}
	}
}

// lockBelowWait looks at locks that run on through the sleeps in the worker:
// one lock, from the taking, for all of a job's waits.
func lockBelowWait(c *planCase) {
	w := &c.p.Workers
	if !c.p.Queue.InWorker || !w.LockCoversSleep {
		return
	}
	for t := range c.p.Types {
		if !c.locked(t) {
			continue
		}
		sum := time.Duration(0)
		for _, r := range c.waitsOf(t).Rows {
			if sum += max(r.Max, c.hintWait(t)); sum > w.Lock {
				c.say("workers.lock", "the lock of %s covers the job's sleeps in the worker, which come to %s by retry %d: it ends "+
					"in mid-sleep and another worker takes the job of %s without waiting; a lock above %s, renew: true, or wait_in: queue",
					estimate.Text(w.Lock), estimate.Text(sum), r.Retry, c.p.Types[t].Name, estimate.Text(c.waitsOf(t).Longest))
				break
			}
		}
	}
}

// hintWait is the longest wait that a hint can ask a type for.
func (c *planCase) hintWait(t int) time.Duration {
	p, longest := c.policy(t), time.Duration(0)
	for _, s := range c.p.Types[t].Steps {
		blow := estimate.Blow{Class: policies.RateLimited, Status: 429, Hint: estimate.StepHints(c.p, &s)}
		if blow.Hint > 0 {
			longest = max(longest, estimate.HintWait(p, blow)+p.Hint.Spread)
		}
	}
	if !p.Hint.Obey {
		return 0
	}
	return longest
}

func lockForever(c *planCase) {
	if k := &c.p.Workers; k.Lock > 0 || k.Disconnect > 0 || k.AckAtStart {
		return
	}
	for _, name := range c.kills() {
		for t := range c.p.Types {
			if c.lockedForever(t) {
				c.say("workers.lock", "%s lets workers die with what they hold, and a lock has no end: such a job of %s is never seen "+
					"again, neither retried nor dead-lettered; set a lock, for example twice the timeout", name, c.p.Types[t].Name)
			}
		}
	}
}

func staleBelowWait(c *planCase) {
	stale := c.p.Workers.StaleAfter
	if stale == 0 {
		return
	}
	for t := range c.p.Types {
		longest := max(c.waitsOf(t).Most, c.hintWait(t))
		if longest < stale {
			continue
		}
		then := ", a false alarm"
		if c.p.Workers.RequeueStale {
			then = ", and every job in hand goes back into the queue, to be run twice"
		}
		c.say("workers.stale_after", "a job of %s waits up to %s and a process without progress counts as stalled after %s: once all "+
			"jobs wait, it looks stalled%s; a threshold above %s, or a lower cap", c.p.Types[t].Name, estimate.Text(longest),
			estimate.Text(stale), then, estimate.Text(longest))
	}
}
