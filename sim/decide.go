package sim

import (
	"time"

	"retrysim/policies"
	"retrysim/sim/calendar"
	"retrysim/sim/ledger"
)

// failed asks the policy what becomes of a job whose attempt failed, and does
// it. It reports whether the worker sleeps on with the job.
func (w *world) failed(slot uint32, j *job, class policies.Class, status int, hint policies.Hint) (asleep bool) {
	j.class, j.status = class, uint16(status)
	first := j.first < 0
	if first {
		j.first = w.now
	}
	w.alertFailure(j, first)
	if c, s, ok := w.permanentOf(j); ok && c == class && s == status {
		j.failed = true
	}
	f := w.failureOf(j, class, status)
	f.Hint = hint
	w.jitter(j)
	d := w.policyOf(j).Decide(f, w.rand)
	j.fails++
	why := d.Why.String()
	if d.Retry {
		if w.affords(j, class) {
			return w.retry(slot, j, d)
		}
		why = "budget"
	}
	if d.Why != policies.Permanent {
		w.exhausted(j)
	}
	if w.opts.Trace != nil {
		w.tell(j, nil, "fail", Fact{Class: class.String(), Status: status, Name: why})
	}
	w.bury(slot, j)
	return false
}

// exhausted notes that a job's retries have run out.
func (w *world) exhausted(j *job) {
	if j.parent == 0 {
		w.add(ledger.Exhausted, j)
	}
	w.alertExhausted(j)
}

// retry lets a job wait: in the queue, or asleep in its worker.
func (w *world) retry(slot uint32, j *job, d policies.Decision) (asleep bool) {
	j.carry = int64(d.Carry)
	j.due = max(int64(d.Due), w.now)
	if !w.plan.Queue.InWorker {
		j.due = w.written(j.worker, j.due-w.now)
	}
	wait := max(0, j.due-w.now)
	if j.waited += wait; j.waited < 0 { // waits that never end
		j.waited = forever
	}
	e := w.add(ledger.Waiting, j)
	e.Delay, e.Attempt = wait, j.tries
	if w.opts.Trace != nil {
		w.tell(j, nil, "retry", Fact{Delay: time.Duration(wait), Due: time.Duration(w.now + wait), HasDue: true})
	}
	at := w.now + wait
	if d := w.deadlineOf(j); d > 0 && d <= forever-j.born {
		at = max(w.now, min(at, j.born+d)) // it expires then
	}
	switch {
	case w.plan.Queue.InWorker:
		w.move(j, sleeping)
		if j.worker >= 0 {
			h := &w.pool.hands[j.worker]
			h.attempt, h.job = 0, slot+1
		}
		if w.plan.Workers.LockCoversSleep && j.lease != forever && !w.plan.Workers.Renew {
			w.at(j.lease, calendar.RankTimeout, event{slot, j.turn, evLease})
		}
		asleep = true
	case w.plan.Queue.InMemory && w.keep(slot, j):
		return false
	default:
		w.move(j, delayed)
		j.worker = -1
	}
	w.at(at, calendar.RankDue, event{slot, j.turn, evDue})
	return asleep
}
