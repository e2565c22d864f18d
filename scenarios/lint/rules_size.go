package lint

import (
	"retrysim/policies"
	"retrysim/reports"
	"retrysim/scenarios/lint/estimate"
)

// fewTooLarge is the share of jobs that may be too large without a word.
const fewTooLarge = 0.001

// tooLarge sees that jobs which time out whenever they are tried are not tried
// again and again.
func tooLarge(c *planCase) {
	for t := range c.p.Types {
		p, patience := c.policy(t), c.patience(t)
		retries, limited := p.Retries()
		share := estimate.TooLarge(c.p, t, patience)
		if share < fewTooLarge || !p.Retryable.Matches(policies.Timeout, 0) || limited && retries == 0 {
			continue
		}
		c.say(c.timeoutPath(t), "%s of the jobs of %s are so large that a served attempt takes longer than the %s that its "+
			"client waits: each of their attempts times out, and retrying them only adds work; raise the timeout, split "+
			"such jobs, or do not retry timeouts", reports.Percent(share), c.p.Types[t].Name, estimate.Text(patience))
	}
}
