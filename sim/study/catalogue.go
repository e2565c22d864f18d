package study

import (
	"slices"
	"strings"

	"retrysim/sim/result"
)

// infoOf describes a metric; one of a job type or effect is described by the
// entry without brackets. A name that the catalogue lacks has only its name.
func infoOf(catalogue []result.Info, name string) result.Info {
	base, _ := splitName(name)
	for _, i := range catalogue {
		if i.Name == base {
			i.Name = name
			return i
		}
	}
	return result.Info{Name: name}
}

// inOrder sorts names as the catalogue does; those of one job type or effect
// come after the others, in the order in which they are given, and names that
// the catalogue lacks come last.
func inOrder(catalogue []result.Info, names []string) []string {
	out := slices.Clone(names)
	rank := func(name string) int {
		if strings.Contains(name, "[") {
			return len(catalogue)
		}
		if i := slices.IndexFunc(catalogue, func(i result.Info) bool { return i.Name == name }); i >= 0 {
			return i
		}
		return len(catalogue) + 1
	}
	slices.SortStableFunc(out, func(a, b string) int { return rank(a) - rank(b) })
	return out
}

// ledgerNames are the counts of the conservation ledger, which thresholds may
// name besides the metrics.
var ledgerNames = []string{
	"jobs", "completed", "dead_lettered", "failed", "dropped", "expired", "discarded", "unfinished",
}

// ledgerCount is the count of that name, ok false for another name.
func ledgerCount(l *result.Ledger, name string) (n int64, ok bool) {
	counts := []int64{
		l.Jobs, l.Completed, l.DeadLettered, l.Failed, l.Dropped, l.Expired, l.Discarded, l.Unfinished,
	}
	i := slices.Index(ledgerNames, name)
	if i < 0 {
		return 0, false
	}
	return counts[i], true
}
