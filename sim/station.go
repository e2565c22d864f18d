package sim

import (
	"math"
	"time"

	"retrysim/policies"
	"retrysim/sim/calendar"
	"retrysim/sim/chance"
	"retrysim/sim/model"
)

func (w *world) setStations() {
	w.stations = make([]station, len(w.plan.Stations))
	for i := range w.stations {
		spec := &w.plan.Stations[i]
		w.stations[i] = station{
			index: i, spec: spec, cond: spec.Healthy(), line: w.newLine(spec.Order), limiter: limiter{window: -1},
			slots: slots{number: [2]int64{-1, -1}}, use: w.steady(), have: w.steady(), stay: w.steady(),
		}
		w.stations[i].setDrop()
		w.stations[i].setSlow()
		if spec.Order == model.Shared && !spec.Leg.Set() {
			w.stations[i].shared = &sharing{}
		}
		if spec.Connections.On() {
			w.stations[i].links = &links{}
		}
	}
	w.setTimed()
	w.bookCapacity()
}

// admit decides at its arrival what becomes of a call: refused by a fault or a
// limit, never answered, or let in.
func (w *world) admit(as uint32, a *attempt, st *station) {
	j := w.jobs.get(a.job)
	c := w.condOf(st, a)
	if c.Refuse {
		w.hint(a, c, c.RefuseHint.Apply(policies.Hint{}))
		w.refuse(as, a, st, c.Status)
		return
	}
	if c.Reset > 0 && w.stream(chance.Reset, j.id, a.number, uint32(a.step)).Float64() < c.Reset {
		w.reset(as, a)
		return
	}
	if !a.passed {
		if limit, by := w.limited(st, j); by != nil {
			w.overLimit(as, a, st, c, limit, by)
			return
		}
	}
	if c.Hang > 0 && w.stream(chance.Hang, j.id, a.number, uint32(a.step)).Float64() < c.Hang {
		w.hang(as, a, st, c)
		return
	}
	w.fail(a, j, c)
	if st.spec.Leg.Set() {
		w.rowCall(as, a, st)
		return
	}
	switch {
	case st.spec.Slot > 0:
		w.slotCall(as, a, st)
	case st.idle() && !st.draining:
		w.serve(as, a, st)
	case st.shared == nil && (st.spec.Room == model.Unlimited || st.waiting < st.spec.Room):
		w.count(st)
		st.waiting++
		a.lined = w.now
		st.line.push(w.placeOf(&st.line, j), ticket{as, a.gen})
		w.gauge.queueTo(w.queueDepth())
		w.goes(as, a, waiting)
	case st.spec.Silent && !a.over:
		a.rejected = true
		w.goes(as, a, lost)
	default:
		w.hint(a, c, policies.Hint{})
		w.refuse(as, a, st, st.spec.RefuseStatus)
	}
}

// servers is how many calls can be in service at once, model.Unlimited without
// a limit.
func (st *station) servers() int { return st.cond.Servers }

// idle reports whether a server could begin a service now. Shared servers take
// whatever they have room for.
func (st *station) idle() bool {
	if st.shared != nil {
		return st.spec.Room == model.Unlimited || st.inside() < st.servers()+st.spec.Room
	}
	return st.cond.Speed > 0 && (st.servers() == model.Unlimited || st.busy < st.servers())
}

// inside is how many calls are waiting for a server or in service.
func (st *station) inside() int { return st.waiting + st.busy - st.refusing }

// count brings the station's meters up to date before its levels change.
func (w *world) count(st *station) {
	busy, have := st.busy, max(st.busy, st.cond.Servers) // one too many ends its service first
	if st.shared != nil {
		st.attain(w.now)
		busy, have = min(st.busy, st.cond.Servers), st.cond.Servers
	}
	st.use.hold(busy, w.now)
	st.have.hold(have, w.now)
	st.stay.hold(st.busy+st.waiting+st.shaper.n, w.now)
	if st.fleet.scaled {
		st.fleet.hold(busy, st.cond.Servers, have, w.now)
	}
}

// fail draws at its arrival how a call will fail: by a fault, or because its
// job is beyond help.
func (w *world) fail(a *attempt, j *job, c *model.Condition) {
	a.class, a.status = policies.Success, 0
	if errs := c.Errors; len(errs) > 0 {
		u := w.stream(chance.Failure, j.id, a.number, uint32(a.step)).Float64()
		for i := range errs {
			if u -= errs[i].Share; u < 0 {
				a.class, a.status = errs[i].Class, uint16(errs[i].Status)
				return
			}
		}
	}
	if class, status, ok := w.permanentOf(j); ok {
		a.class, a.status = class, uint16(status)
	}
}

// refuse answers a call at once without service.
func (w *world) refuse(as uint32, a *attempt, st *station, status int) {
	w.charge(st, a)
	a.rejected = true
	a.class, a.status = policies.ClassOfStatus(status), uint16(status)
	a.state = nowhere
	if a.over {
		w.wasted(w.jobs.get(a.job), a)
		w.freeAttempt(as, a)
		return
	}
	w.end(as, a, a.class, status)
}

// charge takes the server time that saying no costs: of an idle server now,
// else of the next service.
func (w *world) charge(st *station, a *attempt) {
	cost := int64(st.spec.RefusalCost)
	if cost <= 0 || st.servers() == model.Unlimited {
		return
	}
	a.work += cost
	if st.shared == nil && !st.idle() {
		st.debt += cost
		return
	}
	w.count(st)
	st.busy++
	st.refusing++
	if st.shared != nil {
		w.share(st, ticket{slot: refusal}, cost)
		return
	}
	w.at(w.later(cost), calendar.RankCompletion, event{slot: uint32(st.index), kind: evRefused})
}

func (w *world) refusalDone(i int) {
	st := &w.stations[i]
	w.count(st)
	st.busy--
	st.refusing--
	w.startWaiting(st)
}

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
