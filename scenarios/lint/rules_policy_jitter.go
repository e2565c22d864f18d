package lint

import (
	"time"

	"retrysim/policies"
	"retrysim/scenarios/lint/estimate"
)

// spreadRow is the first retry that is waited for and spread; ok is false where there is none.
func (c *policyCase) spreadRow() (row policies.Row, ok bool) {
	for _, r := range c.waits.Rows {
		if r.Max > r.Min {
			return r, true
		}
	}
	return policies.Row{}, false
}

// jitterLostAtCap finds a jitter that was drawn before the cap and is cut away by it.
func jitterLostAtCap(c *policyCase) {
	if quiet(c.p) || c.p.Cap == 0 || c.p.Order == policies.CapThenJitter {
		return
	}
	first, ok := c.spreadRow()
	if !ok {
		return
	}
	for _, r := range c.waits.Rows {
		if r.Retry > first.Retry && r.Min == r.Max && r.Max >= c.p.Cap {
			c.say("order", "from retry %d on every wait is exactly %s: the jitter is drawn and then cut away by the cap, so "+
				"jobs that fail together come back together just where the outage is longest; order: cap_then_jitter, or a "+
				"higher cap", r.Retry, estimate.Text(r.Max))
			return
		}
	}
}

// tinyShare is the share of a wait below which a spread hardly parts a herd: 2 % of 30 s are 600 ms.
const tinyShare = 0.02

// jitterTiny finds a jitter that does not grow with the waits.
func jitterTiny(c *policyCase) {
	if quiet(c.p) {
		return
	}
	for _, r := range c.waits.Rows {
		width := r.Max - r.Min
		if width > 0 && r.Min >= time.Second && float64(width) < tinyShare*float64(r.Min) {
			c.say("jitter", "the wait before retry %d is spread by %s over %s, %.2g %% of it: a herd comes back as a herd; a "+
				"jitter that is a share of the wait, such as full or {plus_minus: 0.3}, grows with it", r.Retry,
				estimate.Text(width), estimate.Text(r.Min), 100*float64(width)/float64(r.Min))
			return
		}
	}
}

// jitterRounded finds a rounding that leaves few of the values that were drawn.
func jitterRounded(c *policyCase) {
	unit := c.p.Round.Unit
	if quiet(c.p) || unit < 100*time.Millisecond {
		return
	}
	r, ok := c.spreadRow()
	if !ok || r.Max-r.Min > 2*unit {
		return
	}
	c.say("round", "rounding to %s leaves the wait before retry %d %s: %d jobs that fail together come back in so many "+
		"groups; a finer unit, or a wider jitter", estimate.Text(unit), r.Retry, plural(int((r.Max-r.Min)/unit)+1, "value"),
		1000)
}

// hintUnbounded finds a policy that waits however long a server says.
func hintUnbounded(c *policyCase) {
	h := c.p.Hint
	if !h.Obey || h.Most > 0 || h.MostBeyond > 0 || h.GiveUpBeyond > 0 || !c.retried() {
		return
	}
	if c.plan != nil && c.hint() == 0 {
		return
	}
	c.say("hint.most", "a Retry-After is obeyed however long it is: one wrong header, or one in another unit, parks jobs for "+
		"days, and the cap does not hold for hints; set hint.most, or hint.give_up_beyond")
}
