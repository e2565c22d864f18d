package sim

import (
	"retrysim/sim/calendar"
	"retrysim/sim/chance"
	"retrysim/sim/ledger"
)

// deadlineOf is the age at which a job expires, 0 for never: the fixed one of
// its type, or its own patience, which is the same whenever it is asked for.
func (w *world) deadlineOf(j *job) int64 {
	t := w.typeOf(j)
	if t.Patience.Set() {
		return max(1, int64(t.Patience.Sample(w.stream(chance.Patience, j.id, 0, 0))))
	}
	return int64(t.Deadline)
}

// expired reports whether a job's deadline has passed.
func (w *world) expired(j *job) bool {
	d := w.deadlineOf(j)
	return d > 0 && w.now-j.born >= d
}

// impatient schedules the time at which a job that waits for a worker leaves,
// where its type has a patience. A fixed deadline needs no event: such a job
// expires instead of being taken.
func (w *world) impatient(slot uint32, j *job) {
	if !w.typeOf(j).Patience.Set() {
		return
	}
	at := j.born + w.deadlineOf(j)
	if at < j.born {
		return // past the end of all time
	}
	w.at(max(at, w.now), calendar.RankTimeout, event{slot, j.turn, evLeave})
}

// patienceEnds ends a job whose patience is over while it still waits.
func (w *world) patienceEnds(e event) {
	if j := w.jobs.get(e.slot); j.turn == e.turn && (j.phase == ready || j.phase == due) {
		w.settle(e.slot, j, ledger.Expired, 0)
		w.dispatch() // for the queue's depth, and who came through it
	}
}
