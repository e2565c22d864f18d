package policies

import (
	"errors"
	"fmt"
	"maps"
	"strconv"
	"strings"
	"time"
)

// Spec is a policy as flat words, each set or not, with a note of who set it. The zero Spec is empty and ready for
// use. Copies share their settings: use Clone.
type Spec struct {
	settings map[string]value
}

// Setting is one word that is set: its canonical value and who set it, in the words that Set was given.
type Setting struct {
	Key, Value, Origin string
	// Unused is true for a parameter that the chosen backoff does not take.
	Unused bool
}

// SettingError is a value that cannot be: of one key, or of a policy as a whole (then Key names the key to change).
type SettingError struct {
	Policy  string // name of the policy, "" inside Set
	Key     string
	Value   string // as it was given, "" where the key is missing
	Origin  string // who set it, "" where the key is missing
	Problem string
	Range   string // the legal values, "" where Problem tells all
	Nearest string // the known key that is most like an unknown one
}

// Error says which key, which value, what is wrong and what would be right.
func (e *SettingError) Error() string {
	var text strings.Builder
	if e.Policy != "" {
		fmt.Fprintf(&text, "policy %s: ", e.Policy)
	}
	text.WriteString(e.Key)
	if e.Value != "" {
		fmt.Fprintf(&text, " %q", e.Value)
	}
	fmt.Fprintf(&text, ": %s", e.Problem)
	if e.Range != "" {
		fmt.Fprintf(&text, "; legal: %s", e.Range)
	}
	return text.String()
}

// Set gives a word a value; origin notes who did it, for instance "preset indexer" or "-p". A later Set replaces an
// earlier one. An error is a *SettingError and leaves the Spec as it was.
//
// Special words: "retries" n is max_attempts n+1. "jitter" takes a kind without a number (none, full, equal), or a
// bare number, which sets the factor of the kind that is set already; "jitter.KIND" sets kind and number at once.
func (s *Spec) Set(key, text, origin string) error {
	v, name, err := s.readSetting(key, strings.TrimSpace(text), origin)
	if err != nil {
		return err
	}
	v.origin, v.word = origin, key
	if s.settings == nil {
		s.settings = make(map[string]value)
	}
	if name == "jitter" || strings.HasPrefix(name, "jitter.") {
		s.dropJitter()
	}
	s.settings[name] = v
	return nil
}

// readSetting finds the value and the name under which it is kept.
func (s *Spec) readSetting(key, text, origin string) (v value, name string, err error) {
	fail := func(problem error, rng string) (value, string, error) {
		return value{}, "", &SettingError{Key: key, Value: text, Origin: origin, Problem: problem.Error(), Range: rng}
	}
	switch key {
	case wordRetries:
		if v, err = readRetries(text); err != nil {
			return fail(err, "0 or more (the first call does not count), or unlimited")
		}
		name = "max_attempts"
	case "jitter":
		return s.readJitter(text, origin)
	default:
		name = key
		i := indexOf(keyTable, key)
		if i < 0 {
			near := Nearest(key, Keys())
			return value{}, "", &SettingError{
				Key: key, Value: text, Origin: origin, Nearest: near,
				Problem: fmt.Sprintf("unknown key, did you mean %s?", near),
			}
		}
		if v, err = keyTable[i].read(text); err != nil {
			return fail(err, keyTable[i].legal())
		}
	}
	if old, ok := s.settings[name]; ok && clash(old, v, key, origin) {
		return fail(fmt.Errorf("%s is set to %s by the same hand (%s); keep one of the two", old.word, old.text, origin), "")
	}
	return v, name, nil
}

// clash tells whether one hand set the limit on attempts twice, in two words, to two values.
func clash(old, v value, key, origin string) bool {
	return old.word != key && old.origin == origin && old.text != v.text
}

func readRetries(text string) (value, error) {
	if text == "unlimited" || text == "none" {
		return readLimit(text)
	}
	n, err := strconv.Atoi(text)
	switch {
	case err != nil:
		return value{}, errors.New("not a whole number")
	case n < 0 || n >= MostAttempts:
		return value{}, errOutside
	}
	return readLimit(strconv.Itoa(n + 1))
}

// readJitter reads the word "jitter": a kind without a number, or a number for the kind that is set.
func (s *Spec) readJitter(text, origin string) (value, string, error) {
	fail := func(format string, args ...any) (value, string, error) {
		return value{}, "", &SettingError{Key: "jitter", Value: text, Origin: origin, Problem: fmt.Sprintf(format, args...)}
	}
	set := s.jitterKind()
	if kind := jitterKind(text); kind != nil {
		switch {
		case kind.Amount == nil:
			return value{text: text}, "jitter", nil
		case set == kind:
			return s.settings[kind.Amount.Name], kind.Amount.Name, nil
		}
		return fail("%s needs a value: set %s; legal: %s", text, kind.Amount.Name, kind.Amount.Range)
	}
	if !looksLikeNumber(text) {
		words := kindNames(jitterKinds, func(k JitterKind) string { return k.Name })
		return fail("unknown jitter, did you mean %s? Known: %s", Nearest(text, words), strings.Join(words, ", "))
	}
	if set == nil || set.Amount == nil {
		has := "no jitter is set"
		if set != nil && set.Name != "none" {
			has = "the jitter that is set, " + set.Name + ", has no factor"
		}
		return fail("a bare number sets the factor of a jitter, but %s; write {plus_minus: %s} or {shorten: %s} "+
			"(jitter.plus_minus=%s on the command line)", has, text, text, text)
	}
	v, err := set.Amount.read(text)
	if err != nil {
		return fail("%s: %v; legal: %s", set.Name, err, set.Amount.Range)
	}
	return v, set.Amount.Name, nil
}

func looksLikeNumber(text string) bool {
	return text != "" && strings.ContainsRune("0123456789.+-", rune(text[0]))
}

// jitterKind is the jitter that is set, nil where none is.
func (s *Spec) jitterKind() *JitterKind {
	if v, ok := s.settings["jitter"]; ok {
		return jitterKind(v.text)
	}
	for i := range jitterKinds {
		if a := jitterKinds[i].Amount; a != nil && s.has(a.Name) {
			return &jitterKinds[i]
		}
	}
	return nil
}

func (s *Spec) dropJitter() {
	delete(s.settings, "jitter")
	for _, k := range jitterKinds {
		if k.Amount != nil {
			delete(s.settings, k.Amount.Name)
		}
	}
}

// Clone is a copy that can be changed by itself.
func (s Spec) Clone() Spec { return Spec{settings: maps.Clone(s.settings)} }

// Get finds the canonical value of a word and who set it. "jitter" gives the kind, or the number of a kind that has
// one; "retries" counts one less than max_attempts.
func (s Spec) Get(key string) (text, origin string, ok bool) {
	v, ok := s.settings[key]
	switch {
	case ok:
	case key == wordRetries:
		if v, ok = s.settings["max_attempts"]; ok && !v.none {
			v.text = strconv.Itoa(int(v.number) - 1)
		}
	case key == "jitter":
		if kind := s.jitterKind(); kind != nil {
			v, ok = s.settings[kind.Amount.Name]
		}
	}
	return v.text, v.origin, ok
}

// Settings lists the words that are set, in a fixed order.
func (s Spec) Settings() []Setting {
	var list []Setting
	for _, k := range keyTable {
		if v, ok := s.settings[k.Name]; ok {
			list = append(list, Setting{Key: k.Name, Value: v.text, Origin: v.origin, Unused: s.unused(k.Name)})
		}
	}
	return list
}

// Typed reads for the builders; an unset key gives the zero value.

func (s *Spec) has(key string) bool                  { _, ok := s.settings[key]; return ok }
func (s *Spec) number(key string) float64            { return s.settings[key].number }
func (s *Spec) flag(key string) bool                 { return s.settings[key].flag }
func (s *Spec) duration(key string) time.Duration    { return s.settings[key].duration }
func (s *Spec) durations(key string) []time.Duration { return s.settings[key].durations }
