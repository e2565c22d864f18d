package sim

import (
	"retrysim/sim/calendar"
	"retrysim/sim/model"
)

// pool is the workers. An unlimited pool has no single workers, only a count.
type pool struct {
	unlimited bool
	free      []int32
	hands     []hand
	busy      int
	size      int // workers that there are
	ending    int // dismissed and still with a job in hand
	use       meter
	have      meter
	fleet     fleet

	inProcess int       // workers of a process
	procs     []process // with prefetching or waits in memory: then free lists nobody
	prefetch  int
	turn      int     // the process that took a job last
	kept      int     // the process that kept a retry last
	stirred   []int32 // processes with something new to do
}

// hand is what one worker has in hand.
type hand struct {
	attempt uint32 // slot+1, 0 without
	job     uint32 // slot+1 of the job that it sleeps for, 0 without
	restart uint32 // index+1 of the action that restarts it, 0 without
	down    bool
	gone    bool // dismissed
}

func (p *pool) idle() bool { return p.unlimited || len(p.free) > 0 }

// count brings the meters up to date before the levels change. A worker that
// was let go is there until it has ended its job.
func (p *pool) count(now int64) {
	p.use.hold(p.busy, now)
	p.have.hold(max(p.busy, p.size), now)
	if p.fleet.scaled {
		p.fleet.hold(p.busy, p.size, p.size+p.ending, now)
	}
}

func (w *world) setWorkers() {
	w.pool.turn, w.pool.kept = -1, -1
	n := w.plan.Workers.Count
	w.pool.use, w.pool.have = w.steady(), w.steady()
	if n == model.Unlimited {
		w.pool.unlimited = true
		w.setProcesses()
		return
	}
	w.pool.size = n
	w.pool.hands = make([]hand, n)
	w.pool.free = make([]int32, n)
	for i := range n {
		w.pool.free[i] = int32(n - 1 - i)
	}
	w.setProcesses()
	if d := w.plan.Workers.StaleAfter; d > 0 {
		w.at(int64(d), calendar.RankReview, event{kind: evStall})
	}
}

// occupy gives a free worker work, one of a process where that matters.
func (w *world) occupy(process int) int32 {
	w.pool.count(w.now)
	w.pool.busy++
	if w.pool.unlimited {
		return -1
	}
	free := &w.pool.free
	if w.pool.procs != nil {
		free = &w.pool.procs[process].free
	}
	n := len(*free) - 1
	id := (*free)[n]
	*free = (*free)[:n]
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
		w.pool.count(w.now)
		w.pool.lets(h)
		switch {
		case h.restart > 0:
			w.goesDown(id, h)
		case !h.gone:
			w.pool.putFree(id)
		}
	} else {
		w.pool.count(w.now)
	}
	w.pool.busy--
}

// take gives a ready job to a worker, one of a process where that matters.
func (w *world) take(slot uint32, j *job, process int) {
	w.move(j, active)
	j.worker = w.occupy(process)
	w.lockJob(j)
	w.begin(slot, j)
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
	as, a := w.newAttempt(slot, j, j.turn, j.worker)
	switch {
	case w.plan.Workers.AckAtStart:
		j.lease = forever
	case w.plan.Queue.InWorker && !w.plan.Workers.LockCoversSleep:
		w.lockJob(j)
	}
	w.watchLock(slot, j, a)
	w.run(as, a, j, "")
}

// beginAgain makes an attempt of a job whose lock was lost while it waited in a
// process. As that of any run without a lock its success completes the job, and
// its failure does not count.
func (w *world) beginAgain(slot uint32, j *job, turn uint32, worker int32) {
	j.tries++
	as, a := w.newAttempt(slot, j, turn, worker)
	a.copy = max(1, a.copy)
	w.progressed()
	w.run(as, a, j, "without a lock")
}

// run sends an attempt's call, or lets the job kill its worker.
func (w *world) run(as uint32, a *attempt, j *job, how string) {
	if w.opts.Trace != nil {
		w.tellTaken(j, a, how)
	}
	if w.poison {
		if i := w.poisoned(j, a); i >= 0 && a.worker >= 0 {
			w.swallow(as, a, j, i)
			return
		}
	}
	w.call(as, a)
}

// lets notes that a dismissed worker has ended its last job.
func (p *pool) lets(h *hand) {
	if h.gone {
		p.ending--
	}
}

// steady is a meter of the span that steady-state metrics cover: from the
// warm-up to the end of arrivals.
func (w *world) steady() meter {
	return meter{from: int64(w.plan.WarmUp), to: int64(w.plan.Until)}
}
