package sim

import "retrysim/sim/model"

// codel is the state of a station's CoDel, by the names of RFC 8289, section 5.
type codel struct {
	firstAbove int64 // when the line will have stood for an interval, 0 where it does not stand
	next       int64 // when the next drop is due
	count      int   // drops since dropping began
	lastCount  int
	dropping   bool
	due        bool // a drop was made and next has not moved on yet
}

func (st *station) setDrop() {
	st.drops = st.spec.Drop != model.DropNone || st.spec.CoDel.On()
}

// dropped drops a call whose turn has come, if the station is to, and reports
// whether it did. The call has left the line; a server is idle.
func (w *world) dropped(as uint32, a *attempt, st *station) bool {
	spec := st.spec
	switch {
	case a.over && spec.Drop != model.DropNone:
	case spec.Drop == model.DropHopeless && w.hopeless(a, st):
	case spec.CoDel.On() && st.codel.drops(&spec.CoDel, w.now-a.lined, w.now, st.waiting > 0):
	default:
		return false
	}
	if w.opts.Trace != nil {
		w.tell(w.jobs.get(a.job), a, "shed", Fact{})
	}
	if !a.over {
		w.bookShed(a)
		w.refuse(as, a, st, spec.RefuseStatus)
		return true
	}
	w.charge(st, a)
	w.bookShed(a)
	w.freeAttempt(as, a)
	return true
}

// hopeless reports whether a call that began now and took the mean service
// time could not be answered while its caller waits.
func (w *world) hopeless(a *attempt, st *station) bool {
	if a.deadline == forever || !st.spec.Service.Set() {
		return false
	}
	mean := stretch(int64(st.spec.MeanService()), st.cond.Speed)
	if st.slow {
		mean = st.slowed(mean, st.busy+1)
	}
	return w.later(mean+st.debt) > a.deadline
}

// drops decides over a call whose turn has come after a wait, with others
// behind it or not.
func (c *codel) drops(spec *model.CoDel, wait, now int64, others bool) bool {
	switch {
	case !c.stands(spec, wait, now, others):
		c.dropping, c.due = false, false
		return false
	case !c.dropping:
		c.begin(spec, now)
		return true
	case c.due:
		c.next += spec.Next(c.count)
		c.due = false
	}
	if now < c.next {
		return false
	}
	c.count++
	c.due = true
	return true
}

// stands reports whether calls have waited longer than the target for a whole
// interval.
func (c *codel) stands(spec *model.CoDel, wait, now int64, others bool) bool {
	switch {
	case wait < int64(spec.Target) || !others:
		c.firstAbove = 0
	case c.firstAbove == 0:
		c.firstAbove = now + int64(spec.Interval)
	default:
		return now >= c.firstAbove
	}
	return false
}

// begin begins to drop, at about the rate that was needed a short time ago.
func (c *codel) begin(spec *model.CoDel, now int64) {
	again := c.count - c.lastCount
	c.count = 1
	if again > 1 && now-c.next < 16*int64(spec.Interval) {
		c.count = again
	}
	c.next = now + spec.Next(c.count)
	c.lastCount = c.count
	c.dropping = true
}
