package sim

import (
	"cmp"
	"slices"
	"time"

	"retrysim/policies"
	"retrysim/sim/calendar"
	"retrysim/sim/chance"
	"retrysim/sim/model"
)

// crash lets workers die with what they have in hand.
func (w *world) crash(i int) {
	f := &w.plan.Faults[i]
	restart := int64(f.Restart)
	if v := w.faults[i].windows[w.faults[i].window]; f.Drawn() && restart == 0 {
		restart = int64(v.End - v.Start)
	}
	for _, id := range w.victims(i) {
		h := &w.pool.hands[id]
		if h.down || (h.gone && h.attempt == 0 && h.job == 0) {
			continue
		}
		if slot := w.kill(id, h); slot > 0 {
			w.orphan(slot-1, w.jobs.get(slot-1), id)
		}
		w.emptied(id, false)
		w.at(w.later(restart), calendar.RankEdge, event{slot: uint32(id), kind: evRestart})
		w.tellCrash(f)
	}
}

func (w *world) tellCrash(f *model.Fault) {
	if w.opts.Trace != nil {
		w.opts.Trace(Fact{At: time.Duration(w.now), Event: "crash", Name: f.Name})
	}
}

// victims chooses the workers that crash: each with probability Share, or the
// Count whose keyed draw is lowest.
func (w *world) victims(i int) []int32 {
	type lot struct {
		id   int32
		draw float64
	}
	f := &w.plan.Faults[i]
	lots := make([]lot, len(w.pool.hands))
	for id := range lots {
		lots[id] = lot{int32(id), w.stream(chance.Crash, uint64(id), uint32(i), uint32(w.faults[i].window)).Float64()}
	}
	slices.SortFunc(lots, func(a, b lot) int {
		return cmp.Or(cmp.Compare(a.draw, b.draw), cmp.Compare(a.id, b.id))
	})
	var out []int32
	for k, l := range lots {
		if (f.Share > 0 && l.draw < f.Share) || (f.Share == 0 && k < f.Count) {
			out = append(out, l.id)
		}
	}
	return out
}

// kill ends a worker. It returns the slot+1 of the job that it had, 0 without:
// that is still locked.
func (w *world) kill(id int32, h *hand) (had uint32) {
	if !w.pool.dropFree(id) {
		w.pool.count(w.now)
		w.pool.lets(h)
		w.pool.busy--
	}
	h.down = true
	if h.attempt > 0 {
		as := h.attempt - 1
		a := w.attempts.get(as)
		slot := a.job
		j := w.jobs.get(slot)
		if j.turn == a.turn {
			had = slot + 1
		}
		w.over(as, a, policies.Crash, 0)
	}
	if h.job > 0 {
		had = h.job
	}
	h.attempt, h.job = 0, 0
	return had
}

// orphan leaves a job of a dead worker to its lock, unless the queue notices
// before. A lock that is renewed runs on for its full length; a job without a
// lock is never seen again.
func (w *world) orphan(slot uint32, j *job, worker int32) {
	k := &w.plan.Workers
	off := k.AckAtStart && (j.phase == active || j.phase == sleeping)
	j.worker = -1
	if j.phase != active {
		w.move(j, active) // nobody is there to wake up
	}
	if k.Renew && k.Lock > 0 && !off {
		j.lease = w.byClock(worker, int64(k.Lock))
	}
	if k.Disconnect > 0 && !off {
		j.lease = min(j.lease, w.later(int64(k.Disconnect)))
	}
	if j.lease == forever {
		return
	}
	w.at(max(j.lease, w.now), calendar.RankTimeout, event{slot, j.turn, evLease})
}

func (w *world) workerBack(id int32) {
	h := &w.pool.hands[id]
	h.down = false
	if !h.gone {
		w.pool.putFree(id)
	}
	if i := h.restart; i > 0 {
		h.restart = 0
		w.restartNext(int(i - 1))
	}
	w.dispatch()
}
