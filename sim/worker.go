package sim

import (
	"cmp"
	"slices"
	"time"

	"retrysim/policies"
	"retrysim/sim/calendar"
	"retrysim/sim/chance"
	"retrysim/sim/ledger"
	"retrysim/sim/model"
)

// pool is the workers. An unlimited pool has no single workers, only a count.
type pool struct {
	unlimited bool
	free      []int32
	hands     []hand
	busy      int
	use       meter
}

// hand is what one worker has in hand.
type hand struct {
	attempt uint32 // slot+1, 0 without
	job     uint32 // slot+1 of the job that it sleeps for, 0 without
	down    bool
}

func (p *pool) idle() bool { return p.unlimited || len(p.free) > 0 }

func (w *world) setWorkers() {
	n := w.plan.Workers.Count
	w.pool.use = w.steady()
	if n == model.Unlimited {
		w.pool.unlimited = true
		return
	}
	w.pool.hands = make([]hand, n)
	w.pool.free = make([]int32, n)
	for i := range n {
		w.pool.free[i] = int32(n - 1 - i)
	}
	if d := w.plan.Workers.StaleAfter; d > 0 {
		w.at(int64(d), calendar.RankReview, event{kind: evStall})
	}
}

// occupy gives a free worker work.
func (w *world) occupy() int32 {
	w.pool.use.hold(w.pool.busy, w.now)
	w.pool.busy++
	if w.pool.unlimited {
		return -1
	}
	n := len(w.pool.free) - 1
	id := w.pool.free[n]
	w.pool.free = w.pool.free[:n]
	return id
}

// release frees a worker, unless it died meanwhile.
func (w *world) release(id int32) {
	if !w.pool.unlimited {
		if id < 0 {
			return
		}
		h := &w.pool.hands[id]
		h.attempt, h.job = 0, 0
		if h.down {
			return
		}
		w.pool.free = append(w.pool.free, id)
	}
	w.pool.use.hold(w.pool.busy, w.now)
	w.pool.busy--
}

// take gives a ready job to a worker.
func (w *world) take(slot uint32, j *job) {
	w.move(j, active)
	j.worker = w.occupy()
	w.lockJob(j)
	w.begin(slot, j)
}

// lockJob begins the job's lock at its taking.
func (w *world) lockJob(j *job) {
	j.lease = forever
	if d := w.plan.Workers.Lock; d > 0 {
		j.lease = w.later(int64(d))
	}
}

// begin makes the job's next attempt on the worker that has it.
func (w *world) begin(slot uint32, j *job) {
	j.attempt++
	j.tries++
	j.taken = w.now
	if j.began < 0 {
		j.began = w.now
	}
	w.progressed()
	as, a := w.newAttempt(slot, j)
	if w.plan.Queue.InWorker && !w.plan.Workers.LockCoversSleep {
		w.lockJob(j)
	}
	w.watchLock(slot, j, a)
	if w.opts.Trace != nil {
		w.tellTaken(j, a)
	}
	w.call(as, a)
}

// watchLock schedules the end of the lock where the attempt could outlive it.
// A policy whose delay counts from the taking sets the lock itself: the job
// cannot be taken again before it is due (the polled queue's dateRetry).
func (w *world) watchLock(slot uint32, j *job, a *attempt) {
	p := w.policyOf(j)
	if p.Anchor == policies.AnchorTaken {
		w.policy = *w.stream(chance.Backoff, j.id, j.tries, 0)
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

// crash lets workers die with what they have in hand.
func (w *world) crash(i int) {
	f := &w.plan.Faults[i]
	for _, id := range w.victims(i) {
		h := &w.pool.hands[id]
		if h.down {
			continue
		}
		w.kill(id, h)
		w.at(w.later(int64(f.Restart)), calendar.RankEdge, event{slot: uint32(id), kind: evRestart})
		if w.opts.Trace != nil {
			w.opts.Trace(Fact{At: time.Duration(w.now), Event: "crash", Name: f.Name})
		}
	}
}

// victims chooses the workers that crash: each with probability Share, or the
// Count whose keyed draw is lowest.
func (w *world) victims(i int) []int32 {
	type lot struct {
		id   int32
		draw float64
	}
	f := &w.plan.Faults[i]
	lots := make([]lot, len(w.pool.hands))
	for id := range lots {
		lots[id] = lot{int32(id), w.stream(chance.Crash, uint64(id), uint32(i), 0).Float64()}
	}
	slices.SortFunc(lots, func(a, b lot) int {
		return cmp.Or(cmp.Compare(a.draw, b.draw), cmp.Compare(a.id, b.id))
	})
	var out []int32
	for k, l := range lots {
		if (f.Share > 0 && l.draw < f.Share) || (f.Share == 0 && k < f.Count) {
			out = append(out, l.id)
		}
	}
	return out
}

// kill ends a worker. Its job stays locked until its lock runs out.
func (w *world) kill(id int32, h *hand) {
	if k := slices.Index(w.pool.free, id); k >= 0 {
		w.pool.free = slices.Delete(w.pool.free, k, k+1)
	} else {
		w.pool.use.hold(w.pool.busy, w.now)
		w.pool.busy--
	}
	h.down = true
	if h.attempt > 0 {
		as := h.attempt - 1
		a := w.attempts.get(as)
		slot := a.job
		j := w.jobs.get(slot)
		owned := j.turn == a.turn
		w.over(as, a, policies.Crash, 0)
		if owned {
			w.orphan(slot, j)
		}
	}
	if h.job > 0 {
		w.orphan(h.job-1, w.jobs.get(h.job-1))
	}
	h.attempt, h.job = 0, 0
}

// orphan leaves a job to its lock. A lock that is renewed runs on for its full
// length; a job without a lock is never seen again.
func (w *world) orphan(slot uint32, j *job) {
	j.worker = -1
	if j.phase == sleeping {
		w.move(j, active) // nobody is there to wake up
	}
	switch lock := int64(w.plan.Workers.Lock); {
	case w.plan.Workers.Renew && lock > 0:
		j.lease = w.later(lock)
	case j.lease == forever:
		return
	}
	w.at(max(j.lease, w.now), calendar.RankTimeout, event{slot, j.turn, evLease})
}

func (w *world) workerBack(id int32) {
	w.pool.hands[id].down = false
	w.pool.free = append(w.pool.free, id)
	w.dispatch()
}

// progressed notes that the workers' process is alive.
func (w *world) progressed() { w.progress, w.stalled = w.now, false }

// checkStall asks whether the workers' process has made progress. A process
// with nothing to do is not stalled; one whose jobs all wait is: the false
// alarm of a long ladder.
func (w *world) checkStall() {
	limit := int64(w.plan.Workers.StaleAfter)
	if w.live == 0 {
		w.progress = w.now
	}
	if w.now-w.progress < limit {
		w.at(w.progress+limit, calendar.RankReview, event{kind: evStall})
		return
	}
	if !w.stalled {
		w.stalled = true
		if w.opts.Trace != nil {
			w.opts.Trace(Fact{At: time.Duration(w.now), Event: "stall"})
		}
		w.alertStalled()
		if w.plan.Workers.RequeueStale {
			w.requeueAll()
		}
	}
	w.at(w.later(limit), calendar.RankReview, event{kind: evStall})
}

// requeueAll puts every job in hand back into the queue.
func (w *world) requeueAll() {
	for slot := range w.jobs.used {
		j := w.jobs.get(slot)
		if j.refs > 0 && (j.phase == active || j.phase == sleeping) {
			w.loseLock(slot, j)
		}
	}
	w.dispatch()
}

// steady is a meter of the span that steady-state metrics cover: from the
// warm-up to the end of arrivals.
func (w *world) steady() meter {
	return meter{from: int64(w.plan.WarmUp), to: int64(w.plan.Until)}
}

// bury gives up on a job: it becomes a dead letter, stays in place as failed,
// or is dropped, as the plan has it.
func (w *world) bury(slot uint32, j *job) {
	d := &w.plan.Dead
	w.gauge.failedJobs++
	if j.parent == 0 {
		w.add(ledger.GivenUp, j)
	}
	switch {
	case j.parent > 0:
		w.settle(slot, j, ledger.DeadLettered, 0) // a second copy leaves no trace of its own
	case d.InPlace:
		w.settle(slot, j, ledger.Failed, 0)
	case !d.Enabled:
		w.settle(slot, j, ledger.Dropped, ledger.DropDLQOff)
	default:
		w.park(slot, j)
	}
}
