package sim

import (
	"math"

	"retrysim/sim/calendar"
)

// unlink ends what an attempt has to do with its connection: this goes back to
// the pool, or is closed. Whoever waits for one gets it after the present event.
func (w *world) unlink(a *attempt, back bool) {
	st := &w.stations[a.station]
	l := st.links
	was := a.link
	a.link = unlinked
	switch {
	case was == linkPending:
		l.pending--
	case back:
		l.idle.push(w.now)
		w.closeLater(st)
	default:
		l.open--
		w.tellLink(a, "close")
	}
	if l.waiting > 0 && !l.looking {
		l.looking = true
		w.at(w.now, calendar.RankCompletion, event{slot: uint32(st.index), kind: evLinks})
	}
}

// serveLine gives connections to those who wait for one.
func (w *world) serveLine(st *station) {
	l := st.links
	l.looking = false
	for l.waiting > 0 && (l.idle.n > 0 || l.may(&st.spec.Connections)) {
		t := l.line.popFront()
		a := w.attempts.get(t.slot)
		if a.gen != t.turn || a.state != pooled {
			continue
		}
		l.waiting--
		a.state = nowhere
		if l.idle.n > 0 {
			w.reuse(t.slot, a, st)
		} else {
			w.setUp(t.slot, a, st)
		}
	}
}

// closeLater schedules when the oldest idle connection is to be closed.
func (w *world) closeLater(st *station) {
	l, after := st.links, int64(st.spec.Connections.Idle)
	if after > 0 && l.idle.n > 0 && !l.closing {
		l.closing = true
		w.at(max(w.now, l.idle.at(0)+after), calendar.RankTimeout, event{slot: uint32(st.index), kind: evIdle})
	}
}

// closeIdle closes the connections that have been idle for too long.
func (w *world) closeIdle(st *station) {
	l := st.links
	l.closing = false
	had := l.idle.n
	l.idle.forget(w.now - int64(st.spec.Connections.Idle))
	l.open -= had - l.idle.n
	w.closeLater(st)
}

// breakIdle closes a share of the idle connections, the oldest.
func (w *world) breakIdle(st *station, share float64) {
	if st.links == nil {
		return
	}
	n := int(math.Round(float64(share * float64(st.links.idle.n))))
	st.links.idle.drop(n)
	st.links.open -= n
}
