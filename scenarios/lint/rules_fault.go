package lint

import (
	"fmt"
	"math"
	"time"

	"retrysim/reports"
	"retrysim/scenarios/lint/estimate"
	"retrysim/sim/model"
)

// blows calls f for every fault and every job type that it fails.
func (c *planCase) blows(f func(fault *model.Fault, t int, b estimate.Blow)) {
	for t := range c.p.Types {
		for i := range c.p.Faults {
			if b := estimate.BlowOf(c.p, &c.p.Faults[i], t, c.policy(t)); b.Share > 0 {
				f(&c.p.Faults[i], t, b)
			}
		}
	}
}

// failing words what a blow does: "answers 503", "leaves calls to time out".
func failing(b estimate.Blow) string {
	switch {
	case b.Unanswered:
		return "lets calls time out"
	case b.Status > 0:
		return fmt.Sprintf("answers %d", b.Status)
	}
	return "fails calls with " + b.Class.String()
}

func notRetried(c *planCase) {
	c.blows(func(f *model.Fault, t int, b estimate.Blow) {
		p := c.policy(t)
		if p.Retryable.Matches(b.Class, b.Status) || c.waitsOf(t).Limited && c.waitsOf(t).Retries == 0 {
			return
		}
		c.say(c.policyPath(t)+".retry", "%s %s, which is not retried (retry: %s): the first such failure of %s is its "+
			"last, for about %s jobs; add %s if a retry can help", f.Name, failing(b), p.Retryable, c.p.Types[t].Name,
			reports.Count(math.Round(b.Share*estimate.Jobs(c.p, t, f.Start, f.End))), b.Class)
	})
}

// worst is the longest fault that a type's attempts do not cover.
type worst struct {
	fault *model.Fault
	blow  estimate.Blow
	last  time.Duration // of the last attempt, since the fault's start
}

// shortCoverage names for each type the longest fault that is not over when a
// job that first fails at its start makes its last attempt.
func shortCoverage(c *planCase) {
	found := make([]worst, len(c.p.Types))
	c.blows(func(f *model.Fault, t int, b estimate.Blow) {
		if last, ok := c.uncovered(f, t, b); ok {
			if w := &found[t]; w.fault == nil || f.End-f.Start > w.fault.End-w.fault.Start {
				*w = worst{f, b, last}
			}
		}
	})
	for t := range found {
		if w := &found[t]; w.fault != nil {
			c.sayShort(t, w)
		}
	}
}

// uncovered tells how long after the start of a fault the last attempt comes;
// ok is true where that is before the end.
func (c *planCase) uncovered(f *model.Fault, t int, b estimate.Blow) (last time.Duration, ok bool) {
	p := c.policy(t)
	total := b.Share >= 1 || f.Kind == model.FaultRateLimit
	if !total || !p.Retryable.Matches(b.Class, b.Status) || !c.waitsOf(t).Limited || c.waitsOf(t).Retries > 64 {
		return 0, false
	}
	tries, ends := estimate.Tries(c.p, t, p, b, f.Start)
	last = tries[len(tries)-1].At - f.Start
	return last, ends && last < f.End-f.Start
}

func (c *planCase) sayShort(t int, w *worst) {
	waits, f := c.waitsOf(t), w.fault
	length := f.End - f.Start
	jobs := estimate.Jobs(c.p, t, f.Start, f.End-w.last)
	if f.Kind == model.FaultRateLimit {
		jobs = max(0, estimate.Jobs(c.p, t, f.Start, f.End)*w.blow.Share)
	}
	lost := ""
	if n := math.Round(jobs); n >= 1 {
		lost = ": about " + reports.Count(n) + " jobs can be used up"
	}
	total := estimate.Text(waits.Nominal)
	if waits.Longest > waits.Shortest {
		total += " (" + estimate.Range(waits.Shortest, waits.Longest) + " with jitter)"
	}
	c.say(c.policyPath(t)+".max_attempts", "%s %s for %s; the %s of %s wait %s in all, so "+
		"one that first fails as it begins is tried last %s in, %s before its end%s; more attempts or "+
		"longer waits", f.Name, failing(w.blow), estimate.Text(length), plural(waits.Retries+1, "attempt"),
		c.p.Types[t].Name, total, estimate.Text(w.last), estimate.Text(length-w.last), lost)
}

func hintIgnored(c *planCase) {
	for t := range c.p.Types {
		p := c.policy(t)
		if p.Hint.Obey {
			continue
		}
		for _, i := range c.called(t) {
			hint := c.hints(i)
			if hint == 0 {
				continue
			}
			calls := 1
			for sum, k := time.Duration(0), 0; k < len(c.waitsOf(t).Rows); k++ {
				if sum += estimate.Typical(c.waitsOf(t).Rows[k]); sum >= hint {
					break
				}
				calls++
			}
			c.say(c.policyPath(t)+".hint.obey", "%s asks its callers to wait %s and %s does not listen: it makes %s before "+
				"that time is over, all likely to be refused; hint: {obey: true, spread: %s}", c.p.Stations[i].Dependency(),
				estimate.Text(hint), c.p.Types[t].Name, plural(calls, "call"), estimate.Text(hint))
		}
	}
}
