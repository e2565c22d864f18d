package model

import (
	"fmt"

	"retrysim/policies/guard"
)

// RetryBudget limits the retries of a job type. Each client has a budget of its
// own: the jobs take turns among the clients in the order of their numbers.
type RetryBudget struct {
	guard.Budget
	Clients int // at least 1
}

// MaxClients is the most budgets of one job type.
const MaxClients = 1_000_000

// Set reports whether there is a budget at all.
func (b *RetryBudget) Set() bool { return b.Kind != guard.None }

// Validate names the first value out of its range.
func (b *RetryBudget) Validate() error {
	if b.Set() && (b.Clients < 1 || b.Clients > MaxClients) {
		return fmt.Errorf("budgets of %d clients, want 1 to %d", b.Clients, MaxClients)
	}
	return b.Budget.Validate()
}
