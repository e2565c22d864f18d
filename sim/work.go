package sim

import (
	"retrysim/sim/ledger"
	"retrysim/sim/model"
)

// setTimed finds out how the stations' work is counted: by server time where
// any of them has a limited number of servers, else by calls.
func (w *world) setTimed() {
	for i := range w.stations {
		st := &w.stations[i]
		st.timed = st.spec.Servers != model.Unlimited && !st.spec.Leg.Set() && st.spec.Slot == 0 && st.shared == nil
		w.timed = w.timed || st.timed
	}
}

// worked adds to an attempt the server time of a service that ends now.
func (st *station) worked(a *attempt, now int64) {
	if st.timed {
		a.work += now - a.served
	}
}

// leaves is the caller of an attempt going away while a server may be at work
// on it. A hung call has its server until then and no longer.
func (w *world) leaves(a *attempt) {
	switch a.state {
	case serving:
		a.left = true
	case hungServe:
		w.stations[a.station].worked(a, w.now)
		a.left = true
	}
}

// bookShed books a call that its station drops at the head of the line.
func (w *world) bookShed(a *attempt) {
	e := w.add(ledger.Shed, w.jobs.get(a.job))
	waits := !a.over
	work := a.work
	w.describe(e, a)
	if waits { // its end, a refusal, is booked next, and its work with it
		e.Delay, a.work = 0, work
		return
	}
	e.Flags |= ledger.Abandoned
}
