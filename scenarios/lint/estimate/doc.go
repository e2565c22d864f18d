// Package estimate holds what can be said about a plan without running it:
// mean rates and bursts, what a dependency can serve, how calls fail while a
// fault is open, and when a failing job will be tried again. All of it is
// arithmetic on means: queueing, luck and the answer of a busy dependency are
// left to the simulation, so every number is a first guess and is told as one.
package estimate
