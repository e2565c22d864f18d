package explain

import (
	"math"
	"time"

	"retrysim/policies"
	"retrysim/reports"
	"retrysim/scenarios/lint/estimate"
	"retrysim/sim/model"
)

// expect tells the load to look for in numbers: for each fault how many jobs
// it fails and how long they take to serve, for each burst that it hits the
// herd that comes back.
func (e *explainer) expect() {
	e.title("What to expect (first guesses from means; a run knows better)")
	said := false
	for i := range e.p.Faults {
		f := &e.p.Faults[i]
		if f.Target != model.TargetStation || f.End <= f.Start {
			continue
		}
		if f.Kind == model.FaultRateLimit {
			said = e.squeezed(f) || said
			continue
		}
		said = e.failed(f) || said
	}
	if !said {
		e.say("No fault fails calls for all: the load is the arrivals themselves, and a retry for each failure.")
	}
}

// arriving is the mean rate of the jobs that can call what a fault is aimed at
// within a window, and how many come, bursts included.
func (e *explainer) arriving(f *model.Fault, from, to time.Duration) (rate, jobs float64) {
	for t := range e.p.Types {
		if estimate.Struck(e.p, t, f) > 0 {
			rate += estimate.Rate(e.p, t, from, to)
			jobs += estimate.Jobs(e.p, t, from, to)
		}
	}
	return rate, jobs
}

// failed tells how many jobs a fault fails, and how long the backlog takes.
func (e *explainer) failed(f *model.Fault) bool {
	share := 0.0
	for t := range e.p.Types {
		share = max(share, estimate.BlowOf(e.p, f, t, e.p.Policies[e.p.Types[t].Policy].Policy).Share)
	}
	rate, jobs := e.arriving(f, f.Start, f.End)
	switch clients := e.clients(); {
	case share == 0:
		return false
	case jobs < 1 && clients > 0:
		e.say("%s: clients wait for their answers, so at most %s can meet it at a time, and what arrives slows down with it.", f.Name,
			counted(clients, "job", "jobs"))
		return true
	case jobs < 1:
		return false
	}
	length := f.End - f.Start
	if share < 1 {
		e.say("%s: %s of the attempts fail, so about %s of the %s jobs that come meanwhile need a retry.", f.Name,
			reports.Percent(share), about(share*jobs), about(jobs))
		return true
	}
	e.say("%s: %s jobs come meanwhile (%s) and fail at least once; about %s are sent. %s", f.Name, about(jobs),
		e.makeup(rate, jobs, length), counts(e.sent(f), "attempt", "attempts"), e.pending(f, jobs))
	e.backlog(f)
	e.herds(f)
	return true
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

// makeup says how a number of jobs comes about.
func (e *explainer) makeup(rate, jobs float64, length time.Duration) string {
	var parts []string
	if rate > 0 {
		parts = append(parts, reports.Rate(rate)+" for "+estimate.Text(length))
	}
	if burst := jobs - rate*length.Seconds(); burst >= 1 {
		parts = append(parts, about(burst)+" at once")
	}
	return estimate.List(parts)
}

// sent is about how many attempts are made while a fault is open: for each
// attempt of a job, the jobs that come early enough to make it.
func (e *explainer) sent(f *model.Fault) float64 {
	sum := 0.0
	for t := range e.p.Types {
		policy := e.p.Policies[e.p.Types[t].Policy].Policy
		b := estimate.BlowOf(e.p, f, t, policy)
		if b.Share == 0 {
			continue
		}
		tries, _ := estimate.Tries(e.p, t, policy, b, f.Start)
		for _, try := range tries {
			if late := try.At - f.Start; late < f.End-f.Start {
				sum += estimate.Jobs(e.p, t, f.Start, f.End-late)
			}
		}
	}
	return sum
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
		if need > patience {
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
	if pending < 1 {
		text = "None waits for a retry at its end"
	}
	if lost := failed - pending; lost >= 1 {
		text += " and " + about(lost) + " have used up their attempts"
	}
	capacity := estimate.StruckCapacity(e.p, f)
	rate, _ := e.arriving(f, f.End, f.End+time.Minute)
	switch spare := capacity - rate; {
	case pending < 1:
		return text + "."
	case math.IsInf(spare, 1):
		return text + "; nothing limits how fast they are served."
	case spare <= 0:
		return text + "; the dependency has no capacity to spare for them while " + reports.Rate(rate) + " arrive."
	default:
		need := estimate.Span(pending / spare * float64(time.Second))
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
		from = max(from, f.End-(tries[len(tries)-1].At-f.Start))
	}
	return estimate.Jobs(e.p, t, from, f.End)
}

// herds tells for each burst that a fault fails when it comes back together,
// and how dense: the jobs over the widest spread that a wait has given them,
// which the density of the sum of their waits cannot exceed.
func (e *explainer) herds(f *model.Fault) {
	for _, b := range estimate.Bursts(e.p) {
		if b.At < f.Start || b.At >= f.End {
			continue
		}
		policy := e.p.Policies[e.p.Types[b.Type].Policy].Policy
		blow := estimate.BlowOf(e.p, f, b.Type, policy)
		tries, ok := estimate.Tries(e.p, b.Type, policy, blow, b.At)
		if blow.Share < 1 || !ok {
			continue
		}
		e.herd(f, b, policy, tries)
	}
}

func (e *explainer) herd(f *model.Fault, b estimate.Burst, policy *policies.Policy, tries []estimate.Try) {
	rows := estimate.WaitsOf(policy).Rows
	widest := time.Duration(0)
	for i, try := range tries[1:] {
		if i < len(rows) {
			widest = max(widest, estimate.Spread(rows[i]))
		}
		if try.At < f.End {
			continue
		}
		text := "The " + reports.Count(float64(b.Jobs)) + " jobs of " + b.Source + " fail together at " + at(b.At) +
			" and make their first attempt after the end, attempt " + reports.Count(float64(try.Attempt)) + ", " + e.meet(try, b, widest)
		e.say("%s", text)
		return
	}
	e.say("The %s jobs of %s fail together at %s and have used up their attempts before the end.", reports.Count(float64(b.Jobs)),
		b.Source, at(b.At))
}

// meet says how dense a herd is when it comes, against the capacity.
func (e *explainer) meet(try estimate.Try, b estimate.Burst, widest time.Duration) string {
	capacity := estimate.FirstCapacity(e.p, b.Type)
	against := ""
	if !math.IsInf(capacity, 1) {
		against = ", against a capacity of " + reports.Rate(capacity)
	}
	if every := e.p.Queue.LookEvery(); widest <= every && every > 0 && e.p.Queue.Poller.Batch == 0 {
		return "at the review at " + at(try.At) + ": all at one instant" + against + "."
	}
	if widest == 0 {
		return "at " + at(try.At) + ": all at one instant, since nothing spreads them" + against + "."
	}
	density := min(float64(b.Jobs), float64(b.Jobs)/widest.Seconds())
	return "around " + at(try.At) + ", spread over " + estimate.Text(widest) + " or more: up to about " + reports.Rate(density) +
		against + "."
}

// squeezed tells how much more arrives than a lowered limit lets through.
func (e *explainer) squeezed(f *model.Fault) bool {
	rate, jobs := e.arriving(f, f.Start, f.End)
	part := 0.0 // of the jobs, that call what is limited
	for t := range e.p.Types {
		part = max(part, min(1, estimate.Struck(e.p, t, f)))
	}
	rate, jobs = rate*part, jobs*part
	length := (f.End - f.Start).Seconds()
	room := f.Limit.PerSecond() * float64(max(1, f.Shards)) * length
	if jobs <= room {
		return false
	}
	text := reports.Rate(rate) + " arrive"
	if burst := jobs - rate*length; burst >= 1 {
		text += " and " + about(burst) + " come at once"
	}
	e.say("%s: %s, and %s are let through: by its end about %s of %s jobs could not be served, and each of their retries is one "+
		"call more that is refused.", f.Name, text, reports.Rate(room/length), about(jobs-room), about(jobs))
	return true
}
