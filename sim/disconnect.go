package sim

import (
	"retrysim/policies"
	"retrysim/sim/chance"
	"retrysim/sim/model"
)

// disconnect closes a share of a station's open connections: the calls on them
// end with an error of the connection, whatever the station makes of them.
func (w *world) disconnect(i int) {
	f := &w.plan.Faults[i]
	for k := range max(1, f.Shards) {
		if st := &w.stations[f.Station+k]; st.links != nil {
			w.breakIdle(st, f.Share)
		}
	}
	var hit []ticket
	for slot := range w.attempts.used {
		if a := w.attempts.get(slot); a.link == linkOpen && f.Hits(int(a.station)) && w.drawn(i, a) {
			hit = append(hit, ticket{slot, a.gen})
		}
	}
	for _, t := range hit {
		if a := w.attempts.get(t.slot); a.gen == t.turn && a.link == linkOpen {
			w.breakOff(t.slot, a)
		}
	}
}

// drawn reports whether an attempt's connection is among those that a fault
// closes.
func (w *world) drawn(i int, a *attempt) bool {
	window := uint32(i)<<20 | uint32(w.faults[i].window)
	return w.stream(chance.Disconnect, w.jobs.get(a.job).id, a.number, window).Float64() < w.plan.Faults[i].Share
}

// breakOff ends an attempt whose connection is closed.
func (w *world) breakOff(as uint32, a *attempt) {
	if w.typeOf(w.jobs.get(a.job)).Cancels {
		w.cancel(as, a)
	}
	a.class, a.status = policies.Connection, 0
	w.end(as, a, policies.Connection, 0)
}

// breaksIdle does what a fault that begins does to idle connections: a cut
// closes all of them, and resets their share.
func (w *world) breaksIdle(f *model.Fault) {
	if f.Target != model.TargetStation || f.Scoped() || (f.Kind != model.FaultCut && f.Kind != model.FaultReset) {
		return
	}
	share := f.Share
	if f.Kind == model.FaultCut {
		share = 1
	}
	for k := range max(1, f.Shards) {
		w.breakIdle(&w.stations[f.Station+k], share)
	}
}
