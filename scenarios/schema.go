package scenarios

import (
	"encoding/json"
	"reflect"
	"strconv"
	"strings"

	"retrysim/policies"
	"retrysim/policies/presets"
	"retrysim/sim/chance"
	"retrysim/sim/model"
)

// object is a JSON object; encoding/json writes its keys in order.
type object = map[string]any

// schemer is a type that describes itself.
type schemer interface{ schema(g *generator) object }

// generator makes JSON Schema of the structs that the decoder fills, from the
// same tags.
type generator struct{ defs object }

// Texts of quantities, as JSON Schema patterns.
const (
	durationPattern = `^([0-9]+(\.[0-9]+)?(ns|us|ms|s|m|h|d|w))+$`
	ratePattern     = `^[0-9]+(\.[0-9]+)?(e[0-9]+)? ?/ ?(s|min|m|h|d)$`
	percentPattern  = `^[0-9]+(\.[0-9]+)? ?%$`
)

func ref(name string) object           { return object{"$ref": "#/$defs/" + name} }
func text(pattern string) object       { return object{"type": "string", "pattern": pattern} }
func enum(words []string) object       { return object{"enum": words} }
func anyOf(alternatives ...any) object { return object{"anyOf": alternatives} }

// Schema is the JSON Schema (draft 2020-12) of a scenario file.
func Schema() []byte {
	g := &generator{defs: object{
		"duration": text(durationPattern),
		"rate":     text(ratePattern),
		"share":    anyOf(object{"type": "number", "minimum": 0, "maximum": 1}, text(percentPattern)),
		"factor":   anyOf(object{"type": "number", "minimum": 0}, text(percentPattern)),
		"count":    anyOf(object{"type": "integer", "minimum": 0}, object{"const": "unlimited"}),
		"time":     object{"type": "string", "description": "a duration, or relative: outage.end + 30s"},
	}}
	g.defs["law"] = g.laws()
	g.defs["size"] = g.sizes()
	g.defs["arrival"] = g.arrivals()
	g.defs["policy"] = policySchema()
	root := g.structure(reflect.TypeFor[File]())
	root["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	root["title"] = "retrysim scenario"
	root["$defs"] = g.defs
	out, err := json.MarshalIndent(root, "", "  ")
	if err != nil {
		panic("scenarios: schema: " + err.Error())
	}
	return append(out, '\n')
}

// of is the schema of a type under a field's tags.
func (g *generator) of(t reflect.Type, f *field) object {
	if own, ok := reflect.New(t).Interface().(schemer); ok {
		return own.schema(g)
	}
	switch t {
	case durationType:
		if f.unit == whenTag {
			return ref("time")
		}
		return ref("duration")
	case reflect.TypeFor[Rate]():
		return ref("rate")
	case reflect.TypeFor[Share]():
		return ref("share")
	case reflect.TypeFor[Factor]():
		return ref("factor")
	case reflect.TypeFor[Count]():
		return ref("count")
	case reflect.TypeFor[chance.Distribution]():
		return ref("law")
	case reflect.TypeFor[model.Size]():
		return ref("size")
	}
	return g.byKind(t, f)
}

func (g *generator) byKind(t reflect.Type, f *field) object {
	switch t.Kind() {
	case reflect.Bool:
		return object{"type": "boolean"}
	case reflect.Int, reflect.Int64, reflect.Uint64:
		return bounds(object{"type": "integer"}, f.legal)
	case reflect.Float64:
		switch f.unit {
		case perSecondTag:
			return ref("rate")
		case shareTag:
			return ref("share")
		}
		return bounds(object{"type": "number"}, f.legal)
	case reflect.String:
		if len(f.words) > 0 {
			return enum(f.words)
		}
		return object{"type": "string"}
	case reflect.Pointer:
		return g.of(t.Elem(), f)
	case reflect.Slice:
		return object{"type": "array", "items": g.of(t.Elem(), f)}
	case reflect.Struct:
		return g.structure(t)
	}
	panic("scenarios: no schema for " + t.String())
}

// bounds adds a legal range of plain numbers.
func bounds(o object, legal string) object {
	number := func(text string) float64 { n, _ := strconv.ParseFloat(strings.TrimSpace(text), 64); return n }
	switch {
	case strings.HasPrefix(legal, ">="):
		o["minimum"] = number(legal[2:])
	case strings.HasPrefix(legal, ">"):
		o["exclusiveMinimum"] = number(legal[1:])
	case strings.HasPrefix(legal, "["):
		lo, hi, _ := strings.Cut(strings.Trim(legal, "[]"), ",")
		o["minimum"], o["maximum"] = number(lo), number(hi)
	}
	return o
}

// structure is the schema of a map whose keys are a struct's fields.
func (g *generator) structure(t reflect.Type) object {
	properties, required := object{}, []string{}
	for _, f := range fieldsOf(t) {
		if f.typ == reflect.TypeFor[notYet]() {
			continue
		}
		properties[f.key] = describe(g.of(f.typ, &f), &f)
		if f.required {
			required = append(required, f.key)
		}
	}
	o := object{"type": "object", "properties": properties, "additionalProperties": false}
	if len(required) > 0 {
		o["required"] = required
	}
	return o
}

// describe adds what a field's tags say in words.
func describe(o object, f *field) object {
	if f.doc != "" {
		o["description"] = f.doc
	}
	if f.standard != "" {
		o["default"] = defaultValue(f.standard)
	}
	return o
}

// defaultValue is a default in JSON: numbers and booleans as such.
func defaultValue(text string) any {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return n
	}
	if text == "true" || text == "false" {
		return text == "true"
	}
	return text
}

func (g *generator) laws() object {
	properties := object{}
	for _, m := range chance.Catalogue() {
		properties[m.Name] = g.member(reflect.TypeOf(m.New()).Elem(), m.Bare, m.Doc)
	}
	return anyOf(ref("duration"), oneKey(properties))
}

func (g *generator) sizes() object {
	properties := object{}
	for _, m := range model.SizeCatalogue() {
		properties[m.Name] = g.member(reflect.TypeOf(m.New()).Elem(), m.Bare, m.Doc)
	}
	return anyOf(object{"type": "integer", "minimum": 1}, oneKey(properties))
}

// member is the schema of a catalogue's member: a map, or the bare value of one
// of its fields.
func (g *generator) member(t reflect.Type, bare, doc string) object {
	one := g.structure(t)
	for _, f := range fieldsOf(t) {
		if f.key == bare {
			one = anyOf(one, g.of(f.typ, &f))
		}
	}
	one["description"] = doc
	return one
}

// oneKey is a map that has exactly one of the keys.
func oneKey(properties object) object {
	return object{
		"type": "object", "properties": properties, "additionalProperties": false, "minProperties": 1, "maxProperties": 1,
	}
}

func (g *generator) arrivals() object {
	var alternatives []any
	for _, m := range model.ArrivalCatalogue() {
		one := g.structure(reflect.TypeOf(m.New()).Elem())
		if flatKeys(m) == nil {
			one = object{"type": "object", "properties": object{m.Name: one}, "additionalProperties": false}
		}
		if windowed(m.Name) {
			properties := one["properties"].(object)
			for _, f := range fieldsOf(reflect.TypeFor[window]()) {
				properties[f.key] = describe(ref("time"), &f)
			}
		}
		one["required"], one["description"] = []string{m.Name}, m.Doc
		alternatives = append(alternatives, one)
	}
	alternatives = append(alternatives, object{
		"type": "object", "properties": object{closedKey: g.structure(reflect.TypeFor[Closed]())},
		"additionalProperties": false, "required": []string{closedKey}, "description": "Clients with one job at a time each.",
	})
	return anyOf(alternatives...)
}

// policySchema lists the words of a policy; their values are checked by the
// policies themselves.
func policySchema() object {
	properties := object{
		presetKey: object{"enum": presets.Names(), "description": "the settings to start from"},
		withKey:   object{"type": "object", "description": "the preset's own parameter names"},
		"retries": object{"description": "further calls: max_attempts - 1"},
	}
	for _, k := range policies.KeyDocs() {
		key, below, nested := strings.Cut(k.Name, ".")
		words := object{"description": k.Doc + "; legal: " + k.Range}
		if !nested {
			if properties[key] == nil {
				properties[key] = words
			}
			continue
		}
		head, _ := properties[key].(object)
		if head == nil {
			head = object{}
			properties[key] = head
		}
		sub, _ := head["properties"].(object)
		if sub == nil {
			sub = object{}
			head["properties"] = sub
		}
		sub[below] = words
	}
	return object{"type": "object", "properties": properties, "additionalProperties": false}
}

func (*When) schema(*generator) object        { return ref("time") }
func (*Law) schema(*generator) object         { return ref("law") }
func (*Arrival) schema(*generator) object     { return ref("arrival") }
func (*PolicyWords) schema(*generator) object { return ref("policy") }
func (*Threshold) schema(*generator) object   { return object{"type": "string"} }
func (*Payload) schema(*generator) object     { return object{} }
func (*RowSets) schema(*generator) object     { return object{"type": "object"} }

func (*RowUse) schema(*generator) object {
	return anyOf(object{"type": "string"}, object{"type": "object", "additionalProperties": object{"type": "string"}})
}

func (*RetryAfter) schema(*generator) object {
	return anyOf(ref("duration"), enum([]string{"until_reset", "none"}))
}

func (*HintSays) schema(*generator) object { return anyOf(ref("duration"), enum(hintWords)) }

func (m *Map[T]) schema(g *generator) object {
	return object{"type": "object", "additionalProperties": g.of(reflect.TypeFor[T](), &field{})}
}
