package lint

import (
	"strings"
	"time"

	"retrysim/policies"
	"retrysim/reports"
	"retrysim/scenarios/lint/estimate"
)

// retried reports whether the policy retries anything at all.
func (c *policyCase) retried() bool { return !c.waits.Limited || c.waits.Retries > 0 }

func noLimit(c *policyCase) {
	if c.waits.Limited || c.p.ElapsedLimit > 0 {
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
	for _, r := range c.waits.Rows {
		if r.Max > r.Min {
			return 0
		}
		if r.Max > 0 {
			return r.Max
		}
	}
	return 0
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
			longest = max(longest, estimate.Hints(c.plan, s.Station))
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
