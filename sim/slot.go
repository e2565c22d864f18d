package sim

import (
	"retrysim/policies"
	"retrysim/sim/calendar"
)

// slots are the last two slots of a channel in which a call began, by the
// parity of their numbers: at the instant between two, calls of the one end
// while calls of the next begin.
type slots struct {
	number [2]int64
	calls  [2]int
}

// enter counts a call that begins in a slot.
func (s *slots) enter(slot int64) {
	k := slot & 1
	if s.number[k] != slot {
		s.number[k], s.calls[k] = slot, 0
	}
	s.calls[k]++
}

// slotCall puts a call into the slot that is going on. It is there until the
// slot ends, also where its caller gives up before. The next slot begins at
// that instant.
func (w *world) slotCall(as uint32, a *attempt, st *station) {
	length := int64(st.spec.Slot)
	slot := w.now / length
	st.slots.enter(slot)
	end := w.later(length - w.now%length)
	a.version, a.served, a.service = uint64(slot), w.now, end-w.now
	a.unseen = w.unapplied(w.jobs.get(a.job), int(a.step))
	w.at(end, calendar.RankCompletion, event{as, a.gen, evSlot})
	w.goes(as, a, travel)
}

// slotEnds answers a call at the end of its slot: all that began in it have
// failed, unless there was one only.
func (w *world) slotEnds(as uint32, a *attempt) {
	st := &w.stations[a.station]
	j := w.jobs.get(a.job)
	switch {
	case a.class != policies.Success: // a fault's error, or a permanent failure
	case st.slots.calls[a.version&1] > 1:
		a.class, a.status = policies.ClassOfStatus(conflict), conflict
	default:
		w.effect(j, a)
	}
	if a.over {
		w.wasted(j, a)
		w.freeAttempt(as, a)
		return
	}
	w.answer(as, a)
}
