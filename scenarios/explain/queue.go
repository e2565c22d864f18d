package explain

import (
	"fmt"

	"retrysim/reports"
	"retrysim/scenarios/lint/estimate"
	"retrysim/sim/model"
)

// lookWords says who looks for retries that are due, when, and how many a look
// makes ready; "" without reviews.
func (e *explainer) lookWords() string {
	q := &e.p.Queue
	if q.Review <= 0 {
		return ""
	}
	every := estimate.Text(q.Review)
	switch {
	case q.Poller.Gap.Set():
		every = fmt.Sprintf("%s in the mean, each gap drawn from %s", every, q.Poller.Gap)
	case q.Poller.Jitter > 0:
		every += fmt.Sprintf(", each gap drawn within %s of that", reports.Percent(q.Poller.Jitter))
	}
	text := fmt.Sprintf(". A retry that is due starts at the next review, every %s, so reviews gather what is due into herds", every)
	if n := q.Pollers(); n > 1 {
		begin := "begin apart, so that a look comes about every " + estimate.Text(q.LookEvery())
		if q.Poller.Same {
			begin = "all begin at once"
		}
		text = fmt.Sprintf(". A retry that is due starts when one of %d pollers looks, each of them every %s; they %s", n, every, begin)
	}
	if b := q.Poller.Batch; b > 0 {
		text += fmt.Sprintf("; a look takes %s at most, the longest due first, which makes %s", counted(b, "retry", "retries"),
			reports.Rate(q.PromotesPerSecond()))
	}
	if q.WhenFree {
		text += "; a worker that frees takes one, too"
	}
	return text
}

// waitWords says where a backoff waits.
func waitWords(q *model.Queue) string {
	switch {
	case q.InWorker:
		return ". The backoff sleeps in the worker, which does nothing else meanwhile"
	case q.InMemory:
		return ". A retry is handed out at once and waits in the memory of a process, without a worker, while its lock runs; " +
			"each time that ends it is handed out again, and every copy runs when it is due"
	}
	return ". The backoff waits in the queue, and the worker is free meanwhile"
}

// processWords says what a process reserves, and how far its clock is off.
func (e *explainer) processWords() string {
	k, text := &e.p.Workers, ""
	if k.Processes > 0 {
		text = fmt.Sprintf(" They belong to %s.", counted(k.Processes, "process", "processes"))
	}
	if k.Prefetch > 0 {
		text += fmt.Sprintf(" A process reserves up to %s beyond those that it runs. Nobody else sees them, and their locks run: a slow job "+
			"holds up those behind it while other processes idle.", counted(k.Prefetch, "job", "jobs"))
	}
	if k.ClockSkew.Set() {
		whose := "worker"
		if k.Processes > 0 {
			whose = "process"
		}
		text += fmt.Sprintf(" The clock of each %s is off by %s, ahead as often as behind: the due times and locks that it writes come off so "+
			"much later or earlier, never before now.", whose, k.ClockSkew)
	}
	return text
}

// deliveryWords says how often a job is handed out, and how the queue learns
// of a dead worker; "" where nothing is said about it.
func (e *explainer) deliveryWords() string {
	q, k, text := &e.p.Queue, &e.p.Workers, ""
	if k.AckAtStart {
		text += " A job leaves the queue when its attempt begins: what runs is never handed out again, and is lost with its worker."
	}
	if k.Disconnect > 0 {
		text += fmt.Sprintf(" The queue notices %s after a worker has died, and hands its jobs out again without waiting for their locks.",
			estimate.Text(k.Disconnect))
	}
	switch {
	case k.StallsApart && k.MaxStalls == model.Unlimited:
		text += " A lost lock is a stall: it is no attempt, and nothing limits it."
	case k.StallsApart:
		text += fmt.Sprintf(" A lost lock is a stall: it is no attempt, the job is ready again at once, and at stall %d it is given up without a "+
			"further wait.", k.MaxStalls+1)
	}
	if q.MaxReceives > 0 {
		text += fmt.Sprintf(" A job that has been handed out %s, whatever came of it, is given up when it would be handed out again.",
			counted(q.MaxReceives, "time", "times"))
	}
	return text
}
