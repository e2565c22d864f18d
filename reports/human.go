package reports

import (
	"math"
	"strconv"
	"strings"
)

// The words for numbers that do not exist.
const (
	wordNoData    = "no data"
	wordNever     = "never"
	wordUnlimited = "unlimited"
)

// notFinite returns the word for NaN (no data) and infinities (never), and
// whether v is one of them.
func notFinite(v float64) (string, bool) {
	switch {
	case math.IsNaN(v):
		return wordNoData, true
	case math.IsInf(v, 0):
		return wordNever, true
	}
	return "", false
}

// exponent is the power of ten of v once rounded to that many significant
// digits. It goes through strconv, since a logarithm may differ in its last
// digit between architectures.
func exponent(v float64, digits int) int {
	s := strconv.FormatFloat(math.Abs(v), 'e', digits-1, 64)
	e, err := strconv.Atoi(s[strings.IndexByte(s, 'e')+1:])
	if err != nil {
		panic("reports: exponent of " + s)
	}
	return e
}

// fixed writes v with that many decimals and commas between the thousands.
// What rounds to zero carries no sign.
func fixed(v float64, decimals int) string {
	s := strconv.FormatFloat(math.Abs(v), 'f', decimals, 64)
	whole, rest := s, ""
	if dot := strings.IndexByte(s, '.'); dot >= 0 {
		whole, rest = s[:dot], s[dot:]
	}
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if v < 0 && strings.Trim(s, "0.") != "" {
		return "-" + whole + rest
	}
	return whole + rest
}

// trimZeros removes the zeros that end a decimal fraction.
func trimZeros(s string) string {
	if !strings.Contains(s, ".") {
		return s
	}
	return strings.TrimRight(strings.TrimRight(s, "0"), ".")
}

// significant writes v with about that many significant digits; whole digits
// are never cut and ending zeros are dropped.
func significant(v float64, digits int) string {
	if v == 0 {
		return "0"
	}
	decimals := digits - 1 - exponent(v, digits)
	if decimals <= 0 {
		return fixed(v, 0)
	}
	return trimZeros(fixed(v, min(decimals, 12)))
}

// Count writes a number of things: whole numbers in full with commas between
// the thousands ("1,234"), means with about three significant digits ("12.5").
// NaN is "no data", an infinity "never".
func Count(v float64) string {
	if word, ok := notFinite(v); ok {
		return word
	}
	if v == math.Trunc(v) {
		return fixed(v, 0)
	}
	return significant(v, 3)
}

// Rate writes a rate per second: "1,234/s", "0.25/s".
func Rate(perSecond float64) string {
	if word, ok := notFinite(perSecond); ok {
		return word
	}
	return Count(perSecond) + "/s"
}

// Percent writes a fraction (1 is 100 %) with about three significant digits.
// It says 0% and 100% only where that is exact: "0.3%", "<0.01%", ">99.99%".
func Percent(fraction float64) string {
	if word, ok := notFinite(fraction); ok {
		return word
	}
	p := 100 * fraction
	switch {
	case p > 0 && p < 0.01:
		return "<0.01%"
	case p < 100 && p > 99.99:
		return ">99.99%"
	case p > 99 && p < 100:
		return trimZeros(fixed(p, 2)) + "%"
	}
	return significant(p, 3) + "%"
}

// Change writes a difference in per cent of the baseline: "+35%", "-93.1%";
// from ten times the baseline on as a multiple: "x14".
func Change(percent float64) string {
	if word, ok := notFinite(percent); ok {
		return word
	}
	if percent >= 900 {
		return "x" + significant(1+percent/100, 2)
	}
	s := significant(percent, 2)
	switch {
	case math.Abs(percent) >= 10 && math.Abs(percent) < 100:
		s = fixed(percent, 0)
		if percent < 0 && s == "-100" {
			s = ">-100" // not all of it is gone
		}
	case percent != 0 && math.Abs(percent) < 0.1:
		s = map[bool]string{true: "-<0.1", false: "<0.1"}[percent < 0]
	}
	if percent > 0 {
		s = "+" + s
	}
	return s + "%"
}

// Duration writes seconds for people: "250ms", "1.25s", "16s", "5m 0s",
// "3h 20m", "2d 4h". It keeps about three significant digits, so it is off by
// at most 1 %. NaN is "no data", an infinity "never".
func Duration(seconds float64) string {
	if word, ok := notFinite(seconds); ok {
		return word
	}
	if seconds < 0 {
		if s := Duration(-seconds); s != "0s" {
			return "-" + s
		}
		return "0s"
	}
	if seconds < 60 && fixed(seconds, 1) != "60.0" {
		return shortDuration(seconds)
	}
	return longDuration(seconds)
}

// shortDuration is Duration below a minute.
func shortDuration(seconds float64) string {
	switch {
	case seconds < 0.5e-9:
		return "0s"
	case exponent(seconds, 3) >= 0:
		return significant(seconds, 3) + "s"
	case exponent(seconds, 3) >= -3:
		return significant(seconds*1e3, 3) + "ms"
	case exponent(seconds, 3) >= -6:
		return significant(seconds*1e6, 3) + "us"
	}
	return significant(seconds*1e9, 3) + "ns"
}

// longDuration is Duration from a minute on: two units, rounded in the lower.
func longDuration(seconds float64) string {
	if tenths := math.Round(seconds * 10); tenths < 6000 {
		m := math.Floor(tenths / 600)
		return fixed(m, 0) + "m " + trimZeros(fixed((tenths-600*m)/10, 1)) + "s"
	}
	if s := math.Round(seconds); s < 3600 {
		return twoUnits(s, 60, "m", "s")
	}
	if m := math.Round(seconds / 60); m < 2880 {
		return twoUnits(m, 60, "h", "m")
	}
	return twoUnits(math.Round(seconds/3600), 24, "d", "h")
}

// twoUnits splits a whole number of the lower unit.
func twoUnits(n, per float64, high, low string) string {
	h := math.Floor(n / per)
	return fixed(h, 0) + high + " " + fixed(n-per*h, 0) + low
}

// DurationRange writes two durations with one unit where both use the same:
// "27 - 33 s", "1m 0s - 5m 0s", "16s" where both ends are the same.
func DurationRange(low, high float64) string {
	a, b := Duration(low), Duration(high)
	if a == b {
		return a
	}
	for _, unit := range []string{"ms", "us", "ns", "s"} {
		x, okX := strings.CutSuffix(a, unit)
		if a == "0s" {
			x, okX = "0", true
		}
		y, okY := strings.CutSuffix(b, unit)
		if okX && okY && isNumber(x) && isNumber(y) {
			return x + " - " + y + " " + unit
		}
	}
	if a == "0s" {
		a = "0"
	}
	return a + " - " + b
}

// isNumber reports whether s is digits, points and commas only.
func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789.,") == "" }
