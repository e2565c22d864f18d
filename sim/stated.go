package sim

import (
	"fmt"

	"retrysim/policies"
	"retrysim/sim/model"
)

// Stated lists, in words, the settings of the pipeline without which a result
// cannot be read: where the backoff waits, what the lock covers, what becomes
// of the jobs that are given up.
func (p *Plan) Stated() []string {
	out := []string{waitStated(&p.Queue)}
	if lock := p.Workers.Lock; lock > 0 {
		text := fmt.Sprintf("a job is locked to its worker for %s", policies.FormatDuration(lock))
		switch {
		case p.Workers.Renew:
			text += ", renewed while the worker lives"
		case p.Queue.InWorker && p.Workers.LockCoversSleep:
			text += " from its taking; the sleep counts"
		case p.Queue.InWorker:
			text += " from the start of each attempt; the sleep does not count"
		default:
			text += " from its taking; the wait in the queue does not count"
		}
		out = append(out, text)
	}
	out = append(out, deliveryStated(&p.Queue, &p.Workers)...)
	return append(out, givenUp(&p.Dead))
}

func givenUp(d *model.DeadLetters) string {
	switch {
	case d.InPlace:
		return "a job that is given up stays in its queue as failed"
	case !d.Enabled:
		return "a job that is given up is dropped: dead-lettering is off"
	case d.Dedupe:
		return "a job that is given up is parked as a dead letter, one record a job"
	}
	return "a job that is given up is parked as a dead letter, one record a failure"
}
