package study

import (
	"math"
	"strconv"
	"strings"
)

// say writes a number of that unit for a sentence: three digits, more where
// the whole part has more, thousands apart; times in the unit that fits.
func say(v float64, unit string) string {
	switch unit {
	case "s":
		return sayTime(v)
	case "/s":
		return digits(v) + "/s"
	}
	return digits(v)
}

// digits rounds to three significant digits but never the whole part.
func digits(v float64) string {
	if math.IsInf(v, 0) || math.IsNaN(v) {
		panic("study: no words for a number that is not finite")
	}
	decimals := 0
	for limit := 100.0; decimals < 3 && v != 0 && math.Abs(v) < limit; limit /= 10 {
		decimals++
	}
	text := strconv.FormatFloat(v, 'f', decimals, 64)
	if decimals > 0 {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	if text == "-0" {
		text = "0"
	}
	return thousands(text)
}

// thousands puts a comma between groups of three digits of the whole part.
func thousands(text string) string {
	sign, whole := "", text
	if strings.HasPrefix(text, "-") {
		sign, whole = "-", text[1:]
	}
	whole, fraction, hasFraction := strings.Cut(whole, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if hasFraction {
		whole += "." + fraction
	}
	return sign + whole
}

// sayTime writes seconds as ms below 1 s, as minutes and seconds from two
// minutes on, as hours and minutes from two hours on.
func sayTime(s float64) string {
	sign := ""
	if s < 0 {
		sign, s = "-", -s
	}
	switch {
	case s == 0:
		return "0 s"
	case s < 1:
		return sign + digits(s*1000) + " ms"
	case s < 120:
		return sign + digits(s) + " s"
	case math.Round(s) < 7200:
		return sign + parts(int(math.Round(s)), 60, " min", " s")
	}
	return sign + parts(int(math.Round(s/60)), 60, " h", " min")
}

// parts writes n as a multiple of size and a rest.
func parts(n, size int, big, small string) string {
	text := thousands(strconv.Itoa(n/size)) + big
	if rest := n % size; rest > 0 {
		text += " " + strconv.Itoa(rest) + small
	}
	return text
}

// percent writes a share.
func percent(share float64) string { return digits(float64(100*share)) + " %" }

// capital writes the first letter large.
func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
