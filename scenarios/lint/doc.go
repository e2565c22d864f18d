// Package lint reads policies and plans and says what is legal and probably
// not meant: jitter that spreads nothing, a lock shorter than a call, attempts
// that end before the outage does. One rule is one small function and one line
// of a catalogue. A finding says what is wrong, why it matters in numbers, and
// what would be right; the numbers come from package estimate, so they are
// first guesses. Nothing here runs a plan, and no finding stops one.
package lint
