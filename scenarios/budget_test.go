package scenarios

import (
	"testing"
)

// TestBudgetFloor holds what the shipped scenario shows: backoff does not end
// the overload after the cut, a budget does, and a floor of 10/s in 500 clients,
// 5,000/s in all, undoes it. A share without a floor gives so small clients no
// retry at all: 2,400 first attempts in ten seconds earn each a half.
func TestBudgetFloor(t *testing.T) {
	for row, recovers := range map[string]bool{
		"no-budget": false, "backoff": false, "share": true, "share-500": true, "floor": true, "floor-500": false,
	} {
		o := playRow(t, "budget-floor", row, 0, nil)
		switch good := goodput(t, o, 240, 300); {
		case recovers && good < 0.95:
			t.Errorf("%s: goodput %.2f in the last minute, want at least 0.95", row, good)
		case !recovers && good > 0.05:
			t.Errorf("%s: goodput %.2f in the last minute, want none", row, good)
		}
		for _, v := range o.Values {
			if row == "share-500" && v.Name == "retries" && v.V > 0 {
				t.Errorf("%s: %v retries, want none", row, v.V)
			}
		}
	}
}
