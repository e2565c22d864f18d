package scenarios

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"retrysim/policies"
	"retrysim/sim/model"
)

// Rate is a number of things per second. Its text names the unit of time:
// 400/s, 30/min, 5/h, 2/d.
type Rate float64

// Share is a part of a whole, from 0 to 1. Its text is a percentage, 1%, or a
// bare fraction, 0.01; a bare number above 1 is an error, since 5 could mean 5%
// or five.
type Share float64

// Factor is a multiple of what is normal, at least 0: 150% or 1.5.
type Factor float64

// Count is a whole number, at least 0, or `unlimited`.
type Count int

// Unlimited is the Count that never binds.
const Unlimited = Count(model.Unlimited)

var perUnits = []struct {
	word string
	unit time.Duration
}{
	{"s", time.Second},
	{"min", time.Minute},
	{"m", time.Minute},
	{"h", time.Hour},
	{"d", 24 * time.Hour},
}

// ParseRate reads a rate such as 400/s; at least 0.
func ParseRate(text string) (Rate, error) {
	number, unit, found := strings.Cut(text, "/")
	n, err := number64(strings.TrimSpace(number))
	if err != nil || n < 0 {
		return 0, fmt.Errorf("%q is not a rate; write a number and a unit of time, for example 400/s, 30/min or 5/h", text)
	}
	if !found {
		return 0, fmt.Errorf("the number %s has no unit; write %s/s, %s/min or %s/h", text, text, text, text)
	}
	for _, u := range perUnits {
		if u.word == strings.TrimSpace(unit) {
			return Rate(n / u.unit.Seconds()), nil
		}
	}
	return 0, fmt.Errorf("unknown unit %q of a rate; write /s, /min, /h or /d, for example %s/s", unit, number)
}

// String is the rate per second.
func (r Rate) String() string { return formatNumber(float64(r)) + "/s" }

// ParseShare reads a share such as 1% or 0.01.
func ParseShare(text string) (Share, error) {
	digits, percent := strings.CutSuffix(text, "%")
	n, err := number64(strings.TrimSpace(digits))
	switch {
	case err != nil:
		return 0, fmt.Errorf("%q is not a share; write a percentage such as 5%%, or a fraction from 0 to 1", text)
	case percent && (n < 0 || n > 100):
		return 0, fmt.Errorf("the share %s is outside 0%% to 100%%", text)
	case percent:
		return Share(n / 100), nil
	case n > 1:
		return 0, fmt.Errorf("the share %s is above 1; write %s%% if that is meant, else a fraction from 0 to 1", text, text)
	case n < 0:
		return 0, fmt.Errorf("the share %s is negative; write a fraction from 0 to 1", text)
	}
	return Share(n), nil
}

// String is the share as a percentage.
func (s Share) String() string { return formatNumber(float64(s)*100) + "%" }

// ParseFactor reads a factor such as 150% or 1.5.
func ParseFactor(text string) (Factor, error) {
	digits, percent := strings.CutSuffix(text, "%")
	n, err := number64(strings.TrimSpace(digits))
	if err != nil || n < 0 {
		return 0, fmt.Errorf("%q is not a factor; write a percentage such as 50%%, or a number such as 0.5", text)
	}
	if percent {
		n /= 100
	}
	return Factor(n), nil
}

// ParseCount reads a whole number or `unlimited`.
func ParseCount(text string) (Count, error) {
	if text == "unlimited" {
		return Unlimited, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("%q is not a count; write a whole number from 0 on, or unlimited", text)
	}
	return Count(n), nil
}

// ParseDuration reads a duration such as 30s, 1m30s, 14d or 2w; at least 0.
func ParseDuration(text string) (time.Duration, error) {
	d, err := policies.ParseDuration(text)
	if err != nil {
		if _, bare := number64(text); bare == nil {
			return 0, fmt.Errorf("the number %s has no unit; write %ss or %sms", text, text, text)
		}
		if joined := strings.ReplaceAll(text, " ", ""); joined != text {
			if _, err := policies.ParseDuration(joined); err == nil {
				return 0, fmt.Errorf("%q is not a duration; write it without blanks: %s", text, joined)
			}
		}
		return 0, fmt.Errorf("%q is not a duration; %s", shorten(text), strings.TrimPrefix(err.Error(), "not a duration; "))
	}
	if d < 0 {
		return 0, fmt.Errorf("the duration %s is negative; write 0s or more", text)
	}
	return d, nil
}

var errNotNumber = errors.New("not a number")

// number64 reads a finite decimal number: no hexadecimal, no underscores, no
// Inf, no NaN.
func number64(text string) (float64, error) {
	if strings.IndexFunc(text, func(r rune) bool { return !strings.ContainsRune("0123456789+-.eE", r) }) >= 0 {
		return 0, errNotNumber
	}
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(n, 0) {
		return 0, errNotNumber
	}
	return n, nil
}

// formatNumber writes a number with at most 12 digits, so that 0.1*3 is 0.3.
func formatNumber(n float64) string { return strconv.FormatFloat(n, 'g', 12, 64) }

func quote(text string) string { return strconv.Quote(text) }

// formatDuration writes a duration as ParseDuration reads it.
func formatDuration(d time.Duration) string { return policies.FormatDuration(d) }
