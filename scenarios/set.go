package scenarios

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/parser"
)

// Override changes one value of a scenario before it is decoded, so that it is
// checked like the file itself. Paths are keys joined by dots; an entry of a
// list is addressed by its name (timeline.outage.for). A path that does not
// exist yet is made; `null` as the value takes the key away.
type Override struct {
	Path   string
	Value  string // YAML: 20m, worker, {lognormal: {median: 45s, p95: 4m}}
	Origin string // who asks, in errors and in explain: "--set timeline.outage.for=20m"
	// Only limits a path with a * to entries that hold key=value, for example
	// preset=indexer; "" is all of them.
	Only string
}

// apply edits the tree; errors stand at the override.
func (o Override) apply(root *Node, turn int) Errors {
	origin := o.Origin
	if origin == "" {
		origin = "--set " + o.Path + "=" + o.Value
	}
	src := newSource(origin, o.Path+"="+o.Value)
	src.origin, src.turn = true, turn
	value, errs := parseFragment(src, o.Value, len([]rune(o.Path))+1)
	if len(errs) > 0 {
		for _, e := range errs {
			e.Path = o.Path
		}
		return errs
	}
	value.keyPos = src.at(1, 1, len([]rune(o.Path)))
	if err := edit(root, o.Path, value, o.Only); err != nil {
		return Errors{err}
	}
	root.repath("")
	return nil
}

// parseFragment reads the value of an override, which stands at a column of
// its text.
func parseFragment(src *source, text string, column int) (*Node, Errors) {
	fail := func(wrong, right string) (*Node, Errors) {
		return nil, Errors{{Pos: src.at(1, column+1, 1), Wrong: wrong, Right: right}}
	}
	if strings.TrimSpace(text) == "" {
		return fail("the value is empty", "write a value, or null to take the key away")
	}
	if len(text) > maxBytes/16 || strings.ContainsAny(text, "\n\r") {
		return fail("the value is not one line of text", "write one line")
	}
	root, errs := parseAny(src.name, []byte(text))
	for _, e := range errs {
		e.Pos = src.at(1, e.Pos.Column+column, e.Pos.width)
	}
	if root != nil {
		root.shift(src, column)
	}
	return root, errs
}

// shift moves all positions of a fragment into the text of its override.
func (n *Node) shift(src *source, column int) {
	n.pos = src.at(1, n.pos.Column+column, n.pos.width)
	n.keyPos = src.at(1, n.keyPos.Column+column, n.keyPos.width)
	for _, k := range n.kids {
		k.shift(src, column)
	}
}

// parseAny is parseTree for a value that need not be a map.
func parseAny(name string, text []byte) (root *Node, errs Errors) {
	src := newSource(name, string(text))
	fail := func(line, column int, wrong, right string) (*Node, Errors) {
		return nil, Errors{{Pos: src.at(line, column, 1), Wrong: wrong, Right: right}}
	}
	if line, column, wrong, right := unreadable(src, text); wrong != "" {
		return fail(line, column, wrong, right)
	}
	defer func() {
		if p := recover(); p != nil {
			root, errs = fail(1, 1, fmt.Sprintf("the YAML reader gave up: %v", p), "please simplify the value")
		}
	}()
	file, err := parser.ParseBytes(text, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		return nil, Errors{syntaxError(src, err)}
	}
	c := &converter{src: src, anchors: map[string]*Node{}}
	if len(file.Docs) != 1 || file.Docs[0].Body == nil {
		return fail(1, 1, "the value is not one YAML value", "put it in quotes")
	}
	return c.node(file.Docs[0].Body, 0), c.errs
}

// edit puts a value at a path below root.
func edit(root *Node, path string, value *Node, only string) *Error {
	fail := func(wrong, right string) *Error {
		return &Error{Pos: value.keyPos, Path: path, Wrong: wrong, Right: right}
	}
	if path == "" || strings.HasPrefix(path, ".") || strings.HasSuffix(path, ".") || strings.Contains(path, "..") {
		return fail(fmt.Sprintf("%q is not a path", path), "write keys joined by dots, for example timeline.outage.for")
	}
	if path == "*" || strings.HasSuffix(path, ".*") {
		return fail("a path cannot end in *", "write a key after it, for example policies.*.max_attempts")
	}
	if strings.Count(path, ".") > maxDepth {
		return fail("the path is too long", fmt.Sprintf("at most %d keys", maxDepth))
	}
	return editBelow(root, path, value, only, fail)
}

func editBelow(at *Node, rest string, value *Node, only string, fail func(wrong, right string) *Error) *Error {
	if after, ok := strings.CutPrefix(rest, "*."); ok {
		return editAll(at, after, value, only, fail)
	}
	if at.kind == listNode {
		kid, after := at.item(rest)
		switch {
		case kid == nil:
			word, _, _ := strings.Cut(rest, ".")
			return fail(fmt.Sprintf("%s has no entry named %q", at.path, word), hint(word, at.itemNames()))
		case after == "":
			return fail(fmt.Sprintf("%s is a whole entry", rest), "name one of its keys too")
		}
		return editBelow(kid, after, value, only, fail)
	}
	if at.kind == nullNode {
		at.kind = mapNode
	}
	if at.kind != mapNode {
		return fail(fmt.Sprintf("%s is a single value, %s, and holds no keys", at.path, shorten(at.text)), "set it as a whole")
	}
	kid, after := at.child(rest)
	if kid != nil && after != "" {
		return editBelow(kid, after, value, only, fail)
	}
	key, after, _ := strings.Cut(rest, ".")
	if at.path == "" && after != "" && contains(listKeys(), key) {
		return fail(fmt.Sprintf("the scenario has no %s yet, so it has no entry %s", key, after), "write the entry into the file")
	}
	switch {
	case kid != nil:
		at.replace(kid, value.clone())
	case after == "" && value.kind != nullNode:
		at.set(key, value.clone())
	case after != "" && value.kind != nullNode:
		fresh := &Node{kind: mapNode, pos: value.keyPos, keyPos: value.keyPos}
		at.set(key, fresh)
		return editBelow(fresh, after, value, only, fail)
	}
	return nil
}

// listKeys are the keys at the top whose values are lists.
func listKeys() []string {
	var keys []string
	for _, f := range fieldsOf(reflect.TypeFor[File]()) {
		if f.typ.Kind() == reflect.Slice && f.typ.Elem().Kind() == reflect.Struct && f.typ.Elem().Name() != "" &&
			!strings.HasPrefix(f.typ.Name(), "Map[") {
			keys = append(keys, f.key)
		}
	}
	return keys
}

// editAll edits every entry of a map that only lets through.
func editAll(at *Node, rest string, value *Node, only string, fail func(wrong, right string) *Error) *Error {
	if at.kind != mapNode && at.kind != listNode {
		return fail("the * stands where there are no entries", "write a name")
	}
	key, want, _ := strings.Cut(only, "=")
	for _, kid := range at.kids {
		if only != "" && (kid.get(key) == nil || kid.get(key).text != want) {
			continue
		}
		if err := editBelow(kid, rest, value, "", fail); err != nil {
			return err
		}
	}
	return nil
}

// replace puts a value in the place of a kid, or takes the kid away when the
// value is null.
func (n *Node) replace(kid, value *Node) {
	for i, k := range n.kids {
		if k != kid {
			continue
		}
		if value.kind == nullNode {
			n.kids = append(n.kids[:i:i], n.kids[i+1:]...)
			return
		}
		key := kid.key
		keyPos := value.keyPos
		n.set(key, value)
		value.keyPos = keyPos
		return
	}
}

// child is the value under the longest key that begins a path, with the rest
// of the path: keys may hold dots themselves.
func (n *Node) child(path string) (kid *Node, rest string) {
	best := -1
	for _, k := range n.kids {
		if k.key == path {
			return k, ""
		}
		if strings.HasPrefix(path, k.key+".") && len(k.key) > best {
			best, kid, rest = len(k.key), k, path[len(k.key)+1:]
		}
	}
	return kid, rest
}

// item is the entry of a list that a path begins with: by its name, or by its
// number from 0.
func (n *Node) item(path string) (kid *Node, rest string) {
	best := -1
	for i, name := range n.itemNames() {
		if name == path {
			return n.kids[i], ""
		}
		if strings.HasPrefix(path, name+".") && len(name) > best {
			best, kid, rest = len(name), n.kids[i], path[len(name)+1:]
		}
	}
	return kid, rest
}

// itemNames are the keys of a map, or what the entries of a list are called:
// their names, and their numbers where they have none or one that an earlier
// entry has.
func (n *Node) itemNames() []string {
	names := make([]string, len(n.kids))
	taken := map[string]bool{}
	for i, k := range n.kids {
		names[i] = strconv.Itoa(i)
		if n.kind == mapNode {
			names[i] = k.key
		} else if name := k.get("name"); name != nil && name.kind == scalarNode && name.text != "" && !taken[name.text] {
			names[i] = name.text
			taken[name.text] = true
		}
	}
	return names
}

// nameEntries gives the entries of the timeline that have no name one of their
// own: what they do, numbered from the second of that kind on.
func nameEntries(root *Node) {
	list := root.get("timeline")
	if list == nil || list.kind != listNode {
		return
	}
	taken, last := map[string]bool{}, map[string]int{}
	for _, name := range list.itemNames() {
		taken[name] = true
	}
	for _, e := range list.kids {
		if e.kind != mapNode || e.get("name") != nil {
			continue
		}
		what := e.at("fault", "do")
		if what == e || what.kind != scalarNode {
			continue
		}
		name := what.text
		for n := max(2, last[what.text]); taken[name]; n++ {
			name, last[what.text] = what.text+"-"+strconv.Itoa(n), n+1
		}
		taken[name] = true
		e.set("name", &Node{kind: scalarNode, text: name, pos: e.pos})
	}
	root.repath("")
}
