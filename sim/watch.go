package sim

import (
	"time"

	"retrysim/sim/calendar"
	"retrysim/sim/ledger"
)

// A conditional fault is in force while its window is open and more calls than
// it says are in flight at its station: sent to it, and their callers still
// wait. The call that makes them too many is hit itself. That they have become
// few enough takes effect at the same instant, once whatever happens at that
// moment has happened.

// joined counts a call at a station with conditional faults.
func (w *world) joined(a *attempt) {
	st := &w.stations[a.station]
	st.calls++
	a.counted = true
	w.look(int(a.station))
}

// gone counts that a call's caller no longer waits for it.
func (w *world) gone(a *attempt) {
	a.counted = false
	w.stations[a.station].calls--
	w.look(int(a.station))
}

// look sees whether a condition no longer is as its fault has it. A fault that
// begins is in force at once; what else follows from an edge waits until the
// present event is over.
func (w *world) look(station int) {
	st := &w.stations[station]
	due := false
	for _, i := range st.watched {
		if want := w.holds(i); want != w.faults[i].on {
			due = true
			if want {
				w.flip(i)
				f := &w.plan.Faults[i]
				for s := range max(1, f.Shards) {
					w.setCondition(f.Station + s)
				}
			}
		}
	}
	if due && !st.looking {
		st.looking = true
		w.at(w.now, calendar.RankEdge, event{slot: uint32(station), kind: evLook})
	}
}

// holds reports whether a conditional fault should be in force.
func (w *world) holds(i int) bool {
	f := &w.plan.Faults[i]
	calls := 0
	for s := range max(1, f.Shards) {
		calls += w.stations[f.Station+s].calls
	}
	return w.faults[i].open && calls > f.While
}

// lookAgain lets conditional faults end, and does what their edges allow.
func (w *world) lookAgain(station int) {
	st := &w.stations[station]
	st.looking = false
	for _, i := range st.watched {
		if w.holds(i) != w.faults[i].on {
			w.flip(i)
		}
	}
	w.refold(w.plan.Group(station))
}

// flip puts a conditional fault in force or out of it, and tells the book,
// which cannot know it beforehand.
func (w *world) flip(i int) {
	f, s := &w.plan.Faults[i], &w.faults[i]
	s.on = !s.on
	if s.on {
		w.breaksIdle(f)
	}
	w.tellFault(f, s.on)
	e := w.book.Next()
	e.At, e.Kind, e.Status = w.now, ledger.Struck, uint16(i)
	w.struck.note(w.now, s.on)
	if s.on {
		e.Delay = 1
	}
}

// struck is the span in which conditional faults have been in force.
type struck struct {
	first, last int64 // the first beginning, and the last end
	on          int
	any         bool
}

func (s *struck) note(now int64, on bool) {
	switch {
	case on && !s.any:
		s.first, s.any = now, true
		s.on++
	case on:
		s.on++
	default:
		s.on--
		s.last = now
	}
}

// judged is the setting for measures made at the end, when it is known when
// conditional faults were in force.
func (w *world) judged() ledger.Setting {
	s := w.setting()
	if w.struck.any {
		end := w.struck.last
		if w.struck.on > 0 {
			end = int64(w.plan.Horizon) + 1 // it outlasts the run
		}
		s.Faults = append(s.Faults, [2]time.Duration{time.Duration(w.struck.first), time.Duration(end)})
		s.LastFault = max(s.LastFault, time.Duration(end))
	}
	return s
}
