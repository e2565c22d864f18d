package explain

import (
	"fmt"

	"retrysim/policies"
	"retrysim/reports"
	"retrysim/scenarios/lint/estimate"
	"retrysim/sim/model"
)

// pipeline says where jobs wait, who holds them, and what becomes of the dead.
func (e *explainer) pipeline() {
	e.title("Queue and workers")
	e.say("%s", e.queueWords())
	e.say("%s", e.workerWords()+e.processWords())
	if text := autoscaleWords(&e.p.Workers.Autoscale, "worker", "job"); text != "" {
		e.say("%s", text)
	}
	e.say("%s", e.lockWords()+e.deliveryWords())
	if d := e.p.Workers.StaleAfter; d > 0 {
		then := "an alert, and nothing else"
		if e.p.Workers.RequeueStale {
			then = "an alert, and every job in hand goes back into the queue"
		}
		e.say("A process that makes no progress for %s while jobs are alive counts as stalled: %s.", estimate.Text(d), then)
	}
	e.title("What becomes of a job that is given up")
	e.say("%s", e.deadWords())
}

func (e *explainer) queueWords() string {
	q := &e.p.Queue
	text := "The queue is " + map[model.Order]string{
		model.FIFO: "first in, first out", model.LIFO: "last in, first out", model.Priority: "ordered by priority",
		model.Fair: "fair: the keys of the jobs take turns, a job type without keys as one, the oldest job of each first",
	}[q.Order]
	if q.Room != model.Unlimited {
		text += fmt.Sprintf(", with room for %s; a job that finds none is dropped and lost", counted(q.Room, "job", "jobs"))
	}
	text += perKeyWords(q) + waitWords(q) + e.lookWords()
	return text + "."
}

func (e *explainer) workerWords() string {
	n := e.p.Workers.Count
	if n == model.Unlimited {
		return "There is always a free worker."
	}
	text := counted(n, "worker takes", "workers take") + " the jobs, one each at a time."
	if e.p.Workers.Autoscale.On() {
		text = "At first " + text
	}
	return text
}

// lockWords says what the lock of a taken job covers.
func (e *explainer) lockWords() string {
	w := &e.p.Workers
	anchored := true
	for t := range e.p.Types {
		anchored = anchored && e.p.Policies[e.p.Types[t].Policy].Policy.Anchor == policies.AnchorTaken
	}
	switch {
	case anchored && len(e.p.Types) > 0:
		return "The lock is the wait itself: a taken job cannot be taken again before its retry is due, whether its worker failed or died."
	case w.Lock == 0:
		return "A taken job is locked for ever: if its worker dies, nobody sees it again."
	case w.Renew:
		return fmt.Sprintf("A taken job is locked, and its worker renews the lock while it lives; the job of a dead worker is free after %s.",
			estimate.Text(w.Lock))
	}
	text := fmt.Sprintf("A taken job is locked for %s", estimate.Text(w.Lock))
	switch {
	case e.p.Queue.InMemory:
		text += ", from its taking or from when a process keeps it for a retry"
	case !e.p.Queue.InWorker:
		text += "; the lock covers one attempt and not the backoff"
	case w.LockCoversSleep:
		text += " from its taking; attempts and backoffs all count against it"
	default:
		text += " anew at each attempt; the lock does not cover the sleep"
	}
	if w.AckAtStart {
		return text + "."
	}
	return text + ". A job that outlives its lock is run by a second worker as well."
}

func (e *explainer) deadWords() string {
	d := &e.p.Dead
	switch {
	case d.InPlace:
		return "It stays in its queue as failed; there is no dead-letter queue."
	case !d.Enabled:
		return "It is dropped with a log line: lost. There is no dead-letter queue."
	}
	text := "It is parked as a dead letter and can be replayed."
	if d.Dedupe {
		text += " A job that fails again keeps its one record, which counts its occurrences."
	} else {
		text += " A job that fails again after a replay leaves a further record."
	}
	if d.Keep > 0 {
		text += " A record is kept for " + estimate.Text(d.Keep) + keepWords(d) + ", then it is gone and the job lost."
	}
	if d.Limit > 0 {
		then := "the oldest is dropped for the next one"
		if d.Refuse {
			then = "the next one is refused, and its job lost"
		}
		text += fmt.Sprintf(" There is room for %s; then %s.", reports.Count(float64(d.Limit)), then)
	}
	if n := e.p.ParkedJobs(); n > 0 {
		text += " When the run begins " + reports.Count(float64(n)) + " dead letters from before are there."
	}
	for t := range e.p.Types {
		if typ := &e.p.Types[t]; typ.Replayable < 1 {
			text += fmt.Sprintf(" Only %s of those of %s can be run again.", reports.Percent(typ.Replayable), typ.Name)
		}
	}
	return text
}

// alerts says what pages whom, and how often.
func (e *explainer) alerts() {
	if len(e.p.Alerts) == 0 {
		return
	}
	e.title("Alerts")
	for i := range e.p.Alerts {
		a := &e.p.Alerts[i]
		does := "is counted"
		if a.Pages {
			does = "pages"
		}
		e.item(18, a.Name, "%s when %s, %s%s%s.", does, alertWords(a), scopeWords(a), oftenWords(a), clearWords(a))
	}
}

func alertWords(a *model.Alert) string {
	than := "falls below"
	if a.Above {
		than = "is above"
	}
	level := reports.Count(a.Level)
	gauge := map[model.Gauge]string{
		model.GaugeFailedJobs: "the number of jobs given up so far", model.GaugeDLQDepth: "the dead-letter queue",
		model.GaugeQueueDepth: "the queue", model.GaugeOldestRetry: "the age of the oldest job still being retried, in seconds,",
		model.GaugeFailures: "the number of failures", model.GaugeDLQOldest: "the age of the oldest dead letter, in seconds,",
	}[a.Gauge]
	switch a.Kind {
	case model.AlertGauge:
		return gauge + " " + than + " " + level
	case model.AlertWindow:
		return "the failures of the last " + estimate.Text(a.Over) + " " + map[bool]string{true: "are above", false: "fall below"}[a.Above] + " " + level
	case model.AlertRises:
		return gauge + " has risen for " + estimate.Text(a.Over)
	case model.AlertGrows:
		return gauge + " has grown by more than " + reports.Rate(a.Level) + " over " + estimate.Text(a.Over)
	case model.AlertExhausted:
		return "a job has used up its retries"
	case model.AlertFirstFailure:
		return "something fails for the first time"
	case model.AlertStalled:
		return "the workers' process makes no progress"
	}
	panic(fmt.Sprintf("explain: no words for alert kind %d", a.Kind))
}

func scopeWords(a *model.Alert) string {
	return map[model.Scope]string{
		model.PerQueue: "for the whole queue", model.PerJobType: "for each job type", model.PerJob: "for each job",
		model.PerError: "for each kind of error",
	}[a.Scope]
}

func oftenWords(a *model.Alert) string {
	switch {
	case a.Kind == model.AlertGauge && a.Gauge == model.GaugeFailedJobs && a.Every:
		return ", again at every failure, and never clears"
	case a.Every:
		return ", again at every failure while it holds"
	case a.Kind == model.AlertFirstFailure || a.Kind == model.AlertStalled:
		return ""
	}
	return ", once until it clears"
}
