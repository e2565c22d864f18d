// Package stat holds the statistics that judge runs: pure functions of the
// values of replications, with no clock and no generator of their own. Every
// interval has confidence 95 % unless its function takes another level. Where
// the data cannot support an answer it is NaN or ok is false, never a guess.
// It knows nothing of plans, metrics or results.
package stat
