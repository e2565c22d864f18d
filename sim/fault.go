package sim

import (
	"time"

	"retrysim/sim/calendar"
	"retrysim/sim/model"
)

// setTimeline schedules the edges of the faults and the operator's actions. An
// action keeps the run going until it is done.
func (w *world) setTimeline() {
	w.openF = make([]bool, len(w.plan.Faults))
	for i := range w.plan.Faults {
		f := &w.plan.Faults[i]
		w.crashes = w.crashes || f.Kind == model.FaultCrash
		w.at(int64(f.Start), calendar.RankEdge, event{slot: uint32(i), kind: evOpen})
		if f.End > f.Start {
			w.at(int64(f.End), calendar.RankEdge, event{slot: uint32(i), kind: evClose})
		}
	}
	w.replays = make([]replay, len(w.plan.Actions))
	for i := range w.plan.Actions {
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

// faultEdge opens or closes a fault and folds what is in force anew.
func (w *world) faultEdge(i int, opens bool) {
	f := &w.plan.Faults[i]
	w.openF[i] = opens && f.End > f.Start
	if w.opts.Trace != nil {
		name := "fault_end"
		if opens {
			name = "fault_start"
		}
		w.opts.Trace(Fact{At: time.Duration(w.now), Event: name, Name: f.Name})
	}
	switch {
	case f.Kind == model.FaultCrash:
		if opens {
			w.crash(i)
		}
	case f.Target == model.TargetStation:
		w.refold(f.Station)
	}
}

// refold gives a station the condition that is now in force.
func (w *world) refold(station int) {
	st := &w.stations[station]
	before := st.cond
	w.count(st)
	st.cond = w.fold(station)
	w.bookCapacity()
	w.conditionChanged(st, &before)
}

// fold joins the faults in force at a station into one flat condition. Where
// two faults say different things the later one on the timeline counts; speeds
// multiply, delays and shares of errors add. What an operator has scaled stays.
func (w *world) fold(station int) model.Condition {
	st := &w.stations[station]
	c := st.spec.Healthy()
	if st.size.servers > 0 {
		c.Servers = st.size.servers
	}
	if st.size.speed > 0 {
		c.Speed = st.size.speed
	}
	for i := range w.plan.Faults {
		f := &w.plan.Faults[i]
		if w.openF[i] && f.Target == model.TargetStation && f.Station == station {
			f.Apply(&c)
		}
	}
	return c
}

// conditionChanged does what the end of a cut, a hang or a standstill allows.
func (w *world) conditionChanged(st *station, before *model.Condition) {
	w.chill(st, before)
	if before.Cut && !st.cond.Cut {
		w.reconnect(st)
	}
	if before.Hang > 0 && st.cond.Hang == 0 {
		w.freeHung(st)
	}
	w.startWaiting(st)
}

// reconnect lets everything through that a cut has held: first the answers,
// then the calls, in the order in which they came.
func (w *world) reconnect(st *station) {
	answers, held := st.answers, st.held
	st.answers, st.held = nil, nil
	for _, t := range answers {
		if a := w.attempts.get(t.slot); a.gen == t.turn {
			w.answer(t.slot, a)
		}
	}
	for _, t := range held {
		if a := w.attempts.get(t.slot); a.gen == t.turn {
			a.start = w.now
			w.admit(t.slot, a, st)
		}
	}
}
