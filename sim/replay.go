package sim

import (
	"slices"
	"time"

	"retrysim/sim/calendar"
	"retrysim/sim/chance"
	"retrysim/sim/ledger"
	"retrysim/sim/model"
)

// replay is one replay going on: the records chosen, and the next one.
type replay struct {
	records []int
	next    int
	begun   int64
}

// startReplay begins to put the records that match back into the queue.
func (w *world) startReplay(i int) {
	w.open++ // it goes on until its last record
	records := w.choose(&w.plan.Actions[i].Match)
	if w.plan.Actions[i].Newest {
		slices.Reverse(records)
	}
	w.replays[i] = replay{records: records, begun: w.now}
	w.replayNext(i)
}

// discard throws the records that match away.
func (w *world) discard(m *model.Match) {
	for _, k := range w.choose(m) {
		w.drop(k, ledger.Discarded, 0)
	}
}

// choose lists the records that match, the oldest first.
func (w *world) choose(m *model.Match) []int {
	var out []int
	for i := w.dlq.oldest; i < len(w.dlq.records); i++ {
		r := &w.dlq.records[i]
		if r.here && m.Matches(int(r.typ), r.class, int(r.status), time.Duration(r.last), time.Duration(w.now)) {
			out = append(out, i)
		}
	}
	return out
}

// replayNext puts the next records of a replay back into the queue, each when
// the action lets it go.
func (w *world) replayNext(i int) {
	p := &w.replays[i]
	a := &w.plan.Actions[i]
	for p.next < len(p.records) {
		w.reopen(p.records[p.next], a, i)
		p.next++
		if a.Paced() && p.next < len(p.records) && p.next%max(1, a.Batch) == 0 {
			at := replayAt(p.begun, p.next, a)
			if at > int64(w.plan.Horizon) {
				break
			}
			w.at(at, calendar.RankArrival, event{slot: uint32(i), kind: evReplay})
			w.dispatch()
			return
		}
	}
	w.open--
	w.dispatch()
}

// replayAt is when record k of a replay goes.
func replayAt(begun int64, k int, a *model.Action) int64 {
	if t := int64(a.Goes(k)); t <= forever-begun {
		return begun + t
	}
	return forever
}

// reopen replays one dead letter: the same job starts anew with its attempts
// counted from one. A record that is gone meanwhile is passed over, one that
// cannot be run again is refused.
func (w *world) reopen(i int, a *model.Action, action int) {
	if !w.dlq.records[i].here {
		return
	}
	if !w.dlq.records[i].replayable {
		w.refuseReplay(i, "refused: not replayable")
		return
	}
	if a.MostCycles > 0 && int(w.dlq.records[i].cycles) >= a.MostCycles {
		w.refuseReplay(i, "refused: replayed too often")
		return
	}
	w.cycled(i)
	slot, j := w.remove(i) // the record's reference becomes the live job's
	e := w.add(ledger.Replayed, j)
	e.Delay = w.now - w.dlq.records[i].last
	w.revive(j, a)
	j.refs++ // it may find the queue full, and must outlive that
	w.enqueue(slot, j)
	if j.phase != settled && w.replayCut(j, action) {
		w.twin(slot, j)
	}
	w.unref(slot, j)
}

// refuseReplay leaves a record where it is, and counts that.
func (w *world) refuseReplay(i int, why string) {
	w.gauge.replayRefused++
	if w.opts.Trace != nil {
		w.tell(w.jobs.get(w.dlq.records[i].job), nil, "replay", Fact{Name: why})
	}
}

// revive makes a settled job new.
func (w *world) revive(j *job, a *model.Action) {
	j.replays = true
	j.attempt, j.carry, j.began = 0, 0, -1
	j.fails, j.stalls, j.taking = 0, 0, 0
	j.phase = settled // enqueue counts it as ready
	j.turn++
	j.phase = ready
	w.open++
	w.live++
	if a.Policy >= 0 {
		j.policy = uint8(a.Policy)
	}
	steps := w.typeOf(j).Steps
	for s := range steps {
		if steps[s].Effect.Scope == model.ScopeJob {
			j.keys &^= 1 << s
		}
	}
	if w.opts.Trace != nil {
		w.tell(j, nil, "replay", Fact{})
	}
}

// replayCut reports whether this replay is cut between adding the job and
// removing its record.
func (w *world) replayCut(j *job, action int) bool {
	for i := range w.plan.Faults {
		f := &w.plan.Faults[i]
		if w.faults[i].on && f.Kind == model.FaultReplayCut {
			return w.stream(chance.Park, j.id, j.tries, uint32(action)<<16|uint32(i)).Float64() < f.Share
		}
	}
	return false
}

// twin replays a job a second time: a copy outside the ledger, whose effects
// count for the original.
func (w *world) twin(slot uint32, j *job) {
	ts := w.jobs.take()
	t := w.jobs.get(ts)
	turn := t.turn + 1
	*t = *j
	t.turn, t.parent, t.record, t.refs, t.runs, t.tries = turn, slot+1, 0, 1, 0, j.tries+twinTries
	j.refs++
	w.open++
	w.live++
	w.enqueue(ts, t)
}

// twinTries keeps the keyed draws of a copy apart from those of its original.
const twinTries = 1 << 20
