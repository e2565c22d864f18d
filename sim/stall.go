package sim

import (
	"time"

	"retrysim/sim/calendar"
)

// progressed notes that the workers' process is alive.
func (w *world) progressed() { w.progress, w.stalled = w.now, false }

// checkStall asks whether the workers' process has made progress. A process
// with nothing to do is not stalled; one whose jobs all wait is: the false
// alarm of a long ladder.
func (w *world) checkStall() {
	limit := int64(w.plan.Workers.StaleAfter)
	if w.live == 0 {
		w.progress = w.now
	}
	if w.now-w.progress < limit {
		w.at(w.progress+limit, calendar.RankReview, event{kind: evStall})
		return
	}
	if !w.stalled {
		w.stalled = true
		if w.opts.Trace != nil {
			w.opts.Trace(Fact{At: time.Duration(w.now), Event: "stall"})
		}
		w.alertStalled()
		if w.plan.Workers.RequeueStale {
			w.requeueAll()
		}
	}
	w.at(w.later(limit), calendar.RankReview, event{kind: evStall})
}

// requeueAll puts every job in hand back into the queue.
func (w *world) requeueAll() {
	for slot := range w.jobs.used {
		j := w.jobs.get(slot)
		if j.refs > 0 && j.phase != settled && j.phase >= active {
			w.loseLock(slot, j)
		}
	}
	w.dispatch()
}
