package sim

import (
	"time"

	"retrysim/policies"
	"retrysim/sim/calendar"
	"retrysim/sim/ledger"
)

// newAttempt opens an attempt of the job that a worker has just taken, or that
// it had reserved in an earlier turn of the job.
func (w *world) newAttempt(slot uint32, j *job, turn uint32, worker int32) (uint32, *attempt) {
	as := w.attempts.take()
	a := w.attempts.get(as)
	*a = attempt{
		gen: a.gen, job: slot, turn: turn, number: j.tries, worker: worker,
		taken: w.now, served: -1, deadline: forever, copy: j.runs, again: j.attempt > 1,
	}
	if d := w.timeoutOf(j); d > 0 {
		a.deadline = w.later(d)
	}
	if w.budgets != nil {
		w.spends(j, a)
	}
	j.refs++
	j.runs++
	w.flying++
	w.open++
	if a.worker >= 0 {
		h := &w.pool.hands[a.worker]
		h.attempt, h.job = as+1, 0
	}
	return as, a
}

// timeoutOf is how long a caller waits for an attempt: the policy's patience
// where it says so, else the job type's; 0 is for ever.
func (w *world) timeoutOf(j *job) int64 {
	p := w.policyOf(j)
	switch {
	case p.NoTimeout:
		return 0
	case p.Timeout > 0:
		return int64(p.Timeout)
	}
	return int64(w.typeOf(j).Timeout)
}

// freeAttempt ends an attempt that nobody waits for and no station holds.
func (w *world) freeAttempt(as uint32, a *attempt) {
	slot := a.job
	a.gen++
	a.state = nowhere
	w.attempts.give(as)
	w.open--
	w.unref(slot, w.jobs.get(slot))
}

// call sends the call of the attempt's present step to its station.
func (w *world) call(as uint32, a *attempt) {
	j := w.jobs.get(a.job)
	w.route(j, a)
	st := &w.stations[a.station]
	a.start, a.served, a.state = w.now, -1, nowhere
	a.passed, a.linked = false, false
	w.sent(j, a)
	if !w.timed {
		a.work++
	}
	if w.opts.Trace != nil {
		w.tell(j, a, "start", Fact{})
	}
	if len(st.watched) > 0 {
		w.joined(a)
	}
	w.reach(as, a, st)
}

// reach brings a call to its station, over a connection where it needs one,
// unless it meets a cut.
func (w *world) reach(as uint32, a *attempt, st *station) {
	switch c := w.condOf(st, a); {
	case c.Cut && c.CutLoses:
		w.vanishes(as, a)
	case c.Cut:
		st.held = append(st.held, ticket{as, a.gen})
		w.goes(as, a, held)
	case st.links != nil && !a.linked:
		w.connect(as, a, st)
	default:
		w.admit(as, a, st)
	}
}

// vanishes loses a call: its caller waits in vain.
func (w *world) vanishes(as uint32, a *attempt) {
	if a.over {
		a.state = nowhere
		w.freeAttempt(as, a)
		return
	}
	w.goes(as, a, lost)
}

// goes leaves an attempt somewhere where its caller may lose patience.
func (w *world) goes(as uint32, a *attempt, to state) {
	a.state = to
	w.arm(as, a)
}

// arm schedules the caller's timeout, once.
func (w *world) arm(as uint32, a *attempt) {
	if a.timer || a.over || a.deadline == forever {
		return
	}
	a.timer = true
	w.at(a.deadline, calendar.RankTimeout, event{as, a.gen, evTimeout})
}

// answer brings the station's answer to the caller: the next step begins, or
// the attempt ends.
func (w *world) answer(as uint32, a *attempt) {
	a.state = nowhere
	if a.over {
		w.freeAttempt(as, a)
		return
	}
	if a.counted {
		w.gone(a)
	}
	steps := w.typeOf(w.jobs.get(a.job)).Steps
	if a.class == policies.Success && int(a.step)+1 < len(steps) {
		if a.link != unlinked {
			w.unlink(a, true)
		}
		a.step++
		w.call(as, a)
		return
	}
	w.end(as, a, a.class, int(a.status))
}

// timeout ends an attempt for a caller that has waited long enough.
func (w *world) timeout(as uint32, a *attempt) {
	if a.over {
		return
	}
	if w.typeOf(w.jobs.get(a.job)).Cancels {
		w.cancel(as, a)
	}
	w.end(as, a, policies.Timeout, 0)
}

// over ends an attempt for its caller: the worker no longer waits. It is freed
// unless a station still works on it.
func (w *world) over(as uint32, a *attempt, class policies.Class, status int) {
	j := w.jobs.get(a.job)
	if a.counted {
		w.gone(a)
	}
	a.over = true
	w.leaves(a)
	j.runs--
	w.flying--
	w.ended(j, a, class, status)
	if w.budgets != nil {
		w.reports(j, a, class)
	}
	if a.link != unlinked {
		w.unlink(a, class != policies.Timeout && class != policies.Crash && class != policies.Connection)
	}
	switch a.state {
	case held, waiting, serving, travel, shaped, backlogged, shaking:
		return // the station works on: wasted
	case pooled:
		w.stations[a.station].links.waiting--
	case hungServe:
		w.unhang(a)
	}
	w.freeAttempt(as, a)
}

// end takes an attempt's outcome to its job, and gives its worker new work.
func (w *world) end(as uint32, a *attempt, class policies.Class, status int) {
	slot, worker := a.job, a.worker
	j := w.jobs.get(slot)
	owner := j.turn == a.turn && j.phase == active
	j.refs++ // the job must outlive its attempt
	hint := policies.Hint{Kind: a.hinted, After: time.Duration(a.hint)}
	w.over(as, a, class, status)
	w.progressed()
	asleep := false
	switch {
	case class == policies.Success:
		w.complete(slot, j)
	case owner:
		asleep = w.failed(slot, j, class, status, hint)
	}
	if !asleep {
		w.release(worker)
	}
	w.unref(slot, j)
	w.dispatch()
}

// complete settles a job that one of its runs has brought to an end. Another
// worker may be asleep over it since that run lost the lock.
func (w *world) complete(slot uint32, j *job) {
	switch j.phase {
	case settled:
		return
	case sleeping:
		w.release(j.worker)
	}
	w.settle(slot, j, ledger.Completed, 0)
}

// add begins an entry about a job.
func (w *world) add(k ledger.Kind, j *job) *ledger.Entry {
	e := w.book.Next()
	e.At, e.Kind = w.now, k
	e.Job, e.Born, e.Type, e.Key = j.id, j.born, j.typ, j.key
	if j.replays {
		e.Flags |= ledger.OfReplay
	}
	return e
}

// sent books a call that leaves for its station.
func (w *world) sent(j *job, a *attempt) {
	e := w.add(ledger.Sent, j)
	e.Attempt, e.Copy, e.Station = a.number, uint32(a.copy), a.station
	if a.again {
		e.Flags |= ledger.Retry
	}
	if a.copy > 0 || j.parent > 0 {
		e.Flags |= ledger.Duplicate
	}
	if a.step > 0 {
		e.Flags |= ledger.LaterStep
	}
}

// ended books what the caller saw of an attempt.
func (w *world) ended(j *job, a *attempt, class policies.Class, status int) {
	e := w.add(ledger.Ended, j)
	w.describe(e, a)
	e.Class, e.Status = class, uint16(status)
	if class == policies.Timeout || class == policies.Crash || j.turn != a.turn || a.unfinished() {
		e.Flags |= ledger.Abandoned
	}
	if a.rejected {
		e.Flags |= ledger.Rejected
	}
	if j.failed { // by an earlier attempt
		e.Flags |= ledger.OnPermanent
	}
	if w.memory != nil && j.parent == 0 {
		w.memory.remember(a.job, a, class, status, w.now)
	}
	if w.opts.Trace != nil {
		w.tellEnded(j, a, class, status)
	}
}

// unfinished reports whether the station still had a call, or has just dropped
// it, when its caller went away: by a timeout, or because the connection broke.
func (a *attempt) unfinished() bool {
	switch a.state {
	case held, waiting, serving, travel, shaped:
		return true
	}
	return a.left
}

// wasted books an abandoned call that was served after all.
func (w *world) wasted(j *job, a *attempt) {
	e := w.add(ledger.Finished, j)
	w.describe(e, a)
	e.Class, e.Status = a.class, a.status
	if w.opts.Trace != nil {
		w.tell(j, a, "abandoned", Fact{Class: a.class.String(), Status: int(a.status)})
	}
}

// describe writes down what an attempt has been through, and the work on it
// that no entry has booked yet.
func (w *world) describe(e *ledger.Entry, a *attempt) {
	e.Taken, e.Start, e.Served = a.taken, a.start, a.served
	e.Attempt, e.Copy = a.number, uint32(a.copy)
	e.Station = a.station
	e.Delay, a.work = max(0, a.work), 0
	if a.again {
		e.Flags |= ledger.Retry
	}
	if a.left {
		e.Flags |= ledger.InService
	}
}
