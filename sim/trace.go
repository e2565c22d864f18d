package sim

import (
	"strconv"
	"time"

	"retrysim/policies"
	"retrysim/sim/ledger"
)

// JobName is a job's name in traces and results: type.source.number, where the
// number counts the source's jobs from 1. typ is needed for sources that
// several types share.
func (p *Plan) JobName(id uint64, typ int) string {
	return p.Types[typ].Name + "." + p.sourceName(int(id>>numberBits)) + "." + strconv.FormatUint(id&(1<<numberBits-1), 10)
}

// sourceName is the name of source i, counted over the types and then over
// the common sources.
func (p *Plan) sourceName(i int) string {
	for t := range p.Types {
		if i < len(p.Types[t].Sources) {
			return p.Types[t].Sources[i].Name
		}
		i -= len(p.Types[t].Sources)
	}
	if i < len(p.Common) {
		return p.Common[i].Name
	}
	return parkedSource
}

// tell traces a fact about a job, and about one of its attempts unless a is
// nil. The caller has asked whether anybody listens.
func (w *world) tell(j *job, a *attempt, event string, f Fact) {
	f.At = time.Duration(w.now)
	f.Job = w.plan.JobName(j.id, int(j.typ))
	f.Event = event
	f.Attempt = int(j.tries)
	if j.parent > 0 {
		f.Attempt, f.Copy = f.Attempt-twinTries, 1
	}
	f.Policy = w.plan.Policies[j.policy].Name
	if a != nil {
		f.Attempt, f.Copy = int(a.number), int(a.copy)
		if j.parent > 0 {
			f.Attempt, f.Copy = f.Attempt-twinTries, f.Copy+1
		}
	}
	w.opts.Trace(f)
}

// tellTaken traces that a worker took a job. Under a policy whose delay counts
// from the taking the fact carries when the job may be taken again.
func (w *world) tellTaken(j *job, a *attempt, how string) {
	f := Fact{Name: how}
	if how == "" && w.policyOf(j).Anchor == policies.AnchorTaken {
		f.Due, f.HasDue = time.Duration(j.due), true
	}
	w.tell(j, a, "take", f)
	if a.copy > 0 {
		w.tell(j, a, "duplicate", Fact{})
	}
}

// tellEnded traces how an attempt ended for its caller.
func (w *world) tellEnded(j *job, a *attempt, class policies.Class, status int) {
	event := "failure"
	switch {
	case class == policies.Success:
		event = "success"
	case class == policies.Timeout:
		event = "timeout"
	case a.rejected:
		event = "reject"
	}
	f := Fact{Class: class.String(), Status: status, Service: time.Duration(a.service)}
	if a.hinted == policies.HintSeconds {
		f.Due, f.HasDue = time.Duration(w.now+a.hint), true
	}
	w.tell(j, a, event, f)
}

var settledEvents = [ledger.Buckets]string{"complete", "dead_letter", "failed", "drop", "expire", "discard", "unfinished"}

// tellSettled traces a job's final state.
func (w *world) tellSettled(j *job, b ledger.Bucket, why ledger.Drop) {
	f := Fact{Class: j.class.String(), Status: int(j.status)}
	switch b {
	case ledger.Completed:
		f.Class, f.Status = "", 0
	case ledger.Dropped:
		f.Name = why.String()
	case ledger.Failed:
		return // the fact "fail" has been told
	case ledger.Unfinished:
		f.Class, f.Status = "", 0
	}
	w.tell(j, nil, settledEvents[b], f)
}
