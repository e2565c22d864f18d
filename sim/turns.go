package sim

import "retrysim/sim/model"

// setTurns prepares a work queue in which keys take turns, or in which so many
// jobs of a key are in hand at most. First in, first out keeps its own line:
// the rota then holds the jobs that were passed over, and gives each before the
// line as soon as its key may have one more.
func (w *world) setTurns() {
	q := &w.plan.Queue
	w.perKey = q.MostPerKey > 0
	switch {
	case q.Order == model.Fair:
		w.turns = w.queue.turns
		w.turns.most = int32(q.MostPerKey)
	case w.perKey:
		w.turns = newRota(w.keys.n, q.MostPerKey)
	}
}

// nextTicket takes the next ticket from the work queue; ok is false when none
// may be taken now.
func (w *world) nextTicket() (t ticket, ok bool) {
	if w.turns != nil {
		t, ok = w.turns.pop()
		if w.queue.order == model.Fair {
			if ok {
				w.queue.n--
			}
			return t, ok
		}
		if ok {
			return t, true
		}
	}
	if w.queue.n == 0 {
		return ticket{}, false
	}
	return w.queue.pop(), true
}

// passedOver puts a job aside when its key has as many in hand as it may.
func (w *world) passedOver(t ticket, j *job) bool {
	if !w.perKey || !w.turns.full(int(j.key)) {
		return false
	}
	w.turns.push(int(j.key), t)
	return true
}

// inHand counts the jobs of a key that workers have, asleep or awake.
func (w *world) inHand(j *job, to phase) {
	was, is := j.phase == active || j.phase == sleeping, to == active || to == sleeping
	switch {
	case was && !is:
		w.turns.done(int(j.key))
	case is && !was:
		w.turns.taken(int(j.key))
	}
}
