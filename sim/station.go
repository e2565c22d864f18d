package sim

import (
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
