package sim

import (
	"retrysim/policies"
	"retrysim/sim/calendar"
)

// lockJob begins the job's lock at its taking.
func (w *world) lockJob(j *job) {
	j.lease = forever
	if d := w.plan.Workers.Lock; d > 0 {
		j.lease = w.later(int64(d))
	}
}

// watchLock schedules the end of the lock where the attempt could outlive it.
// A policy whose delay counts from the taking sets the lock itself: the job
// cannot be taken again before it is due (the polled queue's dateRetry).
func (w *world) watchLock(slot uint32, j *job, a *attempt) {
	p := w.policyOf(j)
	if p.Anchor == policies.AnchorTaken {
		w.jitter(j)
		j.due = w.later(int64(p.Delay(w.failureOf(j, policies.Success, 0), w.rand)))
		j.lease = j.due
	} else if j.lease == forever || w.plan.Workers.Renew || (!w.crashes && a.deadline <= j.lease && !w.plan.Queue.InWorker) {
		return
	}
	w.at(j.lease, calendar.RankTimeout, event{slot, j.turn, evLease})
}

// leaseEnds takes a job from a worker that has had it for longer than its lock.
func (w *world) leaseEnds(e event) {
	j := w.jobs.get(e.slot)
	if j.turn != e.turn || (j.phase != active && j.phase != sleeping) {
		return
	}
	w.loseLock(e.slot, j)
	w.dispatch()
}

// loseLock makes a job whose lock ran out ready again, or a dead letter when
// its attempts are used up. The run in hand goes on: it may still complete the
// job, its failure no longer counts.
func (w *world) loseLock(slot uint32, j *job) {
	if w.opts.Trace != nil {
		w.tell(j, nil, "lease_lost", Fact{})
	}
	if j.phase == sleeping {
		w.release(j.worker)
	}
	j.worker = -1
	j.class, j.status = policies.LeaseLost, 0
	if j.first < 0 {
		j.first = w.now
	}
	if n, limited := w.policyOf(j).Retries(); limited && int(j.attempt) > n {
		w.exhausted(j)
		w.bury(slot, j)
		return
	}
	w.promote(slot, j)
}
