package lint

import (
	"strings"
	"time"

	"retrysim/policies"
	"retrysim/reports"
	"retrysim/scenarios/lint/estimate"
)

// permanentClasses are the failures that a retry meets again.
var permanentClasses = []struct {
	class  policies.Class
	status int
}{
	{policies.BadRequest, 400},
	{policies.ClientError, 404},
	{policies.InvalidData, 0},
	{policies.BusinessRule, 0},
	{policies.Bug, 0},
}

func permanentRetried(c *policyCase) {
	var words []string
	for _, k := range permanentClasses {
		if c.p.Retryable.Matches(k.class, k.status) {
			words = append(words, k.class.String())
		}
	}
	if len(words) == 0 || !c.retried() {
		return
	}
	cost := "each such job is called again for ever"
	if c.waits.Limited {
		cost = "each such job makes " + plural(c.waits.Retries, "call") + " in vain, and up to " +
			estimate.Text(c.waits.Longest) + " pass before it is given up"
	}
	c.say("retry", "failures that no retry can mend are retried (%s): %s; retry: transient leaves them out",
		strings.Join(words, ", "), cost)
}

func policyNoTimeout(c *policyCase) {
	if c.plan == nil && c.p.NoTimeout {
		c.say("timeout", "a call has no timeout: one that is never answered holds its worker for ever, and no retry is "+
			"ever made for it; set a timeout above the slowest good answer")
	}
}

func hintWithoutSpread(c *policyCase) {
	if !c.p.Hint.Obey || c.p.Hint.Spread > 0 {
		return
	}
	all := "all clients that are told the same Retry-After return at the same moment"
	if c.plan != nil {
		hint := c.hint()
		if hint == 0 {
			return
		}
		all += ", " + estimate.Text(hint) + " after they were refused"
		if n := c.crowd(); n >= many {
			all += " (a burst or a second's arrivals: " + reports.Count(n) + " jobs)"
		}
	}
	c.say("hint.spread", "%s: a herd that the server itself has called, and the jitter does not touch it; set "+
		"hint.spread, for example to the hint's own length", all)
}

// hint is the longest hint that users of the policy can be sent.
func (c *policyCase) hint() time.Duration {
	longest := time.Duration(0)
	for t := range c.plan.Types {
		if c.plan.Policies[c.plan.Types[t].Policy].Policy != c.p {
			continue
		}
		for _, s := range c.plan.Types[t].Steps {
			longest = max(longest, estimate.StepHints(c.plan, &s))
		}
	}
	return longest
}

func overflow(c *policyCase) {
	retry, ok := estimate.Overflow(c.p)
	if !ok || (c.waits.Limited && c.waits.Retries < retry) {
		return
	}
	then := "Here the wait is the cap, " + estimate.Text(c.p.Cap)
	if c.p.Cap == 0 {
		then = "Here it stays at the largest duration, 292 years; set a cap"
	}
	c.say("base", "the wait before retry %d no longer fits into 64 bits of nanoseconds: code that multiplies before it "+
		"caps waits 0s or less from then on, a hot loop; check yours. %s", retry, then)
}

// unused takes what the policy itself says about settings without effect.
func unused(c *policyCase) {
	if c.settings == nil {
		return
	}
	var spec policies.Spec
	for _, s := range c.settings {
		if spec.Set(s.Key, s.Value, s.Origin) != nil {
			return // not a policy of flat words
		}
	}
	_, warnings, err := spec.Preview(c.p.Name)
	if err != nil {
		return
	}
	for _, w := range warnings {
		if w.Rule == "unused" {
			c.say(w.Key, "%s; leave it out, so that nobody relies on it", w.Message)
		}
	}
}
