package sim

import (
	"retrysim/policies"
	"retrysim/sim/calendar"
	"retrysim/sim/model"
)

// lockJob begins the job's lock at its taking.
func (w *world) lockJob(j *job) {
	j.lease = forever
	if d := w.plan.Workers.Lock; d > 0 {
		j.lease = w.byClock(j.worker, int64(d))
	}
}

// watchLock schedules the end of the lock where the attempt could outlive it.
// A policy whose delay counts from the taking sets the lock itself: the job
// cannot be taken again before it is due (the polled queue's dateRetry).
func (w *world) watchLock(slot uint32, j *job, a *attempt) {
	p := w.policyOf(j)
	if p.Anchor == policies.AnchorTaken {
		w.jitter(j)
		j.due = w.byClock(j.worker, int64(p.Delay(w.failureOf(j, policies.Success, 0), w.rand)))
		j.lease = j.due
	} else if j.lease == forever || w.plan.Workers.Renew || (!w.crashes && a.deadline <= j.lease && !w.plan.Queue.InWorker) {
		return
	}
	w.at(j.lease, calendar.RankTimeout, event{slot, j.turn, evLease})
}

// leaseEnds takes a job from the worker or the process that has had it for
// longer than its lock.
func (w *world) leaseEnds(e event) {
	j := w.jobs.get(e.slot)
	if j.turn != e.turn || (j.phase != active && j.phase != sleeping && j.phase != reserved && j.phase != kept) {
		return
	}
	w.loseLock(e.slot, j)
	w.dispatch()
}

// loseLock makes a job whose lock ran out ready again, or a dead letter when
// it has lost enough. The run in hand goes on: it may still complete the job,
// its failure no longer counts. What a process has reserved stays there, too.
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
	switch {
	case w.lostEnough(j):
		w.giveUp(slot, j, "lost its lock too often")
	case w.plan.Queue.InMemory && j.due > w.now:
		w.waitOn(slot, j)
	default:
		w.promote(slot, j)
	}
}

// lostEnough counts that a job has lost its lock, and reports whether it is
// given up for that: as an attempt that was its last one or, where stalls count
// apart, as a stall more than allowed.
func (w *world) lostEnough(j *job) bool {
	if k := &w.plan.Workers; k.StallsApart {
		j.stalls++
		return k.MaxStalls != model.Unlimited && int(j.stalls) > k.MaxStalls
	}
	n, limited := w.policyOf(j).Retries()
	return limited && int(j.attempt) > n
}

// countedAttempts is the number of the present attempt as the policy counts:
// where stalls count apart, one more than the failures so far.
func (w *world) countedAttempts(j *job) int {
	if w.plan.Workers.StallsApart {
		return int(j.fails) + 1
	}
	return int(j.attempt)
}

// receive counts that the queue hands a job out. It gives the job up instead,
// and returns false, where that has happened often enough.
func (w *world) receive(slot uint32, j *job) bool {
	if most := w.plan.Queue.MaxReceives; most == 0 || int(j.taking) < most {
		j.taking++
		return true
	}
	if j.class == policies.Success {
		j.class = policies.LeaseLost
	}
	if j.first < 0 {
		j.first = w.now
	}
	w.giveUp(slot, j, "received too often")
	return false
}

// giveUp buries a job that no policy was asked about.
func (w *world) giveUp(slot uint32, j *job, why string) {
	w.exhausted(j)
	if w.opts.Trace != nil {
		w.tell(j, nil, "fail", Fact{Class: j.class.String(), Status: int(j.status), Name: why})
	}
	w.bury(slot, j)
}
