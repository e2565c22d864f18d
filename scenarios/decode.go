package scenarios

import (
	"fmt"
	"reflect"
	"strings"

	"retrysim/sim/chance"
	"retrysim/sim/model"
)

// decoder fills structs from the tree, by reflection over their tags, and
// gathers every mistake that it meets.
type decoder struct {
	errs     Errors
	defaults []Default
	whens    []*When // relative times, resolved once the timeline is known
	after    []func()
}

// Default is a value that a scenario left to the format.
type Default struct {
	Path  string // of the key that is absent
	Value string
	Doc   string
}

// nodeDecoder is a type that reads a node its own way.
type nodeDecoder interface {
	decodeNode(d *decoder, n *Node)
}

// fail notes a mistake at a value.
func (d *decoder) fail(n *Node, wrong, right string) {
	d.note(n.pos, n.path, wrong, right)
}

// maxErrors is how many mistakes are told; nobody reads more at once.
const maxErrors = 100

// note keeps a mistake; after the last one that is kept it says that there are
// more.
func (d *decoder) note(pos Pos, path, wrong, right string) {
	switch {
	case len(d.errs) < maxErrors:
		d.errs = append(d.errs, &Error{Pos: pos, Path: path, Wrong: wrong, Right: right})
	case len(d.errs) == maxErrors:
		d.errs = append(d.errs, &Error{Pos: pos, Wrong: "there are more mistakes than the ones told here", Right: "mend these first"})
	}
}

// failKey notes a mistake at the key of a value.
func (d *decoder) failKey(n *Node, wrong, right string) {
	pos := n.keyPos
	if pos.File == "" {
		pos = n.pos
	}
	d.note(pos, n.path, wrong, right)
}

// failErr notes an error whose text is "what is wrong; what would be right".
func (d *decoder) failErr(n *Node, err error) {
	wrong, right, _ := strings.Cut(err.Error(), "; ")
	d.fail(n, wrong, right)
}

// isNull notes and tells that a key has no value.
func (d *decoder) isNull(n *Node) bool {
	if n.kind == nullNode {
		d.failKey(n, "the key has no value", "write one, or leave the key out")
	}
	return n.kind == nullNode
}

// scalar is the text of a node that must be a single value.
func (d *decoder) scalar(n *Node, example string) (string, bool) {
	if n.kind == brokenNode || d.isNull(n) {
		return "", false
	}
	if n.kind != scalarNode {
		d.fail(n, kindWords[n.kind]+" where a single value belongs", "write "+example)
		return "", false
	}
	return n.text, true
}

// isMap notes and tells whether a node is a map.
func (d *decoder) isMap(n *Node, right string) bool {
	if n.kind == brokenNode || d.isNull(n) {
		return false
	}
	if n.kind != mapNode {
		wrong := kindWords[n.kind]
		if n.kind == scalarNode {
			wrong = "the value " + quote(shorten(n.text))
		}
		d.fail(n, wrong+" where a map belongs", right)
	}
	return n.kind == mapNode
}

// shorten keeps error messages readable when a value is a whole paragraph.
func shorten(text string) string {
	if r := []rune(text); len(r) > 60 {
		return string(r[:57]) + "..."
	}
	return text
}

// into decodes a node into what v, which is addressable, is.
func (d *decoder) into(n *Node, v reflect.Value, f *field) {
	if n.kind == brokenNode {
		return
	}
	if own, ok := v.Addr().Interface().(nodeDecoder); ok {
		own.decodeNode(d, n)
		return
	}
	if f.unit != "" && d.withUnit(n, v, f) {
		return
	}
	switch v.Type() {
	case reflect.TypeFor[chance.Distribution]():
		if law := d.law(n); law != nil {
			v.Set(reflect.ValueOf(law))
		}
		return
	case reflect.TypeFor[model.Size]():
		if size := d.size(n); size != nil {
			v.Set(reflect.ValueOf(size))
		}
		return
	case durationType:
		d.number(n, v, f, "30s", durationNumber)
		return
	case reflect.TypeFor[Rate]():
		d.number(n, v, f, "400/s", rateNumber)
		return
	case reflect.TypeFor[Share]():
		d.number(n, v, f, "5%", func(t string) (float64, error) { s, err := ParseShare(t); return float64(s), err })
		return
	case reflect.TypeFor[Factor]():
		d.number(n, v, f, "150%", func(t string) (float64, error) { s, err := ParseFactor(t); return float64(s), err })
		return
	case reflect.TypeFor[Count]():
		d.count(n, v, f)
		return
	}
	d.byKind(n, v, f)
}

// byKind decodes by the kind of a type that has no text of its own.
func (d *decoder) byKind(n *Node, v reflect.Value, f *field) {
	switch v.Kind() {
	case reflect.Bool:
		d.boolean(n, v)
	case reflect.Int, reflect.Int64, reflect.Uint64:
		d.integer(n, v, f)
	case reflect.Float64:
		d.number(n, v, f, "a number such as 1.5", func(t string) (float64, error) {
			x, err := number64(t)
			if err != nil {
				return 0, fmt.Errorf("%q is not a number; write one such as 1.5", shorten(t))
			}
			return x, nil
		})
	case reflect.String:
		d.word(n, v, f)
	case reflect.Pointer:
		if !d.isNull(n) {
			v.Set(reflect.New(v.Type().Elem()))
			d.into(n, v.Elem(), f)
		}
	case reflect.Struct:
		d.fields(n, v)
	case reflect.Slice:
		d.list(n, v, f)
	default:
		panic(fmt.Sprintf("scenarios: cannot decode into %v", v.Type()))
	}
}

func (d *decoder) list(n *Node, v reflect.Value, f *field) {
	if d.isNull(n) {
		return
	}
	if n.kind != listNode {
		d.fail(n, kindWords[n.kind]+" where a list belongs", "write a list: [...]")
		return
	}
	out := reflect.MakeSlice(v.Type(), len(n.kids), len(n.kids))
	for i, kid := range n.kids {
		d.into(kid, out.Index(i), f)
	}
	v.Set(out)
}

// fields decodes a map into a struct: every key must be known, every required
// key there, and what is absent takes its default.
func (d *decoder) fields(n *Node, v reflect.Value) {
	known := keysOf(v.Type())
	if !d.isMap(n, "its keys are "+strings.Join(known, ", ")) {
		return
	}
	if src := v.FieldByName("Src"); src.IsValid() && src.Type() == reflect.TypeFor[*Node]() {
		src.Set(reflect.ValueOf(n))
	}
	all := fieldsOf(v.Type())
	for _, kid := range n.kids {
		d.key(kid, v, all, known)
	}
	for i := range all {
		if n.get(all[i].key) == nil {
			d.absent(n, v.Field(all[i].index), &all[i])
		}
	}
}

func (d *decoder) key(kid *Node, v reflect.Value, all []field, known []string) {
	for i := range all {
		switch {
		case all[i].key != kid.key:
		case all[i].typ == reflect.TypeFor[notYet]():
			d.failKey(kid, fmt.Sprintf("the key %s is not supported by this version", kid.key), "leave it out")
			return
		default:
			d.into(kid, v.Field(all[i].index), &all[i])
			return
		}
	}
	d.failKey(kid, fmt.Sprintf("unknown key %q", shorten(kid.key)), hint(kid.key, known))
}

// absent fills in what the file does not say.
func (d *decoder) absent(n *Node, v reflect.Value, f *field) {
	path := joinPath(n.path, f.key)
	switch {
	case f.required:
		d.failKey(n, fmt.Sprintf("the key %s is missing", f.key), f.doc)
	case f.standard != "":
		d.defaults = append(d.defaults, Default{Path: path, Value: f.standard, Doc: f.doc})
		d.into(&Node{kind: scalarNode, text: f.standard, pos: n.pos, path: path}, v, f)
	case v.Kind() == reflect.Struct && v.Type() != reflect.TypeFor[notYet]():
		if _, own := v.Addr().Interface().(nodeDecoder); !own {
			d.fields(&Node{kind: mapNode, pos: n.pos, keyPos: n.keyPos, path: path}, v)
		}
	}
}
