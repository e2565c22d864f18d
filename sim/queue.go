package sim

import (
	"slices"
	"time"

	"retrysim/policies"
	"retrysim/sim/ledger"
	"retrysim/sim/model"
)

// setLevels gives each job type its priority level, the highest first, and
// builds the queue.
func (w *world) setLevels() {
	levels := w.plan.priorities()
	w.levels = make([]int, len(w.plan.Types))
	for t := range w.plan.Types {
		w.levels[t] = slices.Index(levels, w.plan.Types[t].Priority)
	}
	w.queue = w.newLine(w.plan.Queue.Order)
	w.setTurns()
}

// priorities lists the priorities in use, the highest first.
func (p *Plan) priorities() []int {
	var levels []int
	for t := range p.Types {
		levels = append(levels, p.Types[t].Priority)
	}
	slices.Sort(levels)
	slices.Reverse(levels)
	return slices.Compact(levels)
}

// move puts a job into a phase and voids every ticket and event of the phase
// that it leaves.
func (w *world) move(j *job, to phase) {
	if w.perKey {
		w.inHand(j, to)
	}
	switch j.phase {
	case ready:
		w.ready--
	case delayed, due, sleeping, kept:
		w.backing--
	}
	switch to {
	case ready:
		w.ready++
	case delayed, due, sleeping, kept:
		w.backing++
	}
	j.phase = to
	j.turn++
}

// enqueue lets a job that arrived or was replayed wait for a worker, if there
// is room.
func (w *world) enqueue(slot uint32, j *job) {
	w.ready++ // the phase of a new job is ready
	room := w.plan.Queue.Room
	if room != model.Unlimited && !w.pool.unlimited && w.ready-w.pool.vacant() > room {
		w.settle(slot, j, ledger.Dropped, ledger.DropQueueFull)
		return
	}
	w.queue.push(w.placeOf(&w.queue, j), ticket{slot, j.turn})
	w.impatient(slot, j)
}

// makeReady lets a job whose wait is over wait for a worker.
func (w *world) makeReady(slot uint32, j *job) {
	w.move(j, ready)
	j.pass = false
	if w.opts.Trace != nil {
		w.tell(j, nil, "promote", Fact{})
	}
	w.queue.push(w.placeOf(&w.queue, j), ticket{slot, j.turn})
	w.impatient(slot, j)
}

// dispatch gives ready jobs to free workers.
func (w *world) dispatch() {
	if w.looping {
		return // the caller's caller goes on
	}
	w.looping = true
	if w.pool.procs != nil {
		w.dispatchToProcesses()
	} else {
		w.dispatchToWorkers()
	}
	w.looping = false
	w.gauge.queueTo(w.queueDepth())
}

func (w *world) dispatchToWorkers() {
	for w.pool.idle() {
		slot, j := w.nextReady()
		if j == nil {
			return
		}
		w.take(slot, j, 0)
	}
}

// turnEnds lets the next key have its turn, where keys take turns.
func (w *world) turnEnds() {
	if w.turns != nil {
		w.turns.turnEnds()
	}
}

// nextReady takes the next job from the queue, nil when there is none. Jobs
// whose deadline has passed expire here, those handed out often enough are
// given up; neither costs their key its turn.
func (w *world) nextReady() (uint32, *job) {
	for {
		slot, j := w.popReady()
		switch {
		case j == nil:
			w.turnEnds()
			return 0, nil
		case w.expired(j):
			w.settle(slot, j, ledger.Expired, 0)
		case w.receive(slot, j):
			w.turnEnds()
			return slot, j
		}
	}
}

func (w *world) popReady() (uint32, *job) {
	for {
		t, ok := w.nextTicket()
		if !ok {
			break
		}
		if j := w.jobs.get(t.slot); j.turn == t.turn && j.phase == ready && !w.passedOver(t, j) && !w.held(t.slot, j) {
			return t.slot, j
		}
	}
	if w.plan.Queue.WhenFree && !w.gated() {
		return w.popDue()
	}
	return 0, nil
}

// popDue takes the longest-due retry that still waits for a review.
func (w *world) popDue() (uint32, *job) {
	for w.due.n > 0 {
		t := w.due.popFront()
		if j := w.jobs.get(t.slot); j.turn == t.turn && j.phase == due {
			return t.slot, j
		}
	}
	return 0, nil
}

// retryDue plays the end of a wait: a sleeping worker goes on, a job in the
// queue becomes ready, or waits for the next review.
func (w *world) retryDue(e event) {
	j := w.jobs.get(e.slot)
	if j.turn != e.turn {
		return
	}
	switch {
	case w.expired(j):
		asleep, worker := j.phase == sleeping, j.worker
		w.settle(e.slot, j, ledger.Expired, 0)
		if asleep {
			w.release(worker)
		}
	case j.phase == sleeping:
		w.move(j, active)
		w.begin(e.slot, j)
	default:
		w.promote(e.slot, j)
	}
	w.dispatch()
}

// queueDepth is what waits to be served: ready jobs without a worker, and calls
// in the stations' rooms, before their limits or for a connection.
func (w *world) queueDepth() int {
	n := w.ready
	for i := range w.stations {
		st := &w.stations[i]
		n += st.waiting + st.shaper.n
		if st.links != nil {
			n += st.links.waiting + st.links.pending
		}
	}
	return n
}

// settle ends a job in a bucket of the ledger.
func (w *world) settle(slot uint32, j *job, b ledger.Bucket, why ledger.Drop) {
	w.move(j, settled)
	w.unspent(j)
	j.bucket = uint8(b)
	j.worker = -1
	w.open--
	w.live--
	w.last = w.now
	if j.parent == 0 {
		e := w.add(ledger.Settled, j)
		e.Bucket, e.Drop, e.Delay, e.First = b, why, j.waited, j.first
		e.Class, e.Status = j.class, j.status
		j.waited = 0
	}
	if w.opts.Trace != nil {
		w.tellSettled(j, b, why)
	}
	if j.client >= 0 && !j.replays && j.parent == 0 {
		w.open++ // the client goes on
		w.think(int(j.source), j.client)
	}
	w.unref(slot, j)
}

// rebucket moves a settled job to another bucket: out of the dead-letter queue.
func (w *world) rebucket(j *job, b ledger.Bucket, why ledger.Drop) {
	j.bucket = uint8(b)
	e := w.add(ledger.Settled, j)
	e.Bucket, e.Drop, e.Flags = b, why, e.Flags|ledger.Moved
	if w.opts.Trace != nil {
		w.tellSettled(j, b, why)
	}
}

// unref drops one reason for a job to stay in the slab.
func (w *world) unref(slot uint32, j *job) {
	j.refs--
	if j.refs > 0 {
		return
	}
	w.leave(j)
	if w.memory != nil {
		w.memory.forget(slot)
	}
	if j.parent > 0 {
		root := j.parent - 1
		w.unref(root, w.jobs.get(root))
	}
	w.jobs.give(slot)
}

// leave books that nothing more can happen to a job.
func (w *world) leave(j *job) {
	if j.parent > 0 {
		return
	}
	e := w.add(ledger.Left, j)
	e.Bucket = ledger.Bucket(j.bucket)
	steps := w.typeOf(j).Steps
	for i := range steps {
		if steps[i].Effect.Name != "" && j.applied[i] == 0 {
			e.Flags |= ledger.NoEffect
		}
	}
}

// failureOf describes the failure of a job's present attempt to its policy.
func (w *world) failureOf(j *job, class policies.Class, status int) policies.Failure {
	return policies.Failure{
		Job: j.id, Attempt: w.countedAttempts(j), Previous: time.Duration(j.carry),
		Elapsed: time.Duration(w.now - j.began), Class: class, Status: status,
		Now: time.Duration(w.now), Taken: time.Duration(j.taken),
	}
}
