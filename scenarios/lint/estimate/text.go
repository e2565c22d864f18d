package estimate

import (
	"strconv"
	"strings"
	"time"

	"retrysim/policies"
)

// Text writes a duration for people, as scenario files write one: 33s, 1m30s,
// 2h5m, 3d4h. It keeps at least three digits, so that it is off by at most 1 %; what a user has set stays as it is, since nobody sets more.
func Text(d time.Duration) string {
	const day = 24 * time.Hour
	switch {
	case d == policies.Longest:
		return "292 years"
	case d == -policies.Longest-1: // which has no opposite
		return "-292 years"
	case d < 0:
		return "-" + Text(-d)
	case d < time.Minute:
		return policies.FormatDuration(d.Round(shortUnit(d)))
	case d < 100*time.Minute:
		return policies.FormatDuration(d.Round(time.Second))
	case d < day:
		return policies.FormatDuration(d.Round(time.Minute))
	}
	unit := time.Hour
	if d < 10*day {
		unit = time.Minute
	}
	d = d.Round(unit)
	text := strconv.FormatInt(int64(d/day), 10) + "d"
	if rest := d % day; rest > 0 {
		text += policies.FormatDuration(rest)
	}
	return text
}

// shortUnit is the third digit of a duration below a minute.
func shortUnit(d time.Duration) time.Duration {
	unit := time.Duration(1)
	for d/unit >= 1000 {
		unit *= 10
	}
	return unit
}

// Range writes two durations, or one where both are the same: "27s to 33s".
func Range(low, high time.Duration) string {
	a, b := Text(low), Text(high)
	if a == b {
		return a
	}
	return a + " to " + b
}

// List joins words as a sentence does: "a", "a and b", "a, b and c".
func List(words []string) string {
	n := len(words)
	if n < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
}
