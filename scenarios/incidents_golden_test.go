package scenarios

import (
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"

	"retrysim/sim"
)

// goldenMetrics are those that the golden file of an incident keeps.
var goldenMetrics = []string{
	"jobs", "completed", "given_up", "lost", "expired", "unfinished", "attempts", "duplicate_effects",
	"peak_retries_per_s", "time_to_recover_s", "completion_mean_s", "completion_max_s",
}

// TestIncidentGoldens holds what the rows of each scenario of a known incident
// find in their first replication, to four decimals.
func TestIncidentGoldens(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("floats differ between architectures in their last digits, and so may runs")
	}
	for _, c := range covers(t) {
		var b strings.Builder
		fmt.Fprintf(&b, "%s\n", c.scenario)
		for _, row := range loadShipped(t, c.scenario).Rows() {
			fmt.Fprintf(&b, "\n%s\n", row)
			o := playedRow(t, c.scenario, row)
			for _, name := range goldenMetrics {
				fmt.Fprintf(&b, "  %-18s %s\n", name, fourDecimals(o, name))
			}
		}
		golden(t, "incidents/"+c.scenario+".txt", b.String())
	}
}

// fourDecimals is a value of an outcome, "never" where it does not come and
// "none" without samples.
func fourDecimals(o *sim.Outcome, name string) string {
	for _, v := range o.Values {
		switch {
		case v.Name == name && math.IsInf(v.V, 1):
			return "never"
		case v.Name == name:
			return fmt.Sprint(math.Round(v.V*1e4) / 1e4)
		}
	}
	return "none"
}
