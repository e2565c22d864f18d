package reports

import "retrysim/sim/result"

// leadBlock is a theme of the comparison: two lead metrics side by side.
// Reports lead with the peak of retries, since a peak of fresh arrivals
// flatters or hides a policy.
type leadBlock struct {
	title   string
	columns [][]string // of each column the metrics to try, the first that says something is shown
}

// leadBlocks are the themes in order.
var leadBlocks = []leadBlock{
	{"Herd", [][]string{{"peak_retries_per_s"}, {"peak_after_fault_per_s", "peak_load_per_s"}}},
	{"Time", [][]string{{"done_p95_s"}, {"time_to_recover_s", "completion_max_s"}}},
	{"Loss and waste", [][]string{{"given_up", "dead_lettered", "attempts"}, {"unfinished", "wasted_attempts", "amplification"}}},
}

// metricGroup is a theme of the single-row table.
type metricGroup struct {
	title string
	names []string
}

// metricGroups are the metrics that matter, by theme, the most telling first.
var metricGroups = []metricGroup{
	{"Herd", []string{"peak_retries_per_s", "peak_after_fault_per_s", "peak_load_per_s", "peak_to_capacity", "time_over_capacity_s"}},
	{"Recovery", []string{"time_to_recover_s", "goodput_recover_s", "backlog_clear_s", "recovered_share", "queue_depth_max"}},
	{"Completion", []string{"done_p50_s", "done_p95_s", "done_p99_s", "completion_p95_s", "wait_total_mean_s"}},
	{"Waste", []string{
		"attempts", "amplification", "amplification_in_fault", "wasted_attempts", "attempts_on_permanent",
		"abandoned_attempts", "duplicate_runs", "duplicate_effects", "never_effected",
	}},
	{"Dead letters", []string{"given_up", "exhausted", "dead_lettered", "dlq_records", "lost", "dlq_depth_max"}},
}

// pickMetric returns the name of the first metric that says something, that is
// neither null nor 0 in every row; else of the first that some row has, "" if
// none has any.
func pickMetric(r *result.Result, names []string) string {
	first := ""
	for _, name := range names {
		for i := range r.Policies {
			m, ok := r.Policies[i].Metrics.Get(name)
			switch {
			case !ok:
				continue
			case m.Never || (m.Value != nil && *m.Value != 0):
				return name
			case first == "":
				first = name
			}
		}
	}
	return first
}

// unitOf is the unit of a metric in the first row that has it.
func unitOf(r *result.Result, name string) string {
	for i := range r.Policies {
		if m, ok := r.Policies[i].Metrics.Get(name); ok {
			return m.Unit
		}
	}
	return ""
}

// ledgerBucket is one bucket of the conservation ledger.
type ledgerBucket struct {
	name string
	n    int64
}

// ledgerBuckets are the buckets in the order of the definition.
func ledgerBuckets(l result.Ledger) []ledgerBucket {
	return []ledgerBucket{
		{"completed", l.Completed},
		{"dead_lettered", l.DeadLettered},
		{"failed", l.Failed},
		{"dropped", l.Dropped},
		{"expired", l.Expired},
		{"discarded", l.Discarded},
		{"unfinished", l.Unfinished},
	}
}

// ledgerSentence is the ledger as a sum: "1,000 jobs = 990 completed + 10
// dead_lettered". Empty buckets are left out. A ledger that does not add up,
// which no run can make, says so.
func ledgerSentence(l result.Ledger) string {
	if l.Jobs == 0 && l.Settled() == 0 {
		return "0 jobs: nothing arrived"
	}
	s, sep := fixed(float64(l.Jobs), 0)+" jobs", " = "
	for _, b := range ledgerBuckets(l) {
		if b.n != 0 {
			s, sep = s+sep+fixed(float64(b.n), 0)+" "+b.name, " + "
		}
	}
	if l.Settled() != l.Jobs {
		s += "; THIS DOES NOT ADD UP: the buckets hold " + fixed(float64(l.Settled()), 0) + " jobs"
	}
	return s
}
