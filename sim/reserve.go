package sim

import (
	"strconv"

	"retrysim/sim/calendar"
	"retrysim/sim/ledger"
)

// reservation is a job that a process has taken from the queue and not begun:
// prefetched, or kept in memory until its retry is due. When its lock runs out
// the queue hands the job out again; the process does not notice, and runs what
// it has all the same.
type reservation struct {
	job     uint32
	turn    uint32 // the job's turn meanwhile; when it has another one, the lock was lost
	gen     uint32
	process int32
	here    bool
	due     bool // waits for a worker; else for its time
}

// reserve lets a process have a job beyond those that its workers run.
func (w *world) reserve(slot uint32, j *job, process int) {
	w.move(j, reserved)
	w.lockReserved(j, process)
	if j.lease != forever && !w.plan.Workers.Renew {
		w.at(j.lease, calendar.RankTimeout, event{slot, j.turn, evLease})
	}
	w.tellReserved(j, process, "reserve")
	rs := w.addReservation(slot, j, process)
	w.lineUp(rs)
}

// lockReserved begins the lock of a job that no worker has yet.
func (w *world) lockReserved(j *job, process int) {
	j.lease = forever
	if d := w.plan.Workers.Lock; d > 0 {
		j.lease = w.offBy(w.skew(process), int64(d))
	}
}

func (w *world) tellReserved(j *job, process int, event string) {
	if w.opts.Trace != nil {
		w.tell(j, nil, event, Fact{Name: "process " + strconv.Itoa(process)})
	}
}

func (w *world) addReservation(slot uint32, j *job, process int) uint32 {
	rs := w.reservations.take()
	r := w.reservations.get(rs)
	*r = reservation{job: slot, turn: j.turn, gen: r.gen, process: int32(process), here: true}
	j.refs++
	w.open++
	return rs
}

// lineUp lets a reservation wait for a worker of its process.
func (w *world) lineUp(rs uint32) {
	r := w.reservations.get(rs)
	r.due = true
	p := &w.pool.procs[r.process]
	p.line.pushBack(ticket{rs, r.gen})
	p.waiting++
	w.pool.stirred = append(w.pool.stirred, r.process)
}

// dropReservation ends a reservation. The caller still holds the job, and unrefs it when
// it is done.
func (w *world) dropReservation(rs uint32) reservation {
	r := w.reservations.get(rs)
	old := *r
	if r.due {
		w.pool.procs[r.process].waiting--
	}
	r.gen++
	r.here = false
	w.reservations.give(rs)
	w.open--
	return old
}

// keep hands a job that waits for its retry out at once: a process keeps it in
// memory until it is due by the process's clock. It returns false where no
// process is there; the job then waits in the queue. A lock that would end when
// the retry is due does not come to end. The queue counts it.
func (w *world) keep(slot uint32, j *job) bool {
	process := w.pool.keeper()
	if process < 0 {
		return false
	}
	j.worker = -1
	if !w.receive(slot, j) {
		return true
	}
	at := w.offBy(-w.skew(process), j.due-w.now)
	if d := w.deadlineOf(j); d > 0 && d <= forever-j.born {
		at = max(w.now, min(at, j.born+d)) // it expires then
	}
	w.move(j, kept)
	j.lease = forever
	if d := w.plan.Workers.Lock; d > 0 && !w.plan.Workers.Renew {
		j.lease = w.later(int64(d))
		if j.lease < at {
			w.at(j.lease, calendar.RankTimeout, event{slot, j.turn, evLease})
		}
	}
	w.tellReserved(j, process, "keep")
	rs := w.addReservation(slot, j, process)
	w.at(at, calendar.RankDue, event{rs, w.reservations.get(rs).gen, evKept})
	return true
}

// waitOn lets a job whose keeper lost it wait for its retry somewhere else.
func (w *world) waitOn(slot uint32, j *job) {
	if !w.keep(slot, j) {
		w.move(j, delayed)
		w.at(max(j.due, w.now), calendar.RankDue, event{slot, j.turn, evDue})
	}
}

// keptDue lets a job that a process has kept wait for a worker.
func (w *world) keptDue(e event) {
	r := w.reservations.get(e.slot)
	if r.gen != e.turn {
		return
	}
	if j := w.jobs.get(r.job); j.turn == r.turn {
		w.move(j, reserved)
		r.turn = j.turn
		if j.lease != forever {
			w.at(j.lease, calendar.RankTimeout, event{r.job, j.turn, evLease})
		}
	}
	w.lineUp(e.slot)
	w.dispatch()
}

// dispatchToProcesses gives reserved jobs to free workers, and ready jobs to
// processes that would have them.
func (w *world) dispatchToProcesses() {
	for {
		for len(w.pool.stirred) > 0 {
			n := len(w.pool.stirred) - 1
			process := w.pool.stirred[n]
			w.pool.stirred = w.pool.stirred[:n]
			w.serveReserved(process)
		}
		process := w.pool.next()
		if process < 0 {
			return
		}
		slot, j := w.nextReady()
		if j == nil {
			return
		}
		w.pool.turn = process
		switch {
		case w.pool.unlimited || len(w.pool.procs[process].free) > 0:
			w.take(slot, j, process)
		default:
			w.reserve(slot, j, process)
		}
	}
}

// serveReserved gives the reserved jobs of a process to its free workers.
func (w *world) serveReserved(process int32) {
	for {
		p := &w.pool.procs[process]
		if p.line.n == 0 || (len(p.free) == 0 && !w.pool.unlimited) {
			return
		}
		t := p.line.popFront()
		if w.reservations.get(t.slot).gen == t.turn {
			w.begins(w.dropReservation(t.slot))
		}
	}
}

// begins runs a job that a process had reserved, also where the queue has
// handed it out again meanwhile or knows it as done. A job too old is not run.
func (w *world) begins(r reservation) {
	j := w.jobs.get(r.job)
	owner := j.turn == r.turn
	switch {
	case w.expired(j):
		if owner {
			w.settle(r.job, j, ledger.Expired, 0)
		}
	case owner:
		w.move(j, active)
		j.worker = w.occupy(int(r.process))
		w.begin(r.job, j)
	default:
		w.beginAgain(r.job, j, r.turn, w.occupy(int(r.process)))
	}
	w.unref(r.job, j)
}

// emptied settles what a process has in memory whose last worker has gone: it
// gives the jobs back, or dies with them.
func (w *world) emptied(worker int32, back bool) {
	if w.pool.procs == nil || w.pool.alive(w.pool.process(worker)) {
		return
	}
	if process := w.pool.process(worker); back {
		w.giveBack(process)
	} else {
		w.forget(process)
	}
}

// forget loses what a dead process had in memory: the queue waits for the locks.
func (w *world) forget(process int) {
	w.eachReservation(process, func(r reservation, j *job) {
		if j.turn == r.turn {
			w.orphan(r.job, j, int32(process*w.pool.inProcess))
		}
	})
}

// giveBackAll does so for every process that has no worker left.
func (w *world) giveBackAll() {
	for i := range w.pool.procs {
		if !w.pool.alive(i) {
			w.giveBack(i)
		}
	}
}

// giveBack returns what a process had in memory that is let go.
func (w *world) giveBack(process int) {
	w.eachReservation(process, func(r reservation, j *job) {
		switch {
		case j.turn != r.turn:
		case j.phase == kept:
			w.waitOn(r.job, j)
		default:
			w.promote(r.job, j)
		}
	})
}

func (w *world) eachReservation(process int, do func(r reservation, j *job)) {
	for rs := range w.reservations.used {
		if r := w.reservations.get(rs); r.here && int(r.process) == process {
			old := w.dropReservation(rs)
			j := w.jobs.get(old.job)
			do(old, j)
			w.unref(old.job, j)
		}
	}
}
