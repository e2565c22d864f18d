package sim

import "retrysim/sim/model"

// hang leaves a call without an answer for ever.
func (w *world) hang(as uint32, a *attempt, st *station, c *model.Condition) {
	if c.HangsServe && st.idle() {
		w.count(st)
		st.busy++
		st.hungs = append(st.hungs, ticket{as, a.gen})
		a.served = w.now
		if st.shared != nil {
			w.pace(st)
		}
		w.goes(as, a, hungServe)
		return
	}
	if a.over {
		a.state = nowhere
		w.wasted(w.jobs.get(a.job), a)
		w.freeAttempt(as, a)
		return
	}
	w.goes(as, a, hung)
}

// unhang frees the server of a hung call.
func (w *world) unhang(a *attempt) {
	st := &w.stations[a.station]
	w.count(st)
	st.busy--
	if !a.over { // else it is in the books
		st.worked(a, w.now)
	}
	a.state = nowhere
	w.startWaiting(st)
}

// freeHung frees the servers of hung calls whose hang is over. Their callers
// wait on: the answers are lost.
func (w *world) freeHung(st *station) {
	hungs := st.hungs
	st.hungs = nil
	for _, t := range hungs {
		a := w.attempts.get(t.slot)
		switch {
		case a.gen != t.turn || a.state != hungServe:
		case w.condOf(st, a).Hang > 0:
			st.hungs = append(st.hungs, t)
		default:
			w.unhang(a)
			a.state = lost
		}
	}
}
