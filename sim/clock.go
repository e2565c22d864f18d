package sim

import "retrysim/sim/chance"

// The clocks. Time in the model is the queue's and never goes back; the clock
// of a process may be off by a constant. A time that a worker writes, the end
// of a lock or when a retry is due, is its own time plus the wait, and the
// queue reads it by the queue's clock: it comes off later where the worker is
// ahead and earlier where it is behind, though never before now.

// byClock is when the queue sees a wait end that a worker's clock began.
func (w *world) byClock(worker int32, wait int64) int64 {
	if w.skewed && worker >= 0 {
		return w.offBy(w.skew(w.pool.process(worker)), wait)
	}
	return w.later(wait)
}

// written is when a retry is due by the clock of the worker that says so, as
// the queue reads it. Only what is to wait in memory may be due before now: it
// is read by a process's clock, and that may be the one that wrote it.
func (w *world) written(worker int32, wait int64) int64 {
	due := w.byClock(worker, wait)
	if w.skewed && worker >= 0 && w.plan.Queue.InMemory && due == w.now {
		return w.now + wait + w.skew(w.pool.process(worker))
	}
	return due
}

// offBy is now and a wait that is longer by so much, never before now.
func (w *world) offBy(skew, wait int64) int64 {
	if skew > 0 && wait > forever-skew {
		return forever
	}
	return w.later(max(0, wait+skew))
}

// skew is how far the clock of a process is ahead.
func (w *world) skew(process int) int64 {
	if !w.skewed {
		return 0
	}
	s := w.stream(chance.Clock, uint64(process), 0, 0)
	ahead := s.Float64() < 0.5
	off := int64(w.plan.Workers.ClockSkew.Sample(s))
	if !ahead {
		return -off
	}
	return off
}
