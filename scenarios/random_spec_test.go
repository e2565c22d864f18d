package scenarios

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"retrysim/policies"
	"retrysim/sim/model"
)

// Drawer draws overrides for a scenario: of any key that it may have, with
// values that are mostly legal.
type Drawer struct {
	*rapid.T
	spots []spot
	names map[string][]string // dependencies, job types
}

// spot is a key of a scenario and what its value may be.
type spot struct {
	path string
	of   field
}

// Overrides draws a few changes of a scenario; what they make of it need not
// be legal.
func (d *Drawer) Overrides(text []byte) (out []Override) {
	root, _ := parseTree("drawn", text)
	nameEntries(root)
	root.repath("")
	d.spots, d.names = nil, map[string][]string{}
	for _, key := range []string{"dependencies", "jobs"} {
		for _, kid := range root.get(key).kids {
			d.names[key] = append(d.names[key], kid.key)
		}
	}
	d.look(root, reflect.TypeFor[File](), "")
	for _, p := range root.get("policies").kidsOf() {
		for _, k := range policies.KeyDocs() {
			d.spots = append(d.spots, spot{p.path + "." + k.Name, field{key: "policy " + k.Name, words: k.Words()}})
		}
	}
	if d.flip("own timeline") {
		out = append(out, Override{Path: "timeline", Value: d.timeline()})
	}
	for range rapid.IntRange(0, 3).Draw(d.T, "changes") {
		s := d.spots[rapid.IntRange(0, len(d.spots)-1).Draw(d.T, "key")]
		if v := d.value(&s.of, s.path); v != "" {
			out = append(out, Override{Path: s.path, Value: v})
		}
	}
	return out
}

func (n *Node) kidsOf() []*Node {
	if n == nil {
		return nil
	}
	return n.kids
}

func (d *Drawer) flip(label string) bool { return rapid.Bool().Draw(d.T, label) }

func (d *Drawer) pick(label string, choices ...string) string {
	return rapid.SampledFrom(choices).Draw(d.T, label)
}

// look lists the keys that a struct may have, and those of the structs below
// that are there.
func (d *Drawer) look(n *Node, t reflect.Type, path string) {
	for _, f := range fieldsOf(t) {
		at := strings.TrimPrefix(path+"."+f.key, ".")
		kid, elem := n.get(f.key), f.typ
		if elem.Kind() == reflect.Pointer {
			elem = elem.Elem()
		}
		named := elem.Kind() == reflect.Slice && elem.Elem().Kind() == reflect.Struct && elem != reflect.TypeFor[[]Threshold]()
		switch {
		case f.key == "compare" || f.key == "policies" || f.key == "name" || f.key == "version":
		case kid != nil && named:
			item := elem.Elem()
			if v, ok := item.FieldByName("Value"); ok {
				item = v.Type
			}
			for _, one := range kid.kids {
				if item.Kind() == reflect.Struct && item != reflect.TypeFor[Arrival]() {
					d.look(one, item, one.path)
				} else {
					d.spots = append(d.spots, spot{one.path, field{key: f.key, typ: item}})
				}
			}
		case kid != nil && kid.kind == mapNode && elem.Kind() == reflect.Struct && len(fieldsOf(elem)) > 0:
			d.look(kid, elem, at)
		default:
			d.spots = append(d.spots, spot{at, f})
		}
	}
}

// timeline draws faults and actions as text.
func (d *Drawer) timeline() string {
	var events []string
	for i := range rapid.IntRange(0, 3).Draw(d.T, "events") {
		word, kinds := "fault", faultKinds
		if d.flip("action") {
			word, kinds = "do", actionKinds
		}
		k := kinds[rapid.IntRange(0, len(kinds)-1).Draw(d.T, word)]
		target := k.target
		switch {
		case target == "" || target == sizeTarget:
			target = d.pick("target", d.names["dependencies"]...)
		case target == typesTarget:
			target = d.pick("target", d.names["jobs"]...)
		}
		parts := []string{fmt.Sprintf("name: drawn%d, at: %s, %s: %s, target: %s", i, d.pick("at", "0s", "1s", "10s", "1m"), word, k.word, target)}
		keys := strings.Fields(k.needs)
		for _, key := range strings.Fields(k.takes) {
			if rapid.IntRange(0, 5).Draw(d.T, "takes "+key) == 5 {
				keys = append(keys, key)
			}
		}
		for _, f := range fieldsOf(reflect.TypeFor[Event]()) {
			if slices.Contains(keys, f.key) {
				if v := d.value(&f, f.key); v != "" {
					parts = append(parts, f.key+": "+v)
				}
			}
		}
		events = append(events, "{"+strings.Join(parts, ", ")+"}")
	}
	return "[" + strings.Join(events, ", ") + "]"
}

// structure draws a map with what it needs and some of the rest.
func (d *Drawer) structure(t reflect.Type) string {
	var parts []string
	for _, f := range fieldsOf(t) {
		if !f.required && !d.flip("has "+f.key) {
			continue
		}
		if v := d.value(&f, f.key); v != "" {
			parts = append(parts, f.key+": "+v)
		}
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// texts are values of the types that have a text of their own.
var texts = map[reflect.Type][]string{
	reflect.TypeFor[Budget](): {
		"{kind: ratio, share: 20%, floor: 1/s, clients: 3}", "{kind: tokens, size: 10, fund: 0.1}",
		"{kind: quota, size: 500, fund: 1, cost: 5, timeout_cost: 10}", "{kind: throttle, size: 10, fund: 0.1}",
		"{kind: active, share: 20%, at_least: 3}", "{kind: none}",
	},
	durationType:                  {"50ms", "1ms", "1s", "5s", "30s", "2m"},
	reflect.TypeFor[When]():       {"0s", "1s", "10s", "1m"},
	reflect.TypeFor[Law]():        {"20ms", "{exponential: {mean: 100ms}}", "{uniform: {low: 0s, high: 1s}}", "{pareto: {minimum: 10ms, alpha: 1.5}}", "0s"},
	reflect.TypeFor[model.Size](): {"1", "4", "{geometric: {mean: 4}}", "{pareto: {minimum: 1, alpha: 1.2, most: 1000}}"},
	reflect.TypeFor[Rate]():       {"1/s", "20/s", "3/min", "200/s"},
	reflect.TypeFor[Share]():      {"10%", "0%", "50%", "100%"},
	reflect.TypeFor[Factor]():     {"50%", "5%", "200%"},
	reflect.TypeFor[To]():         {"50%", "0%", "200%"},
	reflect.TypeFor[Count]():      {"3", "1", "50", "unlimited", "0"},
	reflect.TypeFor[RetryAfter](): {"5s", "until_reset"},
	reflect.TypeFor[HintSays]():   {"missing", "zero", "negative", "past_date", "garbage", "1h"},
	reflect.TypeFor[Map[Share]](): {"{server: 30%, timeout: 10%}", "{bad_request: 5%}"},
	reflect.TypeFor[Payload]():    {"text", "{to: 1}"},
	reflect.TypeFor[Arrival](): {
		"{poisson: 20/s}", "{steady: 5/s}", "{burst: 100, at: 1s}", "{closed: {clients: 7, think: 1s}}",
		"{batch_poisson: {rate: 1/s, size: {geometric: {mean: 4}}}}", "{batches: {size: 10, every: 5s}}",
		"{mmpp: [{rate: 40/s, stay: 10s}, {rate: 1/s, stay: 20s}]}", "{renewal: {gap: {uniform: {low: 0s, high: 1s}}}}",
		"{profile: [{at: 0s, rate: 0/s}, {at: 10s, rate: 20/s}], repeat: 30s}",
	},
}

// value draws the text of a value, "" for none that this drawer knows.
func (d *Drawer) value(f *field, path string) string {
	t := f.typ
	if t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case strings.HasPrefix(f.key, "policy "):
		return d.word(f)
	case len(f.words) > 0:
		return d.pick(path, f.words...)
	case texts[t] != nil:
		return d.pick(path, texts[t]...)
	}
	switch t.Kind() {
	case reflect.Bool:
		return d.pick(path, "true", "false")
	case reflect.Int, reflect.Int64, reflect.Uint64:
		if strings.HasPrefix(f.legal, "[300") {
			return d.pick(path, "503", "429", "404", "500")
		}
		return d.pick(path, "1", "2", "5", "40")
	case reflect.Float64:
		return d.pick(path, "1", "2", "1.5", "10")
	case reflect.Struct:
		if t != reflect.TypeFor[notYet]() && len(fieldsOf(t)) > 0 {
			return d.structure(t)
		}
	}
	return ""
}

// word draws the value of a word of a policy.
func (d *Drawer) word(f *field) string {
	if len(f.words) > 0 {
		return d.pick(f.key, f.words...)
	}
	return d.pick(f.key, "1s", "100ms", "30s", "4", "2", "0.5", "true", "all", "[timeout, 5xx, 409]", "[1s, 2s]", "none")
}
