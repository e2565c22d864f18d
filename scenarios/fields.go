package scenarios

import (
	"fmt"
	"reflect"
	"strings"
	"sync"
	"time"

	"retrysim/policies"
)

// field is what the tags of a struct's field say about its key:
//
//	yaml:"key" or yaml:"key,required"
//	doc:"what it is, in one clause"
//	default:"text, as it would stand in the file"
//	range:"> 0" | ">= 1" | "[0, 1]", in the words of the field's type
//	enum:"one two three"
//	unit:"per second" | "share" | "when", of fields of the catalogues
type field struct {
	index    int
	key, doc string
	standard string
	legal    string
	unit     string // of a bare number: see withUnit
	words    []string
	required bool
	typ      reflect.Type
}

// notYet is the type of a key that a later version will understand.
type notYet struct{}

var fieldCache sync.Map // reflect.Type -> []field

// fieldsOf lists the keys of a struct in the order of its fields.
func fieldsOf(t reflect.Type) []field {
	if known, ok := fieldCache.Load(t); ok {
		return known.([]field)
	}
	var all []field
	for i := range t.NumField() {
		f := t.Field(i)
		key, option, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		if key == "" || key == "-" || !f.IsExported() && f.Type != reflect.TypeFor[notYet]() {
			continue
		}
		all = append(all, field{
			index: i, key: key, doc: f.Tag.Get("doc"), standard: f.Tag.Get("default"), legal: f.Tag.Get("range"), unit: f.Tag.Get("unit"),
			words: strings.Fields(f.Tag.Get("enum")), required: option == "required", typ: f.Type,
		})
	}
	fieldCache.Store(t, all)
	return all
}

// keysOf are the keys of a struct that this version understands.
func keysOf(t reflect.Type) []string {
	var keys []string
	for _, f := range fieldsOf(t) {
		if f.typ != reflect.TypeFor[notYet]() {
			keys = append(keys, f.key)
		}
	}
	return keys
}

// within tells whether a number lies in the legal range of a tag, whose ends
// are in the words of the type.
func within(legal string, n float64, end func(string) (float64, error)) bool {
	parse := func(text string) float64 {
		v, err := end(strings.TrimSpace(text))
		if err != nil {
			panic(fmt.Sprintf("scenarios: range tag %q: %v", legal, err))
		}
		return v
	}
	switch {
	case legal == "":
		return true
	case strings.HasPrefix(legal, ">="):
		return n >= parse(legal[2:])
	case strings.HasPrefix(legal, ">"):
		return n > parse(legal[1:])
	}
	lo, hi, ok := strings.Cut(strings.Trim(legal, "[]"), ",")
	if !ok {
		panic(fmt.Sprintf("scenarios: range tag %q is not a range", legal))
	}
	return n >= parse(lo) && n <= parse(hi)
}

// hint is "; did you mean ...?" when a known word is near enough to be meant,
// and the list of known words otherwise.
func hint(word string, known []string) string {
	if len(known) == 0 {
		return ""
	}
	for _, k := range known {
		if len(word) >= 3 && strings.HasPrefix(k, word) {
			return fmt.Sprintf("did you mean %s?", k)
		}
	}
	if near := policies.Nearest(word[:min(len(word), 40)], known); isNear(word, near) {
		return fmt.Sprintf("did you mean %s?", near)
	}
	return "known: " + strings.Join(known, ", ")
}

// isNear tells whether a word is at most a third of its letters away from a
// known one. The distance is measured against a word that is so far away.
func isNear(word, near string) bool {
	far := (len(near) + 1) / 3
	if far == 0 || len(word) > 2*len(near) {
		return false
	}
	return policies.Nearest(near, []string{word, strings.Repeat("\x00", far) + near[far:]}) == word
}

func durationNumber(text string) (float64, error) {
	d, err := ParseDuration(text)
	return float64(d), err
}

func rateNumber(text string) (float64, error) {
	r, err := ParseRate(text)
	return float64(r), err
}

var eventsType = reflect.TypeFor[[]Event]()

var durationType = reflect.TypeFor[time.Duration]()
