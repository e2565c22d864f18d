package sim

import (
	"math"
	"time"

	"retrysim/policies"
	"retrysim/sim/calendar"
	"retrysim/sim/chance"
	"retrysim/sim/ledger"
	"retrysim/sim/model"
)

func (w *world) setStations() {
	w.stations = make([]station, len(w.plan.Stations))
	levels := len(w.plan.priorities())
	for i := range w.stations {
		spec := &w.plan.Stations[i]
		w.stations[i] = station{
			spec: spec, cond: spec.Healthy(), line: newLine(spec.Order, levels),
			window: -1, use: w.steady(), have: w.steady(), stay: w.steady(),
		}
	}
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
	if limit, over := w.limited(st); over {
		w.hint(a, c, hintOf(limit, w.now))
		w.refuse(as, a, st, limit.Status)
		return
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
	case st.idle():
		w.serve(as, a, st)
	case st.spec.Room == model.Unlimited || st.waiting < st.spec.Room:
		w.count(st)
		st.waiting++
		st.line.push(w.levels[j.typ], ticket{as, a.gen})
		w.gauge.queueTo(w.queueDepth())
		w.goes(as, a, waiting)
	default:
		w.hint(a, c, policies.Hint{})
		w.refuse(as, a, st, st.spec.RefuseStatus)
	}
}

// idle reports whether a server could begin a service now.
func (st *station) idle() bool {
	return st.cond.Speed > 0 && (st.cond.Servers == model.Unlimited || st.busy < st.cond.Servers)
}

// count brings the station's meters up to date before its levels change.
func (w *world) count(st *station) {
	st.use.hold(st.busy, w.now)
	st.have.hold(max(st.busy, st.cond.Servers), w.now) // one too many ends its service first
	st.stay.hold(st.busy+st.waiting, w.now)
}

// limited counts a call against the rate limit in force and reports whether it
// is over it.
func (w *world) limited(st *station) (*model.RateLimit, bool) {
	limit := &st.spec.Limit
	if st.cond.LimitSet {
		limit = &st.cond.Limit
	}
	if !limit.On() {
		return nil, false
	}
	if n := w.now / int64(limit.Per); n != st.window {
		st.window, st.used = n, 0
	}
	if st.used >= limit.Allow {
		return limit, true
	}
	st.used++
	return nil, false
}

// hintOf is the Retry-After that comes with a rate limit's refusal.
func hintOf(l *model.RateLimit, now int64) policies.Hint {
	after := l.RetryAfter
	if l.UntilReset {
		rest := int64(l.Per) - now%int64(l.Per)
		after = time.Duration(nextMultiple(rest, int64(time.Second)))
	}
	if after <= 0 {
		return policies.Hint{}
	}
	return policies.Hint{Kind: policies.HintSeconds, After: after}
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

// refuse answers a call at once without service. Saying no costs server time:
// of an idle server now, else of the next service.
func (w *world) refuse(as uint32, a *attempt, st *station, status int) {
	if cost := int64(st.spec.RefusalCost); cost > 0 && st.cond.Servers != model.Unlimited {
		if st.idle() {
			w.count(st)
			st.busy++
			w.at(w.later(cost), calendar.RankCompletion, event{slot: w.indexOf(st), kind: evRefused})
		} else {
			st.debt += cost
		}
	}
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

func (w *world) indexOf(st *station) uint32 {
	for i := range w.stations {
		if st == &w.stations[i] {
			return uint32(i)
		}
	}
	panic("sim: unknown station")
}

func (w *world) refusalDone(i int) {
	st := &w.stations[i]
	w.count(st)
	st.busy--
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
	a.service = stretch(int64(service), c.Speed) + st.debt
	st.debt = 0
	a.back = 0
	if len(c.Latency) > 0 || c.Multiply > 0 {
		a.back = w.wayBack(j, a, c, int64(service))
	}
	a.unseen = w.unapplied(j, int(a.step))
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
	s := math.Round(float64(service) / speed)
	if s >= math.MaxInt64/4 {
		return math.MaxInt64 / 4
	}
	return int64(s)
}

// served ends a service: the effect has happened, the server is free, and the
// answer goes back, unless it is lost, cut off, or nobody waits for it.
func (w *world) served(as uint32, a *attempt) {
	j := w.jobs.get(a.job)
	st := &w.stations[w.typeOf(j).Steps[a.step].Station]
	w.count(st)
	st.busy--
	a.state = nowhere
	if a.class == policies.Success {
		w.effect(j, a)
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

// startWaiting gives free servers the next calls of the line.
func (w *world) startWaiting(st *station) {
	for st.waiting > 0 && st.idle() {
		t := st.line.pop()
		a := w.attempts.get(t.slot)
		if a.gen != t.turn || a.state != waiting {
			continue
		}
		w.count(st)
		st.waiting--
		w.serve(t.slot, a, st)
	}
}

// cancel takes an attempt out of its station when its caller gives up: the
// dependency stops working on it.
func (w *world) cancel(as uint32, a *attempt) {
	st := &w.stations[w.typeOf(w.jobs.get(a.job)).Steps[a.step].Station]
	was := a.state
	a.state = nowhere
	switch was {
	case waiting:
		w.count(st)
		st.waiting--
	case serving:
		w.count(st)
		st.busy--
		a.gen++ // voids the end of the service; over frees the slot
		w.startWaiting(st)
	case travel:
		a.gen++
	case hungServe:
		a.state = hungServe // over frees the server
	}
	if w.opts.Trace != nil {
		w.tell(w.jobs.get(a.job), a, "cancel", Fact{})
	}
}

// bookCapacity books what the stations can serve together from now on, in
// thousandths of a call per second; -1 is unlimited.
func (w *world) bookCapacity() {
	var sum float64
	for i := range w.stations {
		sum += w.stations[i].spec.Capacity(&w.stations[i].cond)
	}
	milli := int64(-1)
	if !math.IsInf(sum, 1) && len(w.stations) > 0 {
		milli = int64(math.Round(sum * 1000))
	}
	e := w.book.Next()
	e.At, e.Kind, e.Delay = w.now, ledger.CapacityIs, milli
}
