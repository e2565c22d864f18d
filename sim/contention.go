package sim

import (
	"retrysim/policies"
	"retrysim/sim/calendar"
	"retrysim/sim/chance"
)

// conflict is the status of a write that found a newer version.
const conflict = 409

// rowCall begins the exchange with a row under optimistic concurrency: the
// read, its answer, the write and its answer each travel one leg. The server
// answers at once and has no limit. Every leg of an attempt is drawn from one
// stream, in that order.
func (w *world) rowCall(as uint32, a *attempt, st *station) {
	s := w.stream(chance.Leg, w.jobs.get(a.job).id, a.number, 0)
	leg := st.spec.Leg
	read := int64(leg.Sample(s))
	a.service = int64(leg.Sample(s)) + int64(leg.Sample(s)) // reply and write
	a.back = int64(leg.Sample(s))
	w.at(w.later(read), calendar.RankCompletion, event{as, a.gen, evRead})
	w.goes(as, a, travel)
}

func (w *world) rowRead(as uint32, a *attempt) {
	st := w.rowOf(a)
	a.served = w.now
	a.version = st.version
	a.unseen = w.unapplied(w.jobs.get(a.job), int(a.step))
	w.at(w.later(a.service), calendar.RankCompletion, event{as, a.gen, evWrite})
}

func (w *world) rowWrite(as uint32, a *attempt) {
	st := w.rowOf(a)
	j := w.jobs.get(a.job)
	switch {
	case a.class != policies.Success: // a fault's error, or a permanent failure
	case a.version != st.version:
		a.class, a.status = policies.ClassOfStatus(conflict), conflict
	default:
		st.version++
		w.effect(j, a)
	}
	if a.over {
		w.wasted(j, a)
		w.freeAttempt(as, a)
		return
	}
	a.state = returning
	w.at(w.later(a.back), calendar.RankCompletion, event{as, a.gen, evBack})
}

func (w *world) rowOf(a *attempt) *station {
	return &w.stations[a.station]
}
