package chance

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// Field describes one YAML key of a catalogue's member.
type Field struct {
	Name string // the YAML key
	Unit string // "duration", "per second", "share", "percent" or, for bare numbers and words, ""
	Doc  string // a sentence with the legal range
}

// fieldsOf lists the fields of a struct, or of the struct behind a pointer.
func fieldsOf(v any) []Field {
	t := reflect.TypeOf(v)
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	fields := make([]Field, t.NumField())
	for i := range fields {
		f := t.Field(i)
		unit := f.Tag.Get("unit")
		if f.Type == reflect.TypeFor[time.Duration]() {
			unit = "duration"
		}
		fields[i] = Field{Name: f.Tag.Get("yaml"), Unit: unit, Doc: f.Tag.Get("doc")}
	}
	return fields
}

// describe writes a distribution as a scenario file would.
func describe(name string, d Distribution) string {
	return "{" + name + ": " + describeStruct(reflect.ValueOf(d), false) + "}"
}

// describeStruct writes the fields in flow style, those that are zero only on
// demand.
func describeStruct(v reflect.Value, zeros bool) string {
	var parts []string
	for i, f := range fieldsOf(v.Interface()) {
		if x := v.Field(i); zeros || !x.IsZero() {
			parts = append(parts, f.Name+": "+describeValue(x, f.Unit))
		}
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

func describeValue(x reflect.Value, unit string) string {
	switch x.Kind() {
	case reflect.Float64:
		return describeNumber(x.Float(), unit)
	case reflect.Slice:
		items := make([]string, x.Len())
		for i := range items {
			items[i] = describeStruct(x.Index(i), true)
		}
		return "[" + strings.Join(items, ", ") + "]"
	}
	return fmt.Sprint(x.Interface())
}

func describeNumber(x float64, unit string) string {
	switch unit {
	case "per second":
		return strconv.FormatFloat(x, 'g', -1, 64) + "/s"
	case "share": // 12 digits: 0.07*100 is 7.000000000000001
		return strconv.FormatFloat(x*100, 'g', 12, 64) + "%"
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}
