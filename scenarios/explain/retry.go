package explain

import (
	"fmt"
	"math"
	"strings"
	"time"

	"retrysim/policies"
	"retrysim/reports"
	"retrysim/scenarios/lint/estimate"
	"retrysim/sim/model"
)

// jobType says how one job type is retried and when.
func (e *explainer) jobType(t int) {
	typ := &e.p.Types[t]
	use := e.p.Policies[typ.Policy]
	e.title("How %s is retried: policy %s", typ.Name, use.Name)
	e.say("%s", sentence(limits(use.Policy)))
	if n, limited := use.Policy.Retries(); !limited || n > 0 {
		e.say("%s", Words(use.Policy))
		e.say("%s %s", retried(use.Policy), hints(use.Policy))
		e.totals(use.Policy)
	}
	e.patience(t)
	e.permanent(typ)
	for i := range e.p.Faults {
		e.story(t, &e.p.Faults[i])
	}
}

// retried says which failures are.
func retried(p *policies.Policy) string {
	switch words := strings.Join(p.Retryable.Words(), ", "); words {
	case "all":
		return "Every failure is retried, also one that no retry can mend."
	case "none":
		return "No failure is retried."
	default:
		return "Retried: " + words + ". All else is given up at its first failure."
	}
}

// totals are a policy's waits and their sum.
func (e *explainer) totals(p *policies.Policy) {
	w := estimate.WaitsOf(p)
	if w.Most == 0 {
		return
	}
	var list []string
	for i, r := range w.Rows {
		if i == 12 {
			list = append(list, "and so on")
			break
		}
		list = append(list, estimate.Range(r.Min, r.Max))
	}
	e.say("Waits: %s.", strings.Join(list, "; "))
	if worst, ok := policies.WorstCaseTotal(p); ok {
		total := estimate.Text(worst)
		if mean := estimate.Text(min(w.Mean, worst)); mean != total {
			total = mean + " in the mean and at most " + total
		}
		e.say("A job that fails every time waits %s in all, the calls themselves left aside.", total)
	}
}

// patience says how long a caller waits for its answer, and a job for a worker.
func (e *explainer) patience(t int) {
	typ := &e.p.Types[t]
	limit := estimate.Patience(typ, e.p.Policies[typ.Policy].Policy)
	switch {
	case limit == 0:
		e.say("An attempt has no timeout: its worker waits for the answer for ever.")
	case typ.Cancels:
		e.say("An attempt that is not answered within %s has failed; the dependency stops working on it.", estimate.Text(limit))
	default:
		e.say("An attempt that is not answered within %s has failed; the dependency works on it all the same.", estimate.Text(limit))
	}
	if share := estimate.TooLarge(e.p, t, limit); share > 0 {
		e.say("%s of the jobs are so large that no attempt can be served within that: retrying them is waste.", reports.Percent(share))
	}
	if typ.Deadline > 0 {
		e.say("A job older than %s expires.", estimate.Text(typ.Deadline))
	}
	if typ.Patience.Set() {
		e.say("A job that is not in hand leaves at an age that is its own, %s in the mean, and counts as expired.",
			estimate.Text(typ.Patience.Mean()))
	}
}

// permanent says which jobs no retry can help, and what the effects are.
func (e *explainer) permanent(typ *model.JobType) {
	var parts []string
	for _, o := range typ.Permanent {
		parts = append(parts, reports.Percent(o.Share)+" with "+o.Class.String())
	}
	if len(parts) > 0 {
		e.say("Some of its jobs fail at every attempt: %s.", estimate.List(parts))
	}
	if typ.Gone.Set() {
		e.say("A job's subject is gone after %s in the mean; an attempt after that fails for good.", estimate.Text(typ.Gone.Mean()))
	}
	for _, s := range typ.Steps {
		if s.Effect.Name != "" {
			e.say("Effect %s: %s", s.Effect.Name, effectWords(s.Effect))
		}
	}
}

func effectWords(f model.Effect) string {
	scope := map[model.KeyScope]string{
		model.ScopeOriginalJob: "the key stays the same over retries and replays",
		model.ScopeJob:         "a replayed job has a new key",
		model.ScopeAttempt:     "each attempt has a new key, which guards nothing",
	}[f.Scope]
	switch f.Guard {
	case model.GuardIdempotencyKey:
		return "guarded by an idempotency key; " + scope + expiryWords(&f) + "."
	case model.GuardUnique:
		return "guarded by a unique constraint; " + scope + "."
	case model.GuardCheckThenInsert:
		return "looked up before it is written; two calls that overlap both write."
	}
	return "nothing keeps a retry from repeating it."
}

// story tells when a job is tried that first fails as a fault begins.
func (e *explainer) story(t int, f *model.Fault) {
	typ := &e.p.Types[t]
	p := e.p.Policies[typ.Policy].Policy
	b := estimate.BlowOf(e.p, f, t, p)
	if b.Share == 0 {
		return
	}
	tries, ok := estimate.Tries(e.p, t, p, b, f.Start)
	switch {
	case !ok:
		e.say("%s: a call that gets no answer never ends, since nothing times out.", f.Name)
		return
	case !p.Retryable.Matches(b.Class, b.Status):
		e.say("%s: whoever it hits is given up at once: %s is not retried.", f.Name, b.Class)
		return
	}
	if b.Share < 1 && f.Kind != model.FaultRateLimit {
		all := math.Pow(b.Share, float64(len(tries)))
		e.say("%s: an attempt fails with %s; all %d attempts of a job would with %s, were every one of them in it.", f.Name,
			reports.Percent(b.Share), len(tries), reports.Percent(all))
		return
	}
	e.say("%s", e.storyWords(f, p, tries, b))
}

// mostTries is how many times of one job a sentence lists.
const mostTries = 10

func (e *explainer) storyWords(f *model.Fault, p *policies.Policy, tries []estimate.Try, b estimate.Blow) string {
	text := fmt.Sprintf("A job that first fails as %s begins (%s)", f.Name, at(f.Start))
	if b.Share < 1 {
		text += ", and then every time,"
	}
	if len(tries) == 1 {
		return text + " is not tried again."
	}
	var during []string
	after := -1
	for i, try := range tries[1:] {
		if try.At >= f.End {
			after = i + 1
			break
		}
		during = append(during, at(try.At))
	}
	if n := len(during); n > mostTries {
		during = append(during[:mostTries-1], fmt.Sprintf("%d times more until %s", n-mostTries+1, during[n-1]))
	}
	if len(during) > 0 {
		text += " is tried again at " + estimate.List(during) + ", in vain"
	}
	last := tries[len(tries)-1]
	if every, more := estimate.Rest(p, tries); after < 0 && more != 0 {
		return text + goesOn(f, last, every, more)
	}
	if after < 0 {
		return text + fmt.Sprintf(". That was attempt %d, its last, %s before the end of %s: the job is given up.", last.Attempt,
			estimate.Text(f.End-last.At), f.Name)
	}
	next := tries[after]
	if len(during) > 0 {
		text += ", and"
	} else {
		text += " is tried again"
	}
	text += fmt.Sprintf(" after the end at %s%s, attempt %d", at(next.At), spread(next), next.Attempt)
	return text + lastTry(f, p, tries, next)
}

// goesOn tells of the attempts that follow those that were looked at one by one.
func goesOn(f *model.Fault, last estimate.Try, every time.Duration, more int) string {
	text := fmt.Sprintf(". Attempt %d is not its last: a further one follows every %s", last.Attempt, estimate.Text(every))
	if more < 0 {
		return text + ", also after the end of " + f.Name + "."
	}
	end := estimate.Span(float64(last.At) + float64(more)*float64(every))
	if end < f.End {
		return text + fmt.Sprintf(", until attempt %d at %s, %s before the end of %s: the job is given up.", last.Attempt+more, at(end),
			estimate.Text(f.End-end), f.Name)
	}
	return text + fmt.Sprintf(", and after the end of %s until attempt %d at %s.", f.Name, last.Attempt+more, at(end))
}

// spread is the range of a try, where jitter moves it.
func spread(t estimate.Try) string {
	if t.Earliest == t.Latest {
		return ""
	}
	return " (" + estimate.Range(t.Earliest, t.Latest) + " with jitter)"
}

// lastTry says when the last attempt would be.
func lastTry(f *model.Fault, p *policies.Policy, tries []estimate.Try, next estimate.Try) string {
	last := tries[len(tries)-1]
	switch every, more := estimate.Rest(p, tries); {
	case more < 0:
		return ", and goes on without end."
	case more > 0:
		last.At = estimate.Span(float64(last.At) + float64(more)*float64(every))
		last.Attempt += more
	}
	if last.Attempt == next.Attempt {
		return fmt.Sprintf(", its last, %s after the end of %s.", estimate.Text(last.At-f.End), f.Name)
	}
	return fmt.Sprintf(". Its last chance would be attempt %d at %s, %s after the end of %s.", last.Attempt, at(last.At),
		estimate.Text(max(0, last.At-f.End)), f.Name)
}
