package sim

import (
	"retrysim/sim/calendar"
	"retrysim/sim/model"
)

// shaper is the calls that a rate limit lets wait in front of its station.
type shaper struct {
	line deque
	n    int    // calls that wait
	turn uint32 // of the release that is due next
}

// overLimit lets a call wait that is over the limit, or refuses it.
func (w *world) overLimit(as uint32, a *attempt, st *station, c *model.Condition, limit *model.RateLimit, by *limiter) {
	s := &st.shaper
	if !limit.Wait || limit.Hold > 0 && s.n >= limit.Hold {
		w.hint(a, c, by.hint(limit, w.now))
		w.refuse(as, a, st, limit.Status)
		return
	}
	w.count(st)
	s.n++
	s.line.pushBack(ticket{as, a.gen})
	w.gauge.queueTo(w.queueDepth())
	if w.opts.Trace != nil {
		w.tell(w.jobs.get(a.job), a, "shape", Fact{})
	}
	if s.n == 1 {
		w.nextPass(st, limit)
	}
	w.goes(as, a, shaped)
}

// nextPass schedules when the limit lets the next call pass. A limit of
// nothing never does: only another one can.
func (w *world) nextPass(st *station, limit *model.RateLimit) {
	st.shaper.turn++
	if rest, ok := st.limiter.rest(limit, w.now); ok && limit.Allow > 0 {
		w.at(w.later(rest), calendar.RankCompletion, event{slot: uint32(st.index), turn: st.shaper.turn, kind: evPass})
	}
}

// pass lets as many of the waiting calls through as the limit in force allows
// now. They meet the station as it is then.
func (w *world) pass(st *station) {
	s := &st.shaper
	for s.n > 0 {
		limit := st.limit()
		apart := limit.Key != model.LimitAll // which counts them as they meet the station
		if limit.On() && !apart && !st.limiter.take(limit, st.inside(), w.now) {
			w.nextPass(st, limit)
			return
		}
		t := s.line.popFront()
		a := w.attempts.get(t.slot)
		for a.gen != t.turn || a.state != shaped {
			t = s.line.popFront()
			a = w.attempts.get(t.slot)
		}
		w.count(st)
		s.n--
		a.passed = !apart
		if w.opts.Trace != nil {
			w.tell(w.jobs.get(a.job), a, "release", Fact{})
		}
		w.reach(t.slot, a, st)
	}
}

// passDue plays a release, unless another one has taken its place.
func (w *world) passDue(e event) {
	if st := &w.stations[e.slot]; st.shaper.turn == e.turn {
		w.pass(st)
	}
}
