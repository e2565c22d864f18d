package sim

import (
	"time"

	"retrysim/policies"
	"retrysim/sim/calendar"
	"retrysim/sim/ledger"
	"retrysim/sim/model"
)

// parkedSource names the source of the dead letters that are there at the start.
const parkedSource = "parked"

// setParked parks the plan's dead letters at time 0, before anything comes.
func (w *world) setParked() {
	if len(w.plan.Parked) == 0 {
		return
	}
	source, number := len(w.plan.sources()), int64(0)
	for i := range w.plan.Parked {
		for range w.plan.Parked[i].Jobs {
			number++
			w.inherit(&w.plan.Parked[i], source, jobID(source, number))
		}
	}
}

// inherit makes one dead letter from before. A job that failed of what its type
// fails of for good will do so again.
func (w *world) inherit(p *model.ParkedJobs, source int, id uint64) {
	t := &w.plan.Types[p.Type]
	slot := w.jobs.take()
	j := w.jobs.get(slot)
	*j = job{
		id: id, began: -1, gone: forever, turn: j.turn + 1, refs: 1, client: -1, worker: -1,
		typ: uint8(p.Type), source: uint8(source), policy: uint8(t.Policy), phase: settled,
		bucket: uint8(ledger.DeadLettered), class: p.Class, status: uint16(p.Status),
		tries: uint32(p.Attempts), attempt: uint32(p.Attempts),
	}
	if j.key = w.keys.base[p.Type]; w.keys.on {
		j.key = w.keyOf(p.Type, id)
	}
	for k := range t.Permanent {
		if t.Permanent[k].Class == p.Class && t.Permanent[k].Status == p.Status {
			j.fate = uint8(k + 1)
		}
	}
	j.failed = j.fate > 0
	w.grow(j, t)
	w.add(ledger.Arrived, j).Flags |= ledger.Inherited
	i := w.write(slot, j)
	w.dlq.records[i].replayable = true
	if keep := w.plan.Dead.Keep; keep > 0 {
		w.at(w.later(int64(keep)), calendar.RankReview, event{slot: uint32(i), kind: evRetain})
	}
	w.dlq.depth++
	w.gauge.dlqTo(w.dlq.depth)
	e := w.add(ledger.Parked, j)
	e.Class, e.Status, e.Copy = j.class, j.status, 1
	e = w.add(ledger.Settled, j)
	e.Bucket, e.First, e.Class, e.Status = ledger.DeadLettered, -1, j.class, j.status
}

// ParkedJobs is how many dead letters are there at the start.
func (p *Plan) ParkedJobs() int {
	n := 0
	for i := range p.Parked {
		n += p.Parked[i].Jobs
	}
	return n
}

// replaySpan is from when to when the parked dead letters are replayed, as
// planned: by the earliest replay that has a time; ok is false without one.
func (p *Plan) replaySpan() (from, to time.Duration, ok bool) {
	n := p.ParkedJobs()
	for i := range p.Actions {
		a := &p.Actions[i]
		if n > 0 && a.Kind == model.DoReplay && !a.When.Set() && (!ok || a.At < from) {
			from, to, ok = a.At, a.At+min(a.Ends(n), MaxTime), true
		}
	}
	return from, to, ok
}

// validateParked sees that the dead letters of the start can be there.
func (p *Plan) validateParked(no func(bad bool, format string, args ...any)) {
	for i := range p.Parked {
		k := &p.Parked[i]
		no(k.Type < 0 || k.Type >= len(p.Types), "parked jobs are of no type")
		no(k.Jobs < 1 || k.Jobs > mostAlive, "%d jobs are parked, want 1 to %d", k.Jobs, mostAlive)
		no(k.Attempts < 1, "parked jobs have made %d attempts, want at least 1", k.Attempts)
		no(int(k.Class) >= policies.Classes || k.Status < 0 || k.Status > 999, "parked jobs failed of class %d, status %d", k.Class, k.Status)
	}
	n := p.ParkedJobs()
	no(n > mostAlive, "%d jobs are parked, want at most %d", n, mostAlive)
	no(n > 0 && (!p.Dead.Enabled || p.Dead.InPlace), "jobs are parked, and there is no dead-letter queue")
	no(n > 0 && p.Dead.Limit > 0 && n > p.Dead.Limit, "%d jobs are parked, and %d are the most", n, p.Dead.Limit)
	no(n > 0 && len(p.sources()) > 255, "%d sources of jobs, want at most 255 beside the parked jobs", len(p.sources()))
}
