package explain

import (
	"fmt"
	"math"

	"retrysim/policies"
	"retrysim/policies/guard"
	"retrysim/scenarios/lint/estimate"
	"retrysim/sim/model"
)

// budgets says what each retry budget admits per second at steady state.
func (e *explainer) budgets() {
	for t := range e.p.Types {
		if b := &e.p.Types[t].Budget; b.Set() {
			e.say("Retry budget of %s: %s.", e.p.Types[t].Name, budget(b, estimate.Rate(e.p, t, 0, e.p.Until)))
		}
	}
}

// budget is a budget in words; rate is that of the first attempts of all
// clients, per second.
func budget(b *model.RetryBudget, rate float64) string {
	n := float64(b.Clients)
	each, _ := b.PerSecond(rate / n)
	switch b.Kind {
	case guard.Ratio:
		text := fmt.Sprintf("when everything fails at most %.4g retries/s", float64(n*each))
		if b.Clients > 1 {
			text += fmt.Sprintf(" in %d clients", b.Clients)
		}
		if earned := (float64(b.Share*rate/n) + b.Floor) * b.TTL.Seconds(); earned < 1 {
			return fmt.Sprintf("hardly any retry: a client earns %.2g of one within %s, and what it earned before is forgotten",
				earned, policies.FormatDuration(b.TTL))
		}
		return text + fmt.Sprintf(", %.4g/s of them by the floor and %.4g/s by the share of %.4g first attempts/s",
			float64(n*b.Floor), float64(b.Share*rate), rate)
	case guard.Tokens:
		return fmt.Sprintf("each success pays for %.4g retries, so with a share p of attempts failing at most %.4g x (1-p) retries an attempt; when everything fails none after the first %.0f",
			b.Fund/b.Cost, b.Fund/b.Cost, float64(n*whole(b.Size/b.Cost)))
	case guard.Quota:
		return fmt.Sprintf("when everything fails none after the first %.0f; a retry that succeeds gets its cost back", float64(n*whole(b.Size/b.Cost)))
	case guard.Throttle:
		return fmt.Sprintf("retries stop while more than %.4g of the attempts fail, and after %.4g failures in a row of a client",
			b.Fund/(1+b.Fund), b.Size-whole(b.Size/2))
	}
	return fmt.Sprintf("at any time as many retries as %.4g of the attempts in flight, and %.4g always", b.Share, float64(n*b.Floor))
}

func whole(x float64) float64 { return math.Floor(x) }
