package explain

import (
	"fmt"
	"time"

	"retrysim/policies"
	"retrysim/scenarios/lint/estimate"
)

// Words says in sentences how long a policy waits before a retry, hints left
// aside: how the waits grow, the cap, the spread, and what comes after it.
func Words(p *policies.Policy) string {
	text := growth(p)
	cap := ""
	if p.Cap > 0 {
		cap = "at most " + estimate.Text(p.Cap)
	}
	jitter := jitterWords(p.Jitter)
	switch {
	case jitter == "":
		text = join(text, cap)
	case p.Order == policies.JitterThenCap || p.Order == policies.JitterThenRedraw:
		text = join(join(text, jitter), cap)
	default:
		text = join(join(text, cap), jitter)
		if p.Jitter == (policies.ExponentialJitter{}) && cap != "" {
			text += ", cut at the cap"
		}
	}
	text = sentence(text)
	if over := aboveCap(p); over != "" {
		text += " " + over
	}
	text += exceptionWords(p)
	if p.Round.Unit > 1 {
		text += " Waits are rounded to whole multiples of " + estimate.Text(p.Round.Unit) + "."
	}
	if p.Floor > 0 {
		text += " No wait is below " + estimate.Text(p.Floor) + "."
	}
	if p.Anchor == policies.AnchorTaken {
		text += " The wait counts from the moment when a worker took the job, not from its failure."
	}
	return text
}

func join(a, b string) string {
	if b == "" {
		return a
	}
	return a + ", " + b
}

// growth says how the waits grow.
func growth(p *policies.Policy) string {
	d := estimate.Text
	switch b := p.Backoff.(type) {
	case nil, policies.None:
		return "every retry follows at once"
	case policies.Fixed:
		return d(b.Base) + " before every retry"
	case policies.Linear:
		return fmt.Sprintf("%s before the second call, then %s longer each time", d(b.Base), d(b.Step))
	case policies.Exponential:
		return exponentialWords(b)
	case policies.Polynomial:
		return plusConstant(fmt.Sprintf("%s times the retry's number, counted from %d, to the power of %.4g", d(b.Unit), b.First, b.Power), b.Constant)
	case policies.Ladder:
		return ladder(b)
	case policies.Decorrelated:
		return "drawn between " + d(b.Base) + " and 3 times the job's previous wait"
	case policies.DecorrelatedRedrawn:
		return "drawn between " + d(b.Base) + " and 3 times a previous wait, which is drawn anew too"
	}
	return rareGrowth(p)
}

func times(factor float64) string {
	switch factor {
	case 1:
		return "the same"
	case 2:
		return "twice as long"
	}
	return fmt.Sprintf("%.4g times as long", factor)
}

func plusConstant(text string, c time.Duration) string {
	switch {
	case c > 0:
		return text + ", and " + estimate.Text(c) + " on top"
	case c < 0:
		return text + ", less " + estimate.Text(-c)
	}
	return text
}

func ladder(b policies.Ladder) string {
	var steps []string
	for _, s := range b.Steps {
		steps = append(steps, estimate.Text(s))
	}
	text := "a list of waits: " + estimate.List(steps)
	if b.RepeatLast {
		return text + ", the last one for ever"
	}
	return text + ", then never"
}

// jitterWords says how a wait is spread; "" without a jitter.
func jitterWords(j policies.Jitter) string {
	switch j := j.(type) {
	case policies.FullJitter:
		return "and each wait drawn between 0s and that"
	case policies.EqualJitter:
		return "and each wait drawn between half of that and all"
	case policies.PlusMinus:
		return fmt.Sprintf("and each wait spread by %.4g %% to both sides", 100*j.Factor)
	case policies.Shorten:
		return fmt.Sprintf("and each wait shortened by up to %.4g %%", 100*j.Factor)
	case policies.Added:
		return "and up to " + estimate.Text(j.Most) + " drawn on top"
	case policies.Stable:
		return "and an offset of up to " + estimate.Text(j.Most) + " on top that belongs to the job"
	case policies.ExponentialJitter:
		return "and each wait drawn without memory with that as its mean"
	}
	return rareJitter(j)
}

// aboveCap says that a wait can exceed the cap, by how much, and why.
func aboveCap(p *policies.Policy) string {
	most := estimate.WaitsOf(p).Most
	if p.Cap == 0 || p.Order != policies.CapThenJitter || p.Floor > p.Cap || most <= p.Cap {
		return ""
	}
	return fmt.Sprintf("The spread comes after the cap, so a wait can be %s, %.3g %% above it.", estimate.Text(most),
		100*float64(most-p.Cap)/float64(p.Cap))
}

// limits says how many attempts there are.
func limits(p *policies.Policy) string {
	n, limited := p.Retries()
	text := "no limit on attempts"
	if limited {
		text = counted(n+1, "attempt", "attempts") + " = " + counted(n, "retry", "retries")
	}
	if p.ElapsedLimit > 0 {
		text += "; no attempt begins later than " + estimate.Text(p.ElapsedLimit) + " after the first one began"
	}
	return text
}

// hints says what the policy does with Retry-After.
func hints(p *policies.Policy) string {
	h := &p.Hint
	if !h.Obey {
		return "Retry-After is ignored."
	}
	on := "429 and 503"
	if !h.Only.Empty() {
		on = h.Only.String()
	}
	text := "Retry-After is obeyed on " + on
	if h.LowerBound {
		text += " as the shortest wait"
	}
	if h.Most > 0 {
		text += ", up to " + estimate.Text(h.Most)
	}
	if h.Missing > 0 {
		text += "; a 429 without it waits " + estimate.Text(h.Missing)
	}
	if h.Spread > 0 {
		text += "; up to " + estimate.Text(h.Spread) + " are drawn on top"
	} else {
		text += "; nothing is drawn on top, so all who got the same one return together"
	}
	if h.GiveUpBeyond > 0 {
		text += "; a job that is asked for more than " + estimate.Text(h.GiveUpBeyond) + " gives up"
	}
	return text + "."
}
