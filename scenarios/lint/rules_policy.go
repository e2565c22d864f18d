package lint

import (
	"time"

	"retrysim/policies"
	"retrysim/reports"
	"retrysim/scenarios/lint/estimate"
)

// retried reports whether the policy retries anything at all.
func (c *policyCase) retried() bool { return !c.waits.Limited || c.waits.Retries > 0 }

func noLimit(c *policyCase) {
	if c.waits.Limited || c.p.ElapsedLimit > 0 || (c.plan != nil && c.plan.Queue.MaxReceives > 0) {
		return
	}
	then := "a job that keeps failing is retried for ever, and no dead letter tells"
	if c.plan == nil && c.settings != nil && !c.sets("max_attempts") {
		then = "a run refuses this until a limit is chosen"
	}
	c.say("max_attempts", "nothing limits the attempts: %s; set max_attempts, for example 8 (= 7 retries), or unlimited "+
		"with an elapsed_limit", then)
}

// sets reports whether anybody set a word.
func (c *policyCase) sets(key string) bool {
	for _, s := range c.settings {
		if s.Key == key {
			return true
		}
	}
	return false
}

func hotLoop(c *policyCase) {
	enough := !c.waits.Limited || c.waits.Retries > 1
	if !enough || c.waits.Most > 0 {
		return
	}
	key := "base"
	if _, none := c.p.Backoff.(policies.None); none || c.p.Backoff == nil {
		key = "backoff"
	}
	then := "a failing job calls without a pause, for ever"
	if c.waits.Limited {
		then = "a failing job makes its " + plural(c.waits.Retries+1, "call") + " without a pause, and all are gone in the " +
			"first moments of an outage"
	}
	c.say(key, "every wait is 0s: %s; give it a base, for example 1s, and a jitter", then)
}

// uncapped is a policy's wait without jitter and cap; ok is false where the
// backoff itself is random.
func uncapped(p *policies.Policy, retry int) (time.Duration, bool) {
	plain := *p
	plain.Cap, plain.Floor = 0, 0
	return plain.Nominal(retry)
}

func capBelowBase(c *policyCase) {
	first, ok := uncapped(c.p, 1)
	switch b := c.p.Backoff.(type) {
	case policies.Decorrelated:
		first, ok = b.Base, true
	case policies.DecorrelatedRedrawn:
		first, ok = b.Base, true
	case policies.DecorrelatedClipped:
		first, ok = b.Base, true
	case policies.DecorrelatedRising:
		first, ok = b.Base, true
	}
	if c.p.Cap > 0 && ok && c.p.Cap < first {
		c.say("cap", "the cap %s is below the first wait %s: every wait is the cap and nothing grows; raise the cap above "+
			"%s, or say backoff: fixed", estimate.Text(c.p.Cap), estimate.Text(first), estimate.Text(first))
	}
}

func capNeverReached(c *policyCase) {
	last := c.waits.Retries
	if c.p.Cap == 0 || !c.waits.Limited || last == 0 {
		return
	}
	longest := time.Duration(0)
	for k := 1; k <= min(last, 64); k++ {
		d, ok := uncapped(c.p, k)
		if !ok || d >= c.p.Cap {
			return
		}
		longest = max(longest, d)
	}
	c.say("cap", "the cap %s never applies: the longest of the %s is %s; this is harmless, but a changed cap changes "+
		"nothing: leave it out, or allow more attempts", estimate.Text(c.p.Cap), plural(last, "wait"), estimate.Text(longest))
}

func floorAboveCap(c *policyCase) {
	if c.p.Cap > 0 && c.p.Floor > c.p.Cap {
		c.say("floor", "the floor %s is above the cap %s: every wait is at least the floor, so the cap and the jitter "+
			"below it mean nothing; lower the floor", estimate.Text(c.p.Floor), estimate.Text(c.p.Cap))
	}
}

func jitterAboveCap(c *policyCase) {
	if c.p.Cap == 0 || c.p.Order != policies.CapThenJitter || c.p.Floor > c.p.Cap || c.waits.Most <= c.p.Cap {
		return
	}
	over := c.waits.Most - c.p.Cap
	whose := "the jitter comes after the cap"
	if presetJitters(c) {
		whose = "in " + c.preset.System + " the jitter is applied to the delay that is capped already"
	}
	c.say("cap", "a wait can be %s, which is %s (%.3g %%) above the cap %s: %s; this spreads the waits at the cap too, "+
		"where order: jitter_then_cap would pile many up exactly on it, so keep it unless the cap is a promise",
		estimate.Text(c.waits.Most), estimate.Text(over), 100*float64(over)/float64(c.p.Cap), estimate.Text(c.p.Cap), whose)
}

// presetJitters reports whether the jitter is the preset's.
func presetJitters(c *policyCase) bool {
	if c.preset == nil || c.preset.System == "" {
		return false
	}
	_, _, ok := c.preset.Spec.Get("jitter")
	return ok
}

func jitterWithoutEffect(c *policyCase) {
	if quiet(c.p) || len(c.waits.Rows) == 0 {
		return
	}
	for _, r := range c.waits.Rows {
		if r.Max > r.Min {
			return
		}
	}
	why := "its number is 0"
	if c.waits.Most == 0 {
		why = "it is a share of waits that are 0s"
	} else if c.p.Round.Unit > 1 {
		why = "rounding to " + estimate.Text(c.p.Round.Unit) + " takes it away, or its number is 0"
	}
	c.say("jitter", "the jitter spreads nothing (%s): jobs that fail together come back together, 1000 of them as 1000 "+
		"calls at one instant; raise it, or say jitter: none", why)
}

// quiet reports whether a policy has no jitter.
func quiet(p *policies.Policy) bool {
	return p.Jitter == nil || p.Jitter == policies.NoJitter{}
}

// many is how many jobs at one moment make a herd.
const many = 10

func noJitter(c *policyCase) {
	first := c.firstWait()
	if !quiet(c.p) || first == 0 {
		return
	}
	crowd := "1000"
	if c.plan != nil {
		n := c.crowd()
		if n < many {
			return
		}
		crowd = reports.Count(n)
	}
	c.say("jitter", "no jitter: %s jobs that fail together are back together exactly %s later, and again at every "+
		"further retry; jitter: full spreads them over %s, or {plus_minus: 0.3} over %s", crowd, estimate.Text(first),
		estimate.Text(first), estimate.Text(6*first/10))
}

// firstWait is the first wait that is not 0s; 0 where there is none, or where
// the backoff draws by itself.
func (c *policyCase) firstWait() time.Duration {
	first := time.Duration(0)
	for _, r := range c.waits.Rows {
		if r.Max > r.Min {
			return 0
		}
		if first == 0 {
			first = r.Max
		}
	}
	return first
}

// crowd is the largest burst of the job types that use the policy, or what
// arrives within a second.
func (c *policyCase) crowd() float64 {
	most := 0.0
	for t := range c.plan.Types {
		if c.plan.Policies[c.plan.Types[t].Policy].Policy != c.p {
			continue
		}
		most = max(most, estimate.Rate(c.plan, t, 0, c.plan.Until))
		for i := range c.plan.Types[t].Sources {
			most = max(most, float64(c.plan.Types[t].Sources[i].Clients))
		}
		for _, b := range estimate.Bursts(c.plan) {
			if b.Type == t {
				most = max(most, float64(b.Jobs))
			}
		}
	}
	return most
}

func elapsedLimit(c *policyCase) {
	if len(c.waits.Rows) == 0 || c.p.ElapsedLimit == 0 {
		return
	}
	if first := c.waits.Rows[0].Min; first > c.p.ElapsedLimit {
		c.say("elapsed_limit", "the first wait is at least %s, the elapsed limit is %s: nothing is ever retried, the first "+
			"failure is the last; raise the limit above %s", estimate.Text(first), estimate.Text(c.p.ElapsedLimit),
			estimate.Text(c.waits.Longest))
	}
}
