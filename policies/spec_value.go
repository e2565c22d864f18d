package policies

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// MostAttempts is the largest limit on attempts that can be set; "unlimited" has no number.
const MostAttempts = 1_000_000

type valueKind uint8

const (
	kindWord      valueKind = iota
	kindNumber              // a finite number; a percentage too
	kindInteger             // a whole number
	kindLimit               // a count of attempts, or unlimited
	kindBool                // true or false
	kindDuration            // at least 0s
	kindSigned              // any duration
	kindBound               // above 0s, or none
	kindDurations           // a list of kindDuration
	kindPair                // two numbers, the lower first
	kindRetry               // a list of words for failures
)

// value is a setting that was read. Which fields count depends on the key's kind.
type value struct {
	text      string // canonical
	origin    string
	word      string // the word it was set by, where a key has two
	none      bool   // none, unlimited
	flag      bool
	number    float64
	second    float64
	duration  time.Duration
	durations []time.Duration
	retry     Retryable
}

// read parses a text for a key. The error says what is wrong, without key, value and range.
func (k *Key) read(text string) (v value, err error) {
	text = strings.TrimSpace(text)
	switch k.kind {
	case kindWord:
		v, err = k.readWord(text)
	case kindNumber:
		v, err = readNumber(text)
	case kindInteger:
		v, err = readInteger(text)
	case kindLimit:
		v, err = readLimit(text)
	case kindBool:
		v, err = readBool(text)
	case kindDuration, kindSigned, kindBound:
		v, err = k.readDuration(text)
	case kindDurations:
		v, err = readDurations(text)
	case kindPair:
		v, err = readPair(text)
	case kindRetry:
		v.retry, err = ParseRetryable(splitList(text))
		v.text = v.retry.String()
	}
	if err == nil && k.fits != nil && !k.fits(v) {
		err = errOutside
	}
	return v, err
}

// legal is the range that an error shows; the errors about words list the known ones themselves.
func (k *Key) legal() string {
	if k.kind == kindWord || k.kind == kindRetry {
		return ""
	}
	return k.Range
}

var errOutside = errors.New("outside the legal range")

func (k *Key) readWord(text string) (value, error) {
	for _, w := range k.words {
		if w == text {
			return value{text: w}, nil
		}
	}
	return value{}, fmt.Errorf("unknown, did you mean %s? Known: %s", Nearest(text, k.words), strings.Join(k.words, ", "))
}

func readNumber(text string) (value, error) {
	digits, percent := strings.CutSuffix(text, "%")
	f, err := strconv.ParseFloat(digits, 64)
	if err != nil || math.IsNaN(f) || math.IsInf(f, 0) {
		return value{}, fmt.Errorf("not a number")
	}
	if percent {
		f /= 100
	}
	return value{text: strconv.FormatFloat(f, 'g', -1, 64), number: f}, nil
}

func readInteger(text string) (value, error) {
	n, err := strconv.Atoi(text)
	if err != nil {
		return value{}, fmt.Errorf("not a whole number")
	}
	return value{text: strconv.Itoa(n), number: float64(n)}, nil
}

func readLimit(text string) (value, error) {
	if text == "unlimited" || text == "none" {
		return value{text: "unlimited", none: true}, nil
	}
	v, err := readInteger(text)
	switch {
	case err != nil:
		return v, err
	case v.number == 0:
		return v, fmt.Errorf("ambiguous: write 1 for a single call, or unlimited")
	case v.number < 0:
		return v, errOutside
	case v.number > MostAttempts:
		return v, fmt.Errorf("more than %d; write unlimited for no limit", MostAttempts)
	}
	return v, nil
}

func readBool(text string) (value, error) {
	if text != "true" && text != "false" {
		return value{}, fmt.Errorf("neither true nor false")
	}
	return value{text: text, flag: text == "true"}, nil
}

func (k *Key) readDuration(text string) (value, error) {
	if k.kind == kindBound && text == "none" {
		return value{text: text, none: true}, nil
	}
	d, err := ParseDuration(text)
	if err != nil {
		return value{}, err
	}
	if d < 0 && k.kind != kindSigned || d == 0 && k.kind == kindBound {
		return value{}, errOutside
	}
	return value{text: FormatDuration(d), duration: d}, nil
}

func readDurations(text string) (value, error) {
	var v value
	for _, part := range splitList(text) {
		d, err := ParseDuration(part)
		if err != nil {
			return v, fmt.Errorf("%q: %w", part, err)
		}
		if d < 0 {
			return v, fmt.Errorf("%q: %w", part, errOutside)
		}
		v.durations = append(v.durations, d)
	}
	if len(v.durations) == 0 {
		return v, fmt.Errorf("an empty list")
	}
	v.text = formatDurations(v.durations, ",")
	return v, nil
}

// splitList cuts a list at commas, semicolons and spaces; brackets around it are allowed.
func splitList(text string) []string {
	if inner, ok := strings.CutPrefix(text, "["); ok {
		text = strings.TrimSuffix(inner, "]")
	}
	return strings.FieldsFunc(text, func(c rune) bool { return c == ',' || c == ';' || c == ' ' || c == '\t' })
}

// readPair reads two numbers, the lower first.
func readPair(text string) (value, error) {
	parts := splitList(text)
	if len(parts) != 2 {
		return value{}, errors.New("not two numbers; give the lower and the upper, for example 0.8,1.3")
	}
	lo, err := readNumber(parts[0])
	if err != nil {
		return value{}, err
	}
	hi, err := readNumber(parts[1])
	return value{text: lo.text + "," + hi.text, number: lo.number, second: hi.number}, err
}
