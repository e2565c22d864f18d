package sim

import (
	"encoding/json"

	"retrysim/policies"
	"retrysim/sim/calendar"
	"retrysim/sim/chance"
	"retrysim/sim/ledger"
	"retrysim/sim/model"
	"retrysim/sim/result"
)

// MaxDeadLetters is how many dead letters an outcome carries.
const MaxDeadLetters = 100

// record is one dead letter. The job itself stays in the slab.
type record struct {
	job         uint32
	occurrences uint32
	attempts    uint32
	first       int64  // failures of the job
	parked      int64  // first time here
	last        int64  // latest time here
	clock       int64  // its age counts from here, or from the replay of its job
	cycles      uint32 // replays of its job so far
	status      uint16
	class       policies.Class
	typ         uint8
	here        bool // in the DLQ now
	replayable  bool
}

// parked is the dead-letter queue: records in the order in which they were
// written.
type parked struct {
	records []record
	oldest  int // no record before this index is here
	depth   int
}

// bury gives up on a job: it becomes a dead letter, stays in place as failed,
// or is dropped, as the plan has it.
func (w *world) bury(slot uint32, j *job) {
	d := &w.plan.Dead
	w.gauge.failedJobs++
	if j.parent == 0 {
		w.add(ledger.GivenUp, j)
	}
	switch {
	case j.parent > 0:
		w.settle(slot, j, ledger.DeadLettered, 0) // a second copy leaves no trace of its own
	case d.InPlace:
		w.settle(slot, j, ledger.Failed, 0)
	case !d.Enabled || w.dlqOff:
		w.settle(slot, j, ledger.Dropped, ledger.DropDLQOff)
	default:
		w.park(slot, j)
	}
}

// park writes a dead letter, unless the write fails or there is no room.
func (w *world) park(slot uint32, j *job) {
	d := &w.plan.Dead
	switch {
	case w.parkFault(j):
		w.settle(slot, j, ledger.Dropped, ledger.DropParkFailed)
		return
	case d.Limit > 0 && w.dlq.depth >= d.Limit && d.Refuse:
		w.settle(slot, j, ledger.Dropped, ledger.DropDLQFull)
		return
	case d.Limit > 0 && w.dlq.depth >= d.Limit:
		w.dropOldest(ledger.DropDLQFull)
	}
	i := w.write(slot, j)
	w.dlq.depth++
	w.gauge.dlqTo(w.dlq.depth)
	j.refs++
	e := w.add(ledger.Parked, j)
	e.Class, e.Status, e.Copy = j.class, j.status, w.dlq.records[i].occurrences
	w.settle(slot, j, ledger.DeadLettered, 0)
	if d.Keep > 0 {
		left := max(0, int64(d.Keep)-(w.now-w.dlq.records[i].clock))
		w.at(w.later(left), calendar.RankReview, event{slot: uint32(i), kind: evRetain})
	}
}

// parkFault reports whether one of the faults on parking hits this job.
func (w *world) parkFault(j *job) bool {
	for i := range w.plan.Faults {
		f := &w.plan.Faults[i]
		if !w.faults[i].on || (f.Kind != model.FaultParkFails && f.Kind != model.FaultParkCut) {
			continue
		}
		if w.stream(chance.Park, j.id, j.tries, uint32(i)).Float64() < f.Share {
			return true
		}
	}
	return false
}

// write makes the record of a job, or with dedupe opens again the one that it
// has already.
func (w *world) write(slot uint32, j *job) int {
	if j.record > 0 && w.plan.Dead.Dedupe {
		r := &w.dlq.records[j.record-1]
		r.occurrences++
		r.attempts += j.attempt
		r.class, r.status, r.last, r.here = j.class, j.status, w.now, true
		r.clock = w.recordClock(j)
		w.dlq.oldest = min(w.dlq.oldest, int(j.record-1))
		return int(j.record - 1)
	}
	t := w.typeOf(j)
	w.dlq.records = append(w.dlq.records, record{
		job: slot, occurrences: 1, attempts: j.attempt, first: j.first, parked: w.now, last: w.now,
		clock: w.recordClock(j), cycles: w.cycles(j),
		status: j.status, class: j.class, typ: j.typ, here: true,
		replayable: t.Replayable >= 1 || w.stream(chance.Payload, j.id, 0, 0).Float64() < t.Replayable,
	})
	j.record = uint32(len(w.dlq.records))
	return len(w.dlq.records) - 1
}

// remove takes a record out of the DLQ and returns its job.
func (w *world) remove(i int) (uint32, *job) {
	r := &w.dlq.records[i]
	r.here = false
	w.dlq.depth--
	w.gauge.dlqLongest = max(w.gauge.dlqLongest, w.now-r.last)
	for w.dlq.oldest < len(w.dlq.records) && !w.dlq.records[w.dlq.oldest].here {
		w.dlq.oldest++
	}
	return r.job, w.jobs.get(r.job)
}

// drop removes a record for good: its job moves to another bucket.
func (w *world) drop(i int, b ledger.Bucket, why ledger.Drop) {
	slot, j := w.remove(i)
	w.rebucket(j, b, why)
	w.unref(slot, j)
}

func (w *world) dropOldest(why ledger.Drop) { w.drop(w.dlq.oldest, ledger.Dropped, why) }

// retain drops a record that has reached its age.
func (w *world) retain(i int) {
	if r := &w.dlq.records[i]; r.here && w.now-r.clock >= int64(w.plan.Dead.Keep) {
		w.drop(i, ledger.Dropped, ledger.DropRetention)
	}
}

// letters lists the first dead letters that are in the DLQ at the end.
func (w *world) letters() []result.DeadLetter {
	var out []result.DeadLetter
	for i := range w.dlq.records {
		if r := &w.dlq.records[i]; r.here && len(out) < MaxDeadLetters {
			out = append(out, w.plan.letter(r, w.jobs.get(r.job).id))
		}
	}
	return out
}

// letter is a record as data, without its attempts; id is that of its job.
func (p *Plan) letter(r *record, id uint64) result.DeadLetter {
	t := &p.Types[r.typ]
	d := result.DeadLetter{
		Job: p.JobName(id, int(r.typ)), Name: t.Name, JobType: t.Name, Queue: t.Name,
		FailureReason: r.class.String(), ErrorDetails: policies.ErrorText(r.class, int(r.status)), Status: int(r.status),
		Attempts: int(r.attempts), Retries: int(r.attempts) - int(r.occurrences),
		FirstFailedMS: ms(r.first), FailedMS: ms(r.parked), LastFailedMS: ms(r.last),
		Occurrences: int(r.occurrences), Replayable: r.replayable,
	}
	if p.Dead.Dedupe {
		d.DedupeKey = d.Job
	}
	if t.Payload != "" {
		d.Payload = json.RawMessage(t.Payload)
	}
	return d
}

// ms is nanoseconds in milliseconds.
func ms(ns int64) float64 { return float64(ns) / 1e6 }
