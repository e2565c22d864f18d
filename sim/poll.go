package sim

import (
	"math"

	"retrysim/sim/calendar"
	"retrysim/sim/chance"
)

// poller looks at its own times for retries that are due. Its looks are
// scheduled only while some are, which changes nothing: a look that finds
// nothing does nothing.
type poller struct {
	next  int64  // its next look
	gaps  uint32 // drawn so far
	armed bool   // the next look is scheduled
}

func (w *world) setPollers() {
	q := &w.plan.Queue
	w.pollers = make([]poller, q.Pollers())
	for i := range w.pollers {
		if !q.Poller.Same {
			w.pollers[i].next = int64(q.Review) / int64(len(w.pollers)) * int64(i)
		}
	}
}

// promote makes a due retry ready, now or when a poller comes to it.
func (w *world) promote(slot uint32, j *job) {
	if len(w.pollers) == 0 {
		w.makeReady(slot, j)
		return
	}
	w.move(j, due)
	w.due.pushBack(ticket{slot, j.turn})
	w.impatient(slot, j)
	if w.polling < len(w.pollers) {
		for i := range w.pollers {
			w.armPoller(i)
		}
	}
}

// armPoller schedules the next look of a poller, the first that is not past.
func (w *world) armPoller(i int) {
	p := &w.pollers[i]
	if p.armed {
		return
	}
	if step := int64(w.plan.Queue.Review); !w.plan.Queue.Poller.Drawn() && p.next < w.now {
		p.next += nextMultiple(w.now-p.next, step)
	}
	for p.next < w.now {
		w.passLook(i)
	}
	p.armed = true
	w.polling++
	w.at(p.next, calendar.RankReview, event{slot: uint32(i), kind: evReview})
}

// nextMultiple is the first multiple of step at or after t.
func nextMultiple(t, step int64) int64 {
	if r := t % step; r > 0 {
		return t - r + step
	}
	return t
}

// passLook moves a poller on to its next look.
func (w *world) passLook(i int) {
	p, q := &w.pollers[i], &w.plan.Queue
	gap := int64(q.Review)
	if q.Poller.Drawn() {
		s := w.stream(chance.Poll, uint64(i), p.gaps, 0)
		p.gaps++
		if q.Poller.Gap.Set() {
			gap = int64(q.Poller.Gap.Sample(s))
		} else {
			gap = int64(math.Round(float64(float64(gap) * (1 + float64(q.Poller.Jitter*(2*s.Float64()-1))))))
		}
	}
	if p.next += gap; p.next < 0 {
		p.next = forever
	}
}

// review is one look of a poller: it makes due retries ready, the longest due
// first, as many as its batch holds.
func (w *world) review(i int) {
	w.pollers[i].armed = false
	w.polling--
	w.passLook(i)
	batch := w.plan.Queue.Poller.Batch
	for n := 0; batch == 0 || n < batch; n++ {
		slot, j := w.popDue()
		if j == nil {
			break
		}
		w.makeReady(slot, j)
	}
	if w.due.n > 0 {
		w.armPoller(i)
	}
	w.dispatch()
}
