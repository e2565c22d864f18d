package sim

import (
	"math"
	"time"

	"retrysim/policies"
	"retrysim/sim/calendar"
	"retrysim/sim/chance"
)

// serve begins the service of a call, at the speed now in force.
func (w *world) serve(as uint32, a *attempt, st *station) {
	j := w.jobs.get(a.job)
	w.count(st)
	st.busy++
	a.state, a.served = serving, w.now
	c := w.condOf(st, a)
	law := st.spec.Service
	if c.Replace.Set() {
		law = c.Replace
	}
	var service time.Duration
	if law.Set() {
		service = law.Sample(w.stream(chance.Service, j.id, a.number, uint32(a.step)))
	}
	work := sized(int64(service), j.size)
	speed := c.Speed
	if st.shared != nil {
		speed = w.ownSpeed(st, a)
	}
	a.service = stretch(work, speed)
	if st.slow {
		a.service = st.slowed(a.service, st.busy)
	}
	if st.debt > 0 { // the refused calls have it in their books
		a.service += st.debt
		a.work -= st.debt
		st.debt = 0
	}
	a.back = 0
	if len(c.Latency) > 0 || c.Multiply > 0 {
		a.back = w.wayBack(j, a, c, work)
	}
	a.unseen = w.unapplied(j, int(a.step))
	if st.shared != nil {
		w.share(st, ticket{as, a.gen}, a.service)
		w.arm(as, a)
		return
	}
	end := w.later(a.service)
	w.at(end, calendar.RankCompletion, event{as, a.gen, evServed})
	last := int(a.step)+1 == len(w.typeOf(j).Steps)
	if !last || end > a.deadline || a.back > a.deadline-end {
		w.arm(as, a)
	}
}

// stretch is a service time at a speed, saturating.
func stretch(service int64, speed float64) int64 {
	if speed == 1 {
		return service
	}
	return whole(float64(service) / speed)
}

// whole is a time in whole nanoseconds, saturating.
func whole(ns float64) int64 { return int64(math.Round(min(ns, math.MaxInt64/4))) }

// served ends a service: the effect has happened, the server is free, and the
// answer goes back, unless it is lost, cut off, or nobody waits for it.
func (w *world) served(as uint32, a *attempt) {
	j := w.jobs.get(a.job)
	st := &w.stations[a.station]
	w.count(st)
	st.busy--
	st.worked(a, w.now)
	a.state = nowhere
	if a.class == policies.Success {
		w.effect(j, a)
	}
	if st.cold > 0 {
		w.warm(st)
	}
	w.startWaiting(st)
	c := w.condOf(st, a)
	switch {
	case a.over:
		w.wasted(j, a)
		w.freeAttempt(as, a)
	case c.Cut && c.CutLoses:
		w.goes(as, a, lost)
	case c.Cut:
		st.answers = append(st.answers, ticket{as, a.gen})
		w.goes(as, a, heldBack)
	case c.Lost > 0 && w.stream(chance.Loss, j.id, a.number, uint32(a.step)).Float64() < c.Lost:
		w.goes(as, a, lost)
	case c.ResetAnswer > 0 && w.stream(chance.Reset, j.id, a.number, uint32(a.step)|answerReset).Float64() < c.ResetAnswer:
		a.class, a.status = policies.Connection, 0
		w.answer(as, a)
	case a.back > 0:
		a.state = returning
		w.at(w.later(a.back), calendar.RankCompletion, event{as, a.gen, evBack})
	default:
		w.answer(as, a)
	}
}

// startWaiting gives free servers the next calls of the line, or drops these.
// A drop can bring new calls along, which must not overtake the line.
func (w *world) startWaiting(st *station) {
	if st.shared != nil {
		w.pace(st)
		return
	}
	if st.draining {
		return
	}
	st.draining = true
	for st.waiting > 0 && st.idle() {
		t := st.line.pop()
		a := w.attempts.get(t.slot)
		if a.gen != t.turn || a.state != waiting {
			continue
		}
		st.line.took()
		w.count(st)
		st.waiting--
		if st.drops && w.dropped(t.slot, a, st) {
			continue
		}
		w.serve(t.slot, a, st)
	}
	st.draining = false
}

// cancel takes an attempt out of its station when its caller gives up: the
// dependency stops working on it.
func (w *world) cancel(as uint32, a *attempt) {
	st := &w.stations[a.station]
	was := a.state
	a.state = nowhere
	switch was {
	case waiting:
		w.count(st)
		st.waiting--
	case serving:
		w.count(st)
		st.busy--
		st.worked(a, w.now)
		a.left = true
		a.gen++ // voids the end of the service; over frees the slot
		w.startWaiting(st)
	case travel:
		a.gen++
	case shaped, pooled, backlogged, shaking:
		w.cancelBefore(a, st, was)
	case hungServe:
		a.state = hungServe // over frees the server
	}
	if w.opts.Trace != nil {
		w.tell(w.jobs.get(a.job), a, "cancel", Fact{})
	}
}
