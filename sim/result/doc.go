// Package result holds what a run found, as pure data: the conservation
// ledger, metric values with their intervals, series, histograms, comparisons,
// threshold verdicts and warnings. It is what every report reads and what a
// saved result is written as (JSON, schema retrysim.result/v1). It computes
// nothing about retries: metrics are folded in sim/ledger, intervals in
// sim/study, pictures in reports.
//
// Durations are numbers with their unit in the key. A value that does not
// exist is null, never 0; a quantile that falls among jobs that never complete
// is null with "never": true.
package result
