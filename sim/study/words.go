package study

import (
	"math"
	"strings"

	"retrysim/reports"
)

// say writes a number of that unit for a sentence, in the spelling that tables
// and charts have.
func say(v float64, unit string) string {
	if math.IsInf(v, 0) || math.IsNaN(v) {
		panic("study: no words for a number that is not finite")
	}
	switch unit {
	case "s":
		return reports.Duration(v)
	case "/s":
		return reports.Rate(v)
	}
	return reports.Count(v)
}

// digits writes a number without a unit.
func digits(v float64) string { return say(v, "") }

// percent writes a share.
func percent(share float64) string { return reports.Percent(share) }

// capital writes the first letter large.
func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
