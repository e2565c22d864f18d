// Package guard holds what decides besides a backoff whether a retry or a call
// may be made: retry budgets. Each is a small state machine of
// one owner, which decides the scope. None stores a clock: every method takes
// the time since the run began, which must not go back. Nothing here allocates
// per decision, draws chance or knows of jobs.
package guard
