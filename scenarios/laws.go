package scenarios

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"

	"retrysim/sim/chance"
	"retrysim/sim/model"
)

// Law is a distribution of durations: a bare duration, which is constant, or a
// map with one key, the name of a member of chance's catalogue.
type Law struct{ chance.Distribution }

// model is the law as plans carry it.
func (l Law) model() model.Law { return model.Law(l) }

func (l *Law) decodeNode(d *decoder, n *Node) { l.Distribution = d.law(n) }

// lawNames are the names in chance's catalogue.
func lawNames() []string {
	var names []string
	for _, m := range chance.Catalogue() {
		names = append(names, m.Name)
	}
	return names
}

// law decodes a distribution; nil after an error.
func (d *decoder) law(n *Node) chance.Distribution {
	if n.kind == scalarNode {
		at, err := ParseDuration(n.text)
		if err != nil {
			if _, ok := chance.Find(n.text); ok {
				err = fmt.Errorf("the law %s has no numbers; write {%s: {...}}", n.text, n.text)
			}
			d.failErr(n, err)
			return nil
		}
		return chance.Constant{Value: at}
	}
	if !d.isMap(n, "write a duration such as 100ms, or {exponential: {mean: 100ms}}") {
		return nil
	}
	if len(n.kids) != 1 {
		d.fail(n, fmt.Sprintf("a distribution has one key, not %d", len(n.kids)), "write {exponential: {mean: 100ms}}")
		return nil
	}
	kid := n.kids[0]
	member, ok := chance.Find(kid.key)
	if !ok {
		d.failKey(kid, fmt.Sprintf("unknown distribution %q", shorten(kid.key)), hint(kid.key, lawNames()))
		return nil
	}
	return d.member(kid, member)
}

// member decodes the numbers of one distribution and validates them.
func (d *decoder) member(n *Node, m chance.Member) chance.Distribution {
	law := m.New()
	v := reflect.ValueOf(law).Elem()
	before := len(d.errs)
	switch {
	case n.kind == mapNode || m.Bare == "" || n.kind == nullNode:
		d.fields(n, v)
	default:
		for _, f := range fieldsOf(v.Type()) {
			if f.key == m.Bare {
				d.into(n, v.Field(f.index), &f)
			}
		}
	}
	if len(d.errs) > before {
		return nil
	}
	if zeroRate(n, law) {
		d.fail(n.at("rate"), "rate is 0/s, one over which is no time", "write a rate above 0 such as 100/s, or 0s for no time at all")
		return nil
	}
	if err := law.Validate(); err != nil {
		d.lawErrors(n, err)
		return nil
	}
	return v.Interface().(chance.Distribution)
}

// zeroRate reports whether a file gives a constant the rate 0, which a constant
// takes for none given: without this look such a service would take no time.
func zeroRate(n *Node, law any) bool {
	c, ok := law.(*chance.Constant)
	return ok && c.Rate == 0 && n.has("rate")
}

// lawErrors tells what a distribution's own check found, at the keys to blame.
func (d *decoder) lawErrors(n *Node, err error) {
	all := []error{err}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		all = joined.Unwrap()
	}
	for _, one := range all {
		var field *chance.FieldError
		if errors.As(one, &field) {
			key, _, _ := strings.Cut(field.Field, "[")
			name := field.Field
			if name == "" {
				name = n.key
			}
			d.fail(n.at(key), fmt.Sprintf("%s is %s", name, field.Value), "write "+field.Want)
		} else {
			d.fail(n, one.Error(), "")
		}
	}
}

// RetryAfter is the hint that a rate limit gives: a fixed wait, or the time
// until its window ends.
type RetryAfter struct {
	After      time.Duration
	UntilReset bool
}

func (r *RetryAfter) decodeNode(d *decoder, n *Node) {
	text, ok := d.scalar(n, "a duration, or until_reset")
	switch {
	case !ok:
	case text == "until_reset":
		*r = RetryAfter{UntilReset: true}
	case text == "none":
		*r = RetryAfter{}
	default:
		after, err := ParseDuration(text)
		if err != nil {
			d.failErr(n, err)
		}
		*r = RetryAfter{After: after}
	}
}

// Payload is what a dead letter keeps of its job: text, or any YAML as JSON.
type Payload string

func (p *Payload) decodeNode(d *decoder, n *Node) {
	if !d.isNull(n) {
		var b strings.Builder
		n.json(&b)
		*p = Payload(b.String())
	}
}

// json appends the node as JSON: plain numbers and booleans as such, all other
// values as text.
func (n *Node) json(b *strings.Builder) {
	switch n.kind {
	case nullNode:
		b.WriteString("null")
	case scalarNode:
		n.scalarJSON(b)
	case listNode:
		b.WriteString("[")
		for i, k := range n.kids {
			if i > 0 {
				b.WriteString(",")
			}
			k.json(b)
		}
		b.WriteString("]")
	case mapNode:
		b.WriteString("{")
		for i, k := range n.kids {
			if i > 0 {
				b.WriteString(",")
			}
			key, _ := json.Marshal(k.key)
			b.Write(key)
			b.WriteString(":")
			k.json(b)
		}
		b.WriteString("}")
	}
}

func (n *Node) scalarJSON(b *strings.Builder) {
	if !n.quoted {
		_, err := number64(n.text)
		if err == nil && json.Valid([]byte(n.text)) || n.text == "true" || n.text == "false" {
			b.WriteString(n.text)
			return
		}
	}
	text, _ := json.Marshal(n.text)
	b.Write(text)
}

// perSecondTag and shareTag are the units of bare float64 fields in the
// catalogues of chance and model.
const (
	perSecondTag = "per second"
	shareTag     = "share"
	whenTag      = "when"
)

// withUnit decodes a float64 or a time whose unit stands in a tag; ok is false
// where the tag asks for nothing special.
func (d *decoder) withUnit(n *Node, v reflect.Value, f *field) (ok bool) {
	switch {
	case f.unit == perSecondTag && v.Kind() == reflect.Float64:
		d.number(n, v, f, "400/s", rateNumber)
	case f.unit == shareTag && v.Kind() == reflect.Float64:
		d.number(n, v, f, "5%", func(t string) (float64, error) { s, err := ParseShare(t); return float64(s), err })
	case f.unit == whenTag && v.Type() == durationType:
		w := &When{done: func(at time.Duration) { v.SetInt(int64(at)) }}
		w.decodeNode(d, n)
	default:
		return false
	}
	return true
}
