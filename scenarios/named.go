package scenarios

import (
	"fmt"
	"reflect"
	"strings"
)

// Named is one entry of a map whose keys are names that the user chose.
type Named[T any] struct {
	Name  string
	Value T
	Src   *Node
}

// Map is a map of user's names in the order of the file.
type Map[T any] []Named[T]

// trapWords are read as booleans by older YAML readers.
var trapWords = []string{"on", "off", "yes", "no", "true", "false", "null", "~"}

func (m *Map[T]) decodeNode(d *decoder, n *Node) {
	if !d.isMap(n, "write name: value pairs") {
		return
	}
	*m = make(Map[T], len(n.kids))
	for i, kid := range n.kids {
		if contains(trapWords, strings.ToLower(kid.key)) {
			d.failKey(kid, fmt.Sprintf("the name %q is read as a boolean by other YAML readers", kid.key), "choose another name")
		}
		(*m)[i].Name, (*m)[i].Src = kid.key, kid
		d.into(kid, reflect.ValueOf(&(*m)[i].Value).Elem(), &field{key: kid.key})
	}
}

// Get is the entry with that name, nil without.
func (m Map[T]) Get(name string) *T {
	if i := m.Index(name); i >= 0 {
		return &m[i].Value
	}
	return nil
}

// Index is where the entry with that name stands, -1 without.
func (m Map[T]) Index(name string) int {
	for i := range m {
		if m[i].Name == name {
			return i
		}
	}
	return -1
}

// Names are the names in the file's order.
func (m Map[T]) Names() []string {
	all := make([]string, len(m))
	for i := range m {
		all[i] = m[i].Name
	}
	return all
}
