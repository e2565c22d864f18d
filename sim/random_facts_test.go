package sim_test

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"retrysim/sim"
	"retrysim/sim/model"
)

// factLaws follows the trace.
type factLaws struct {
	plan   *sim.Plan
	n      int
	last   time.Duration
	open   map[string]int  // runs of a job whose worker waits
	busy   int             // sum of open
	alive  map[string]bool // jobs that are not settled; a copy has a name of its own
	ready  map[string]bool // jobs that wait for a worker
	sleep  map[string]bool // jobs whose worker sleeps through the backoff
	owner  map[string]int  // the attempt that a job's owner makes
	ghosts bool            // attempts may live on of which the trace says nothing
	taken  int             // takes in all
	jobs   map[string]bool // jobs that were taken
	wrong  string
}

func (l *factLaws) see(f sim.Fact) {
	l.n++
	wrong := ""
	if f.At > l.last {
		wrong = l.idleness()
	}
	if wrong == "" {
		wrong = l.fact(f)
	}
	if wrong != "" && l.wrong == "" {
		l.wrong = fmt.Sprintf("%s: %+v", wrong, f)
	}
	l.follow(f)
	l.last = f.At
}

// follow keeps who waits for a worker, and whose worker sleeps.
func (l *factLaws) follow(f sim.Fact) {
	if l.ready == nil {
		l.ready, l.sleep, l.owner = map[string]bool{}, map[string]bool{}, map[string]int{}
	}
	l.ghosts = l.ghosts || f.Event == "timeout" || f.Event == "lease_lost" || f.Event == "crash" || f.Event == "close"
	switch f.Event {
	case "take":
		if f.Name != withoutLock {
			l.owner[f.Job] = f.Attempt
		}
	case "success", "failure", "timeout", "reject":
		if l.owner[f.Job] == f.Attempt {
			delete(l.owner, f.Job)
		}
	}
	if f.Event == "lease_lost" || f.Event == "complete" {
		delete(l.owner, f.Job)
	}
	switch f.Event {
	case "arrive", "promote":
		l.ready[f.Job] = true
	case "replay":
		if f.Name == "" { // else it was refused
			l.ready[f.Job] = true
		}
	case "retry":
		if l.plan.Queue.InWorker {
			l.sleep[f.Job] = true
		}
	case "take", "complete", "dead_letter", "fail", "drop", "expire", "lease_lost", "reserve":
		if f.Name == withoutLock {
			return // the job itself is elsewhere
		}
		delete(l.ready, f.Job)
		delete(l.sleep, f.Job)
	}
}

// withoutLock is what the taking of a job is called whose lock was lost before.
const withoutLock = "without a lock"

// copies reports whether a job may run twice at once: a fact does not tell it
// from its second copy.
func (l *factLaws) copies() bool { return has(l.plan, model.FaultReplayCut) }

func has(p *sim.Plan, k model.FaultKind) bool {
	return slices.ContainsFunc(p.Faults, func(f model.Fault) bool { return f.Kind == k })
}

func does(p *sim.Plan, k model.ActionKind) bool {
	return slices.ContainsFunc(p.Actions, func(a model.Action) bool { return a.Kind == k })
}

// resized reports whether the number of workers changes.
func (l *factLaws) resized() bool {
	return l.plan.Workers.Autoscale.On() || slices.ContainsFunc(l.plan.Actions, func(a model.Action) bool {
		return a.Kind == model.DoScale && a.Target == model.TargetWorkers
	})
}

// idleness says that a job waits although a worker is free. It knows nothing
// of workers that are down, or hired and let go, nor of jobs that are held back,
// passed over, or reserved by another process.
func (l *factLaws) idleness() string {
	if l.plan.Workers.Prefetch > 0 || l.copies() || has(l.plan, model.FaultCrash) || has(l.plan, model.FaultPoison) || does(l.plan, model.DoPause) || does(l.plan, model.DoResume) || does(l.plan, model.DoThrottle) || does(l.plan, model.DoRestart) || l.resized() || l.plan.Queue.MostPerKey > 0 {
		return ""
	}
	n := l.plan.Workers.Count
	if work := l.busy + len(l.sleep); len(l.ready) > 0 && (n == model.Unlimited || work < n) {
		return fmt.Sprintf("%d jobs wait from %v on while %d of %d workers work", len(l.ready), l.last, work, n)
	}
	return ""
}

func (l *factLaws) fact(f sim.Fact) string {
	switch {
	case f.At < l.last:
		return fmt.Sprintf("fact goes back from %v", l.last)
	case f.At > l.plan.Horizon:
		return "fact after the horizon"
	case f.Delay < 0 || f.Service < 0:
		return "negative duration"
	case f.HasDue && f.Due < f.At:
		return "due in the past"
	}
	switch f.Event {
	case "arrive":
		if l.alive[f.Job] {
			return "arrives twice"
		}
		l.alive[f.Job] = true
	case "replay":
		if strings.Contains(f.Job, ".parked.") { // dead before the run, it comes with its first replay
			l.alive[f.Job] = true
		}
	case "take":
		return l.take(f)
	case "success", "failure", "timeout", "reject":
		l.open[f.Job]--
		l.busy--
		if l.open[f.Job] < 0 {
			return "an attempt ends that nobody began"
		}
	}
	return ""
}

func (l *factLaws) take(f sim.Fact) string {
	if l.jobs == nil {
		l.jobs = map[string]bool{}
	}
	l.jobs[f.Job] = true
	l.taken++
	l.open[f.Job]++
	l.busy++
	if n := l.plan.Workers.Count; n != model.Unlimited && l.busy > n && !l.resized() {
		return fmt.Sprintf("%d workers at work, there are %d", l.busy, n)
	}
	switch {
	case !l.alive[f.Job]:
		return "taken before it arrived"
	case l.owner[f.Job] > 0 && !l.copies() && f.Name != withoutLock:
		return fmt.Sprintf("taken from the owner, who makes attempt %d", l.owner[f.Job])
	}
	return ""
}
