package policies

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

var durationUnits = []struct {
	name string
	size time.Duration
}{
	{"ns", time.Nanosecond},
	{"us", time.Microsecond},
	{"\u00b5s", time.Microsecond}, // micro sign
	{"\u03bcs", time.Microsecond}, // Greek mu
	{"ms", time.Millisecond},
	{"s", time.Second},
	{"m", time.Minute},
	{"h", time.Hour},
	{"d", 24 * time.Hour},
	{"w", 7 * 24 * time.Hour},
}

// ParseDuration reads a duration: numbers, each with a unit out of ns, us, ms, s, m, h, d (24 hours) and w (7 days),
// for instance 1.5s, 2h30m or 14d. A sign may stand in front. A bare number is an error, 0 too: the unit is asked
// for. Precision is the nanosecond; more than 292 years is an error.
func ParseDuration(text string) (time.Duration, error) {
	if text == "" {
		return 0, errors.New("empty; give a number and a unit, for example 5s")
	}
	rest, negative := strings.CutPrefix(text, "-")
	if !negative {
		rest = strings.TrimPrefix(rest, "+")
	}
	var sum time.Duration
	for first := true; first || rest != ""; first = false {
		part, tail, err := durationPart(rest)
		if err != nil {
			return 0, err
		}
		rest = tail
		if sum += part; sum < 0 {
			return 0, errTooLong
		}
	}
	if negative {
		sum = -sum
	}
	return sum, nil
}

var errTooLong = errors.New("longer than the largest duration, 292 years")

// durationPart reads one number and its unit and returns what follows.
func durationPart(text string) (time.Duration, string, error) {
	n := strings.IndexFunc(text, func(c rune) bool { return c != '.' && (c < '0' || c > '9') })
	if n < 0 {
		if _, err := strconv.ParseFloat(text, 64); err == nil {
			return 0, "", fmt.Errorf("a number without a unit; give a unit, for example %ss", text)
		}
		return 0, "", errors.New("not a duration; give a number and a unit, for example 5s")
	}
	digits, rest := text[:n], text[n:]
	end := strings.IndexAny(rest, ".0123456789+-")
	if end < 0 {
		end = len(rest)
	}
	for _, unit := range durationUnits {
		if unit.name == rest[:end] {
			d, err := multiply(digits, unit.size)
			return d, rest[end:], err
		}
	}
	if digits == "" {
		return 0, "", errors.New("not a duration; give a number and a unit, for example 5s")
	}
	return 0, "", fmt.Errorf("unknown unit %q; known: ns, us, ms, s, m, h, d, w", rest[:end])
}

// multiply is digits (decimal, perhaps with a fraction) times a unit, exact for the whole part.
func multiply(digits string, unit time.Duration) (time.Duration, error) {
	whole, fraction, _ := strings.Cut(digits, ".")
	if whole+fraction == "" || strings.Contains(fraction, ".") {
		return 0, fmt.Errorf("%q is not a number", digits)
	}
	var d time.Duration
	if whole != "" {
		n, err := strconv.ParseInt(whole, 10, 64)
		if err != nil || n > int64(math.MaxInt64/unit) {
			return 0, errTooLong
		}
		d = time.Duration(n) * unit
	}
	if fraction != "" {
		part, err := strconv.ParseFloat("0."+fraction, 64)
		if err != nil {
			return 0, fmt.Errorf("%q is not a number", digits)
		}
		if d += time.Duration(math.Round(part * float64(unit))); d < 0 {
			return 0, errTooLong
		}
	}
	return d, nil
}

// FormatDuration writes a duration as ParseDuration reads it, without parts that are zero: 30s, 1m30s, 5m, 12h, 14d.
func FormatDuration(d time.Duration) string {
	const day = 24 * time.Hour
	if d != 0 && d%day == 0 {
		return strconv.FormatInt(int64(d/day), 10) + "d"
	}
	text := strings.ReplaceAll(d.String(), "\u00b5s", "us")
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

func formatDurations(list []time.Duration, separator string) string {
	words := make([]string, len(list))
	for i, d := range list {
		words[i] = FormatDuration(d)
	}
	return strings.Join(words, separator)
}

// formatNumber writes a number with at most 12 digits, so that 1-0.9 reads 0.1.
func formatNumber(f float64) string { return strconv.FormatFloat(f, 'g', 12, 64) }

// formatConstant writes a summand, or nothing for 0.
func formatConstant(d time.Duration) string {
	switch {
	case d > 0:
		return " + " + FormatDuration(d)
	case d < 0:
		return " - " + FormatDuration(-d)
	}
	return ""
}
