package scenarios

import (
	"fmt"
	"reflect"

	"retrysim/sim/model"
)

// sizeNames are the names in model's catalogue of sizes.
func sizeNames() []string {
	var names []string
	for _, m := range model.SizeCatalogue() {
		names = append(names, m.Name)
	}
	return names
}

// size decodes how many jobs come together: a bare number, or a map with one
// key, the name of a member of model's catalogue; nil after an error.
func (d *decoder) size(n *Node) model.Size {
	if n.kind == scalarNode {
		size := &model.ConstantSize{}
		return d.checked(n, size, func(v reflect.Value) { d.integer(n, v.Field(0), &field{}) })
	}
	const right = "write a whole number, or {geometric: {mean: 4}}"
	if !d.isMap(n, right) {
		return nil
	}
	if len(n.kids) != 1 {
		d.fail(n, fmt.Sprintf("a size has one key, not %d", len(n.kids)), right)
		return nil
	}
	kid := n.kids[0]
	for _, m := range model.SizeCatalogue() {
		if m.Name != kid.key {
			continue
		}
		return d.checked(kid, m.New(), func(v reflect.Value) {
			if kid.kind == mapNode || kid.kind == nullNode || m.Bare == "" {
				d.fields(kid, v)
				return
			}
			for _, f := range fieldsOf(v.Type()) {
				if f.key == m.Bare {
					d.into(kid, v.Field(f.index), &f)
				}
			}
		})
	}
	d.failKey(kid, fmt.Sprintf("unknown law of sizes %q", shorten(kid.key)), hint(kid.key, sizeNames()))
	return nil
}

// checked decodes into what a size points to and validates it.
func (d *decoder) checked(n *Node, size model.Size, decode func(reflect.Value)) model.Size {
	v, before := reflect.ValueOf(size).Elem(), len(d.errs)
	decode(v)
	if len(d.errs) > before {
		return nil
	}
	if err := size.Validate(); err != nil {
		d.failErr(n, err)
		return nil
	}
	return v.Interface().(model.Size)
}
