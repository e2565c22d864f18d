package sim

import (
	"math"

	"retrysim/sim/calendar"
	"retrysim/sim/chance"
	"retrysim/sim/model"
)

// poisoned finds the fault by which a job kills the worker that has just taken
// it, -1 without. An unlimited pool has no single workers that could die.
func (w *world) poisoned(j *job, a *attempt) int {
	for i := range w.faults {
		if w.faults[i].on && w.plan.Faults[i].Kind == model.FaultPoison && w.hits(i, j, a.number) {
			return i
		}
	}
	return -1
}

// swallow lets a worker begin with a poisoned job, and die of it at once.
func (w *world) swallow(as uint32, a *attempt, j *job, fault int) {
	a.start = w.now
	w.route(j, a)
	w.sent(j, a)
	if w.opts.Trace != nil {
		w.tell(j, a, "start", Fact{})
	}
	a.state, a.poison = lost, uint16(fault)
	w.at(w.now, calendar.RankEdge, event{as, a.gen, evPoison})
}

// takesDown kills the process of a poisoned attempt's worker: Count workers
// whose numbers lie in one block. Each death of a process makes its next
// restart take longer, up to a cap.
func (w *world) takesDown(a *attempt) {
	i := int(a.poison)
	f := &w.plan.Faults[i]
	size := max(1, f.Count)
	process := int(a.worker) / size
	back := w.later(w.restart(f, process))
	for id := process * size; id < min((process+1)*size, len(w.pool.hands)); id++ {
		if h := &w.pool.hands[id]; !h.down && (!h.gone || h.attempt > 0 || h.job > 0) {
			if slot := w.kill(int32(id), h); slot > 0 {
				w.orphan(slot-1, w.jobs.get(slot-1), int32(id))
			}
			w.emptied(int32(id), false)
			w.at(back, calendar.RankEdge, event{slot: uint32(id), kind: evRestart})
			w.tellCrash(f)
		}
	}
}

// restart is how long a process is gone that dies now.
func (w *world) restart(f *model.Fault, process int) int64 {
	for len(w.deaths) <= process {
		w.deaths = append(w.deaths, 0)
	}
	n := w.deaths[process]
	w.deaths[process]++
	most := float64(math.MaxInt64 / 4)
	if f.RestartCap > 0 {
		most = float64(f.RestartCap)
	}
	d := float64(f.Restart)
	for k := uint32(0); k < n && f.RestartFactor > 1 && d > 0 && d < most; k++ {
		d = float64(d * f.RestartFactor)
	}
	return int64(math.Round(min(d, most)))
}

// identical reports whether all workers draw the same jitter now.
func (w *world) identical() bool {
	for i := range w.faults {
		if w.faults[i].on && w.plan.Faults[i].Kind == model.FaultSameSeed {
			return true
		}
	}
	return false
}

// jitter keys the policy's generator to a job's next decision. Workers with
// identical seeds draw the same for every job.
func (w *world) jitter(j *job) {
	id := j.id
	if w.sameSeed && w.identical() {
		id = 0
	}
	w.policy = *w.stream(chance.Backoff, id, j.tries, 0)
}
