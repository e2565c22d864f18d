package explain

import (
	"fmt"
	"math"
	"strings"
	"time"

	"retrysim/reports"
	"retrysim/scenarios/lint/estimate"
	"retrysim/sim/model"
)

// expect tells the load to look for in numbers: what comes to each dependency
// against what it serves, for each fault how many jobs it fails and how long they
// take to serve, for each burst that it hits the herd that comes back.
func (e *explainer) expect() {
	e.title("What to expect (first guesses from means; a run knows better)")
	for _, i := range estimate.Dependencies(e.p) {
		e.load(i)
	}
	for i := range e.p.Faults {
		f := &e.p.Faults[i]
		switch {
		case f.Start >= e.p.Horizon:
			e.say("%s never comes: the run ends at %s at the latest.", f.Name, at(e.p.Horizon))
		case f.Target != model.TargetStation || f.End <= f.Start:
			e.cutShort(f)
		case f.Kind == model.FaultRateLimit:
			e.squeezed(f)
		case f.While > 0:
			e.whileBusy(f)
		case f.Scope.FirstAttempts > 0:
			e.firstAttempts(f)
		case f.Kind == model.FaultLatency && !e.failed(f):
			e.slower(f)
		case f.Kind != model.FaultLatency:
			e.failed(f)
		}
	}
	e.held()
}

// arriving is the mean rate of the jobs that can call what a fault is aimed at
// within a window, and how many come, bursts included. Of a window that goes on
// after the arrivals only the part before their end counts.
func (e *explainer) arriving(f *model.Fault, from, to time.Duration) (rate, jobs float64) {
	if from < e.p.Until {
		to = min(to, e.p.Until)
	}
	for t := range e.p.Types {
		if estimate.Struck(e.p, t, f) > 0 {
			rate += estimate.Rate(e.p, t, from, to)
			jobs += estimate.Jobs(e.p, t, from, to)
		}
	}
	return rate, jobs
}

// least is the number of jobs that is worth a word: one, as far as floating
// point can tell.
const least = 1 - 1e-6

// hit is whom a fault fails.
type hit struct {
	jobs, rate float64 // that come in its first window and can be hit
	all, fail  float64 // jobs of all its windows, and those whose first attempt fails
	windows    int
}

// hitBy sums up what a fault does to each job type.
func (e *explainer) hitBy(f *model.Fault) hit {
	windows := f.Planned()
	if f.Drawn() {
		windows = []model.Window{{Start: f.Start, End: f.End}}
	}
	h := hit{windows: len(windows)}
	for t := range e.p.Types {
		b := estimate.BlowOf(e.p, f, t, e.p.Policies[e.p.Types[t].Policy].Policy)
		if b.Share == 0 {
			continue
		}
		for i, w := range windows {
			jobs := estimate.Jobs(e.p, t, w.Start, w.End)
			if i == 0 {
				h.jobs += jobs
				h.rate += estimate.Rate(e.p, t, w.Start, w.End)
			}
			h.all += jobs
			h.fail += float64(b.Share * jobs)
		}
	}
	return h
}

// failed tells how many jobs a fault fails, and how long the backlog takes.
func (e *explainer) failed(f *model.Fault) bool {
	share := 0.0
	for t := range e.p.Types {
		share = max(share, estimate.BlowOf(e.p, f, t, e.p.Policies[e.p.Types[t].Policy].Policy).Share)
	}
	h := e.hitBy(f)
	switch clients := e.clients(); {
	case share == 0:
		return false
	case h.all < least && clients > 0:
		e.say("%s: clients wait for their answers, so at most %s can meet it at a time, and what arrives slows down with it.", f.Name,
			counted(clients, "job", "jobs"))
		return true
	case h.all < least:
		return false
	case h.fail < h.all*(1-1e-9):
		meanwhile := "meanwhile"
		if h.windows > 1 {
			meanwhile = fmt.Sprintf("in its %d windows", h.windows)
		}
		e.say("%s: %s of the attempts fail, so about %s of the %s jobs that come %s need a retry.", f.Name,
			reports.Percent(h.fail/h.all), about(h.fail), about(h.all), meanwhile)
		return true
	}
	name := f.Name
	if h.windows > 1 {
		name += fmt.Sprintf(", the first of %d windows", h.windows)
	}
	come := counts(h.jobs, "job comes", "jobs come")
	fail := map[bool]string{true: "fails", false: "fail"}[strings.HasPrefix(come, "1 ")]
	e.say("%s: %s meanwhile%s and %s at least once; %s. %s", name, come,
		e.makeup(h.rate, h.jobs, f.End-f.Start), fail, sentWords(e.sent(f)), e.pending(f, h.jobs))
	e.backlog(f)
	e.herds(f)
	return true
}

// sentWords says how many attempts are made.
func sentWords(n float64) string {
	if math.IsInf(n, 1) {
		return "they are tried again and again without a wait"
	}
	return "about " + counts(n, "attempt is", "attempts are") + " sent"
}

// clients is the number of all closed clients.
func (e *explainer) clients() int {
	n := 0
	for i := range e.p.Common {
		n += e.p.Common[i].Clients
	}
	for t := range e.p.Types {
		for i := range e.p.Types[t].Sources {
			n += e.p.Types[t].Sources[i].Clients
		}
	}
	return n
}

// counts is a guessed number and its noun.
func counts(n float64, one, many string) string {
	if text := about(n); text != "1" {
		return text + " " + many
	}
	return "1 " + one
}

// few is below how many jobs a rate says less than their number.
const few = 10

// makeup says how a number of jobs comes about; "" of few.
func (e *explainer) makeup(rate, jobs float64, length time.Duration) string {
	var parts []string
	if jobs < few {
		return ""
	}
	if rate > 0 {
		parts = append(parts, reports.Rate(rate)+" for "+estimate.Text(length))
	}
	if burst := jobs - rate*length.Seconds(); burst >= 1 {
		parts = append(parts, about(burst)+" at once")
	}
	return " (" + estimate.List(parts) + ")"
}

// backlog tells of calls that a fault holds back and that are served after it,
// though their callers are gone.
func (e *explainer) backlog(f *model.Fault) {
	held := f.Kind == model.FaultCut && !f.Loses || f.Kind == model.FaultCapacity && f.Factor == 0
	capacity, calls := estimate.StruckCapacity(e.p, f), e.sent(f)
	if room := e.p.Stations[f.Station].Room; f.Kind == model.FaultCapacity && room != model.Unlimited {
		calls = min(calls, float64(room*max(1, f.Shards)))
	}
	for t := range e.p.Types {
		patience := estimate.Patience(&e.p.Types[t], e.p.Policies[e.p.Types[t].Policy].Policy)
		if !held || e.p.Types[t].Cancels || patience == 0 || math.IsInf(capacity, 1) || estimate.Struck(e.p, t, f) == 0 {
			continue
		}
		if e.p.Stations[f.Station].Drop != model.DropNone {
			e.say("At its end about %s calls arrive that were held; those of callers who have given up are dropped when their turn comes.",
				about(calls))
			return
		}
		need := estimate.Span(calls / capacity * float64(time.Second))
		then := "calls behind them are still answered in time."
		switch {
		case need <= patience && e.keepsAlive(f):
			then = "but where calls behind them come to wait " + estimate.Text(patience) + " they are retried, too, and such an overload can keep itself alive."
		case need > patience:
			then = "calls behind them time out after " + estimate.Text(patience) + " and are retried, too: the overload can outlive " + f.Name + "."
		}
		e.say("At its end about %s calls arrive that were held, most of them of callers who have given up. They keep %s busy for %s; %s",
			about(calls), e.p.TargetName(f.Station, f.Shards), estimate.Text(need), then)
		return
	}
}

// pending says how many of the failed jobs wait for a retry at the end, and how
// long the dependency needs for them beside what arrives.
func (e *explainer) pending(f *model.Fault, failed float64) string {
	pending := 0.0
	for t := range e.p.Types {
		pending += e.pendingOf(f, t)
	}
	text := "About " + about(pending) + " wait for a retry at its end"
	if pending < least {
		text = "None waits for a retry at its end"
	}
	if lost := failed - pending; lost >= least {
		text += " and " + counts(lost, "has used up its attempts", "have used up their attempts")
	}
	capacity := estimate.StruckCapacity(e.p, f)
	rate, _ := e.arriving(f, f.End, f.End+time.Minute)
	cold := e.coldCapacity(f)
	switch spare := capacity - rate; {
	case pending < least:
		return text + "."
	case cold > 0 && cold <= rate:
		return text + "; the dependency is cold then and serves " + reports.Rate(cold) + " at first, while " + reports.Rate(rate) +
			" arrive: nothing is to spare until it is warm."
	case math.IsInf(spare, 1):
		return text + "; nothing limits how fast they are served."
	case spare <= 0:
		return text + "; the dependency has no capacity to spare for them while " + reports.Rate(rate) + " arrive."
	default:
		need := estimate.Span(pending / spare * float64(time.Second))
		if e.keepsAlive(f) {
			return text + "; with " + reports.Rate(spare) + " to spare they take at least " + estimate.Text(need) +
				", if calls are answered in time. Once they time out the overload can keep itself alive, and then it does not end."
		}
		return text + "; with " + reports.Rate(spare) + " to spare they take at least " + estimate.Text(need) + "."
	}
}

// pendingOf is how many jobs of a type that a fault fails are not given up at
// its end: those that come within the time that the attempts last.
func (e *explainer) pendingOf(f *model.Fault, t int) float64 {
	p := e.p.Policies[e.p.Types[t].Policy].Policy
	b := estimate.BlowOf(e.p, f, t, p)
	if b.Share == 0 || !p.Retryable.Matches(b.Class, b.Status) {
		return 0
	}
	tries, _ := estimate.Tries(e.p, t, p, b, f.Start)
	from := f.Start
	if _, limited := p.Retries(); limited {
		every, more := estimate.Rest(p, tries)
		last := float64(tries[len(tries)-1].At-f.Start) + float64(more)*float64(every)
		from = max(from, f.End-estimate.Span(last))
	}
	return estimate.Jobs(e.p, t, from, f.End)
}

// squeezed tells how much more arrives than a lowered limit lets through.
func (e *explainer) squeezed(f *model.Fault) {
	rate, jobs := e.arriving(f, f.Start, f.End)
	part := 0.0 // of the jobs, that call what is limited
	for t := range e.p.Types {
		part = max(part, min(1, estimate.Struck(e.p, t, f)))
	}
	rate, jobs = rate*part, jobs*part
	length := (f.End - f.Start).Seconds()
	room := f.Limit.PerSecond() * float64(max(1, f.Shards)) * length
	if jobs <= room {
		return
	}
	text := reports.Rate(rate) + " arrive"
	if burst := jobs - rate*length; burst >= 1 {
		text += " and " + about(burst) + " come at once"
	}
	e.say("%s: %s, and %s are let through: by its end about %s of %s jobs could not be served, and each of their retries is one "+
		"call more that is refused.", f.Name, text, reports.Rate(room/length), about(jobs-room), about(jobs))
}
