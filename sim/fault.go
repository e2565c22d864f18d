package sim

import (
	"time"

	"retrysim/sim/calendar"
	"retrysim/sim/chance"
	"retrysim/sim/model"
)

// faultState is how a fault is at present.
type faultState struct {
	windows  []model.Window // of this replication
	window   int            // the one that opened last
	open     bool           // its window is open
	on       bool           // it is in force: its window is open and its condition holds
	strength float64        // of its window, in (0, 1]; its ramps change it
}

// setTimeline schedules the edges of the faults and the operator's actions. An
// action keeps the run going until it is done.
func (w *world) setTimeline() {
	for i := range w.faults {
		w.setFault(i)
	}
	w.replays = make([]replay, len(w.plan.Actions))
	for i := range w.plan.Actions {
		if w.plan.Actions[i].Kind == model.DoRestart {
			w.crashes, w.restarts = true, true
		}
		if at := w.plan.Actions[i].At; at <= w.plan.Horizon {
			if w.plan.Actions[i].When.Set() {
				w.watches++ // a condition that never holds keeps nothing going
				continue
			}
			w.open++
			w.at(int64(at), calendar.RankEdge, event{slot: uint32(i), kind: evAction})
		}
	}
	w.done = make([]bool, len(w.plan.Actions))
	if w.watches > 0 {
		w.at(int64(watchEvery), calendar.RankEdge, event{kind: evWatch})
	}
}

// drawFaults finds the windows of this replication.
func (w *world) drawFaults() {
	w.faults = make([]faultState, len(w.plan.Faults))
	for i := range w.faults {
		w.faults[i].windows = w.plan.Faults[i].Draw(func(k int) *chance.Stream {
			return w.stream(chance.Fault, uint64(i), uint32(k), 0)
		})
	}
}

// setFault schedules the edges of a fault's windows, and the steps of its ramps.
func (w *world) setFault(i int) {
	f := &w.plan.Faults[i]
	w.crashes = w.crashes || f.Kind == model.FaultCrash || f.Kind == model.FaultPoison
	w.poison = w.poison || f.Kind == model.FaultPoison
	w.sameSeed = w.sameSeed || f.Kind == model.FaultSameSeed
	for k, v := range w.faults[i].windows {
		at := func(t time.Duration, what kind) {
			w.at(int64(t), calendar.RankEdge, event{slot: uint32(i), turn: uint32(k), kind: what})
		}
		at(v.Start, evOpen)
		for _, since := range f.Windows.Steps(v.End - v.Start) {
			at(v.Start+since, evRamp)
		}
		if v.End > v.Start {
			at(v.End, evClose)
		}
	}
	if f.While > 0 {
		for s := range max(1, f.Shards) {
			st := &w.stations[f.Station+s]
			st.watched = append(st.watched, i)
		}
	}
}

// faultEdge opens or closes a window of a fault, or takes a step of its ramp.
func (w *world) faultEdge(e event) {
	i := int(e.slot)
	f, s := &w.plan.Faults[i], &w.faults[i]
	v := s.windows[e.turn]
	s.window = int(e.turn)
	s.open = e.kind != evClose && v.End > v.Start
	s.strength = f.Windows.Strength(time.Duration(w.now)-v.Start, v.End-v.Start)
	if e.kind == evRamp {
		if f.Target == model.TargetStation {
			w.refold(f.Station, f.Shards)
		}
		return
	}
	if f.While > 0 {
		w.look(f.Station)
		return
	}
	s.on = s.open
	w.tellFault(f, e.kind == evOpen)
	if e.kind == evOpen {
		w.breaksIdle(f)
	}
	switch {
	case f.Kind == model.FaultDisconnect:
		if e.kind == evOpen {
			w.disconnect(i)
		}
	case f.Target == model.TargetStation:
		w.refold(f.Station, f.Shards)
	case e.kind != evOpen:
	case f.Kind == model.FaultCrash:
		w.crash(i)
	case f.Kind == model.FaultRush:
		w.rush(i)
	}
}

func (w *world) tellFault(f *model.Fault, opens bool) {
	if w.opts.Trace == nil {
		return
	}
	name := "fault_end"
	if opens {
		name = "fault_start"
	}
	w.opts.Trace(Fact{At: time.Duration(w.now), Event: name, Name: f.Name})
}

// refold gives a station, or so many shards from it on, the conditions that are
// now in force, and does what these allow once all of them have theirs.
func (w *world) refold(first, shards int) {
	stations := w.stations[first : first+max(1, shards)]
	w.before = w.before[:0]
	for i := range stations {
		st := &stations[i]
		w.before = append(w.before, condBefore{st.cond, len(st.scoped) > 0})
		w.count(st)
		w.setCondition(st.index)
	}
	w.bookCapacity()
	for i := range stations {
		was := w.before[i]
		w.conditionChanged(&stations[i], &was.cond, was.scoped)
	}
}

// condBefore is what a station's condition was.
type condBefore struct {
	cond   model.Condition
	scoped bool // some calls were left out
}

// conditionChanged does what the end of a cut, a hang or a standstill allows.
func (w *world) conditionChanged(st *station, before *model.Condition, scoped bool) {
	w.chill(st, before)
	if (before.Cut && !st.cond.Cut) || scoped {
		w.reconnect(st)
	}
	if (before.Hang > 0 && st.cond.Hang == 0) || scoped {
		w.freeHung(st)
	}
	w.pass(st)
	w.startWaiting(st)
}

// reconnect lets everything through that a cut has held: first the answers,
// then the calls, in the order in which they came. A call that another cut
// holds stays.
func (w *world) reconnect(st *station) {
	if st.cond.Cut || len(st.answers)+len(st.held) == 0 {
		return
	}
	answers, held := st.answers, st.held
	st.answers, st.held = nil, nil
	for _, t := range answers {
		a := w.attempts.get(t.slot)
		switch {
		case a.gen != t.turn:
		case w.condOf(st, a).Cut:
			st.answers = append(st.answers, t)
		default:
			w.answer(t.slot, a)
		}
	}
	for _, t := range held {
		a := w.attempts.get(t.slot)
		switch {
		case a.gen != t.turn:
		case w.condOf(st, a).Cut:
			st.held = append(st.held, t)
		default:
			a.start = w.now
			w.reach(t.slot, a, st)
		}
	}
}
