package scenarios

import (
	"slices"
	"strings"
)

// nodeKind is what a node of the tree is.
type nodeKind uint8

const (
	scalarNode nodeKind = iota
	nullNode
	mapNode
	listNode
	brokenNode // something that was told to be wrong already
)

var kindWords = [...]string{"a value", "nothing", "a map", "a list", "something broken"}

// Node is one value of a scenario's text, with where it stands: a plain tree
// that overrides edit before anything is decoded.
type Node struct {
	kind   nodeKind
	text   string // of a scalar, unquoted
	quoted bool
	pos    Pos
	key    string // under which it stands in a map
	keyPos Pos
	path   string  // keys from the top, joined by dots
	kids   []*Node // values of a map or of a list, in the file's order
}

// get is the value under a key, nil without.
func (n *Node) get(key string) *Node {
	if n == nil || n.kind != mapNode {
		return nil
	}
	for _, k := range n.kids {
		if k.key == key {
			return k
		}
	}
	return nil
}

// has tells whether a map holds the key with a value.
func (n *Node) has(key string) bool {
	k := n.get(key)
	return k != nil && k.kind != nullNode
}

// at is the node under the first of the keys that is there, else n itself:
// where to point when that key is to blame.
func (n *Node) at(keys ...string) *Node {
	for _, key := range keys {
		if k := n.get(key); k != nil {
			return k
		}
	}
	return n
}

// set puts a value under a key, in place of what was there.
func (n *Node) set(key string, value *Node) {
	value.key = key
	for i, k := range n.kids {
		if k.key == key {
			value.keyPos = k.keyPos
			n.kids[i] = value
			return
		}
	}
	value.keyPos = value.pos
	n.kids = append(n.kids, value)
}

// clone is a copy that shares nothing but positions.
func (n *Node) clone() *Node {
	c := *n
	c.kids = slices.Clone(n.kids)
	for i, k := range c.kids {
		c.kids[i] = k.clone()
	}
	return &c
}

// repath gives n and all below it the path that leads there.
func (n *Node) repath(path string) {
	n.path = path
	names := n.itemNames()
	for i, k := range n.kids {
		k.repath(joinPath(path, names[i]))
	}
}

func joinPath(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// canonical appends the node as text that leaves out comments, quotes and
// layout: equal texts mean equal scenarios.
func (n *Node) canonical(b *strings.Builder) {
	switch n.kind {
	case nullNode:
		b.WriteString("~")
	case scalarNode:
		b.WriteString(quote(n.text))
	case mapNode, listNode:
		b.WriteString("{")
		for _, k := range n.kids {
			if n.kind == mapNode {
				b.WriteString(quote(k.key) + ":")
			}
			k.canonical(b)
			b.WriteString(",")
		}
		b.WriteString("}")
	}
}
