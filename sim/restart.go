package sim

import (
	"cmp"
	"math"
	"slices"
	"time"

	"retrysim/policies"
	"retrysim/sim/calendar"
	"retrysim/sim/chance"
)

// rolling is how far a restart of workers has got.
type rolling struct {
	order []int32 // the workers chosen, in the order in which their turn comes
	next  int
}

// beginRestart restarts a share of the workers: so many at once, and another one
// for each that is back. Which and in which order is drawn.
func (w *world) beginRestart(i int) {
	a := &w.plan.Actions[i]
	if w.rollings == nil {
		w.rollings = make([]rolling, len(w.plan.Actions))
	}
	w.rollings[i] = rolling{order: w.chosen(i, a.Share)}
	batch := len(w.rollings[i].order)
	if a.Restart.Rolling > 0 {
		batch = max(1, int(math.Ceil(float64(a.Restart.Rolling*float64(batch))-1e-9)))
	}
	for range batch {
		w.restartNext(i)
	}
	w.dispatch()
}

// chosen draws a share of the workers that there are, rounded, in a random order
// that is the same whenever it is drawn.
func (w *world) chosen(action int, share float64) []int32 {
	type lot struct {
		id   int32
		draw float64
	}
	var lots []lot
	for id := range w.pool.hands {
		if !w.pool.hands[id].gone {
			draw := w.stream(chance.Crash, uint64(id), uint32(action), restartDraw).Float64()
			lots = append(lots, lot{int32(id), draw})
		}
	}
	slices.SortFunc(lots, func(a, b lot) int {
		return cmp.Or(cmp.Compare(a.draw, b.draw), cmp.Compare(a.id, b.id))
	})
	out := make([]int32, int(float64(share*float64(len(lots)))+0.5))
	for k := range out {
		out[k] = lots[k].id
	}
	return out
}

// restartDraw keeps the draws of restarts apart from those of crashes, whose
// copy is the number of a window.
const restartDraw = 1 << 31

// restartNext lets the next worker of a restart go: at once when it is idle, else
// when it has ended what it has in hand or its grace is over. One that is down or
// dismissed meanwhile, or that another restart has, is passed over.
func (w *world) restartNext(i int) {
	for r := &w.rollings[i]; r.next < len(r.order); {
		id := r.order[r.next]
		r.next++
		h := &w.pool.hands[id]
		if h.down || h.gone || h.restart > 0 {
			continue
		}
		h.restart = uint32(i) + 1
		if h.attempt == 0 && h.job == 0 {
			w.pool.dropFree(id)
			w.goesDown(id, h)
			return
		}
		grace := int64(w.plan.Actions[i].Restart.Grace)
		w.at(w.later(grace), calendar.RankTimeout, event{slot: uint32(id), turn: h.restart, kind: evGrace})
		return
	}
}

// goesDown lets a worker without a job go, and come back later.
func (w *world) goesDown(id int32, h *hand) {
	h.down = true
	w.emptied(id, true)
	down := int64(w.plan.Actions[h.restart-1].Restart.Down)
	w.at(w.later(down), calendar.RankEdge, event{slot: uint32(id), kind: evRestart})
	w.tellRestart(h, "restart")
}

// graceEnds kills a worker that has not ended what it has in hand. Its job goes
// back to the queue at once, or waits for the end of its lock.
func (w *world) graceEnds(id int32, restart uint32) {
	h := &w.pool.hands[id]
	if h.restart != restart || h.down {
		return
	}
	a := &w.plan.Actions[restart-1]
	slot := w.kill(id, h)
	w.tellRestart(h, "crash")
	if slot > 0 && a.Restart.Requeue {
		w.handBack(slot - 1)
	} else if slot > 0 {
		w.orphan(slot-1, w.jobs.get(slot-1), id)
	}
	w.emptied(id, a.Restart.Requeue)
	w.at(w.later(int64(a.Restart.Down)), calendar.RankEdge, event{slot: uint32(id), kind: evRestart})
	w.dispatch()
}

// handBack puts the job of a killed worker back into the queue. Its attempt
// counts, and is no reason to give the job up.
func (w *world) handBack(slot uint32) {
	j := w.jobs.get(slot)
	j.worker = -1
	j.class, j.status = policies.Crash, 0
	if j.first < 0 {
		j.first = w.now
	}
	w.promote(slot, j)
}

func (w *world) tellRestart(h *hand, event string) {
	if w.opts.Trace != nil {
		w.opts.Trace(Fact{At: time.Duration(w.now), Event: event, Name: w.plan.Actions[h.restart-1].Name})
	}
}
