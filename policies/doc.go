// Package policies decides, after an attempt failed, whether and when to try again.
//
// It holds values only: backoffs (how long to wait), jitters (how to spread that wait), the rule for a server's
// hint, and the Policy that joins them. A Policy turns a Failure into a Decision. The same Policy serves the
// simulated world and the wall clock.
//
// It refuses to know the time, to own a source of chance, to schedule anything, or to keep state between two
// calls: the time, the random source and what happened before are arguments. All arithmetic on delays saturates:
// a delay is never negative and never wraps round, whatever the attempt number.
//
// Spec is the only textual door: scenario files, command line flags and presets all set the same flat words.
package policies
