package explain_test

import (
	"strings"
	"testing"
	"time"

	"retrysim/policies/guard"
	"retrysim/sim/model"
)

// Each budget says what it admits, with the total of the fleet.
func TestBudgetWords(t *testing.T) {
	ratio := guard.Budget{Kind: guard.Ratio, Share: 0.2, Floor: 10, TTL: 10 * time.Second}
	small := guard.Budget{Kind: guard.Ratio, Share: 0.01, TTL: time.Second}
	for _, c := range []struct {
		b       guard.Budget
		clients int
		want    string
	}{
		{ratio, 500, "retries/s in 500 clients, 5000/s of them by the floor"},
		{small, 500, "hardly any retry"},
		{guard.Budget{Kind: guard.Tokens, Size: 10, Fund: 0.1, Cost: 1}, 3, "at most 0.1 x (1-p) retries an attempt; when everything fails none after the first 30"},
		{guard.Budget{Kind: guard.Quota, Size: 500, Fund: 1, Cost: 5}, 1, "none after the first 100"},
		{guard.Budget{Kind: guard.Throttle, Size: 10, Fund: 0.1}, 1, "while more than 0.09091 of the attempts fail, and after 5 failures in a row"},
		{guard.Budget{Kind: guard.Active, Share: 0.2, Floor: 3}, 1, "as many retries as 0.2 of the attempts in flight, and 3 always"},
	} {
		p := indexerOutage(t)
		p.Types[0].Budget = model.RetryBudget{Budget: c.b, Clients: c.clients}
		if got := strings.Join(strings.Fields(wordsOf(t, p)), " "); !strings.Contains(got, c.want) {
			t.Errorf("want %q in:\n%s", c.want, got)
		}
	}
}
