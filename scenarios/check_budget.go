package scenarios

import (
	"slices"
	"strings"
)

// checkBudget sees that a budget says what its kind reads, and nothing else.
func (c *checker) checkBudget(b *Budget) {
	if b == nil || b.Src == nil || c.failedBelow(b.Src) || !b.Src.has("kind") {
		return
	}
	known := budgetKeys[b.Kind]
	for _, all := range []string{"share", "floor", "ttl", "at_least", "size", "fund", "cost", "timeout_cost"} {
		if b.Src.has(all) && !slices.Contains(known, all) {
			c.failKey(b.Src.get(all), "a budget of kind "+b.Kind+" does not read "+all, "it reads "+strings.Join(known, ", "))
		}
	}
	if slices.Contains(known, "size") && b.Kind != "none" && b.Size <= 0 {
		c.failKey(b.Src.get("kind"), "a budget of kind "+b.Kind+" needs a bucket", "write size: 10")
	}
	if b.Src.has("cost") && b.Cost <= 0 && b.Kind != "none" {
		c.fail(b.Src.get("cost"), "a retry costs nothing: that is no budget", "legal: more than 0")
	}
}
