// Package study turns many plans into one judged result: it runs every row of
// a scenario over the same replications, folds what they found into means with
// intervals, compares the rows with the baseline on common random numbers,
// judges threshold expressions, and says in words what the numbers support.
//
// It knows no YAML and prints nothing. The same request gives the same result,
// byte for byte, whatever the number of goroutines.
//
// # How the numbers are made
//
// A metric is the mean over replications with Student's t interval. Quantiles
// are taken from the merged histograms, their interval is a jackknife over
// replications. A quantile that so few jobs cannot support is null: its
// largest observation must be an upper bound of it with 95 % confidence, which
// takes 5 jobs for the median, 59 for p95 and 299 for p99.
//
// A recovery that never comes is infinite. Recovery times have a mean only
// where every run recovered; else the value is the restricted mean, in which a
// run that never recovered counts with the time from the end of the last fault
// to the horizon, and says so. Rows are compared in them by the exact
// signed-rank test, in which never is the longest time of all.
//
// All other comparisons are paired: one difference a replication. The pairs of
// the primary metrics form one Holm family; their verdict follows the adjusted
// p. The other metrics are descriptive: their verdict follows their own
// interval. All intervals are at 95 % and none of them is widened for the
// number of rows.
package study
