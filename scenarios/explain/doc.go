// Package explain says in plain words what a plan will do and what a policy
// waits: who arrives, what can be served, what befalls it, when a failing job
// is tried again, what becomes of the dead, and what the linter finds. It runs
// nothing: its numbers are the arithmetic of package estimate, first guesses
// that tell what to look for in a result. Prose is wrapped at 80 columns.
package explain
