package sim

// The age of dead letters. Where it counts from the arrival of the job, as in
// an SQS standard queue, a record has as much of its time left as its job has not
// used up before:
// https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-dead-letter-queues.html
// One day before and four days of retention are three days in the DLQ.

// recordClock is when the age of the record that a job gets now begins.
func (w *world) recordClock(j *job) int64 {
	d := &w.plan.Dead
	again := j.record > 0
	switch {
	case again && (d.FromEnqueue || d.KeepsClock):
		return w.dlq.records[j.record-1].clock // a replay has set it anew, or left it
	case d.FromEnqueue:
		return j.born
	}
	return w.now
}

// cycles is how often a job has been replayed.
func (w *world) cycles(j *job) uint32 {
	if j.record == 0 {
		return 0
	}
	return w.dlq.records[j.record-1].cycles
}

// cycled counts a replay of the record's job, which makes the job as young as
// one that arrives now unless the plan keeps its clock.
func (w *world) cycled(i int) {
	r := &w.dlq.records[i]
	r.cycles++
	w.gauge.cyclesMax = max(w.gauge.cyclesMax, r.cycles)
	if !w.plan.Dead.KeepsClock {
		r.clock = w.now
	}
}

// oldestParked is since when the record that is longest in the DLQ is there, now
// where there is none. Records that were parked once stand in order of time, so
// that only those before the first of them are looked at.
func (w *world) oldestParked() int64 {
	since := w.now
	for i := w.dlq.oldest; i < len(w.dlq.records); i++ {
		if r := &w.dlq.records[i]; r.here {
			since = min(since, r.last)
			if r.occurrences == 1 {
				break
			}
		}
	}
	return since
}
