package scenarios

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	yamlerrors "github.com/goccy/go-yaml"
)

// Limits of a scenario's text. They are far above any honest file and keep a
// hostile one from eating the machine.
const (
	maxBytes = 1 << 20 // of a file
	maxDepth = 64      // of maps and lists within each other
	maxNodes = 100_000 // after aliases are written out
	maxLines = 20_000  // the YAML library's time grows with the square of a map's entries
	maxSigns = 50_000  // punctuation; likewise
	maxMarks = 1000    // anchors, aliases and tags: the YAML library's time grows with their square
)

// parseTree reads one YAML document into a tree, or says what is wrong with it.
// A byte order mark in front of it, which some editors write, is no part of it.
func parseTree(name string, text []byte) (root *Node, errs Errors) {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	src := newSource(name, string(text))
	fail := func(line, column int, wrong, right string) (*Node, Errors) {
		return nil, Errors{{Pos: src.at(line, column, 1), Wrong: wrong, Right: right}}
	}
	if len(text) > maxBytes {
		return fail(1, 1, fmt.Sprintf("the file has %d bytes", len(text)), fmt.Sprintf("a scenario may have %d", maxBytes))
	}
	if line, column, wrong, right := unreadable(src, text); wrong != "" {
		return fail(line, column, wrong, right)
	}
	defer func() { // a fault of the YAML library must not be a crash of ours
		if p := recover(); p != nil {
			root, errs = fail(1, 1, fmt.Sprintf("the YAML reader gave up: %v", p), "please simplify the file")
		}
	}()
	file, err := parser.ParseBytes(text, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		return nil, Errors{syntaxError(src, err)}
	}
	return convert(src, file)
}

// unreadable finds what the YAML library would choke on or puzzle about.
func unreadable(src *source, text []byte) (line, column int, wrong, right string) {
	if !utf8.Valid(text) {
		return 1, 1, "the file is not UTF-8 text", "save it as UTF-8"
	}
	if len(src.lines) > maxLines {
		return maxLines + 1, 1, fmt.Sprintf("the file has %d lines", len(src.lines)), fmt.Sprintf("a scenario may have %d", maxLines)
	}
	depth, marks, signs := 0, 0, 0
	for i, l := range src.lines {
		for j, r := range l {
			if strings.ContainsRune("[]{},:'\"?|>", r) || r == '-' && (j+1 == len(l) || l[j+1] == ' ') {
				if signs++; signs > maxSigns {
					return i + 1, j + 1, "the file holds too many values", fmt.Sprintf("at most %d signs of punctuation", maxSigns)
				}
			}
			switch {
			case r == '[' || r == '{':
				depth++
			case r == ']' || r == '}':
				depth = max(0, depth-1)
			case r == '\t' && strings.TrimLeft(l[:j], " ") == "":
				return i + 1, j + 1, "a tab", "indent with spaces"
			case (r == '&' || r == '!' || r == '*') && (j == 0 || strings.ContainsRune(" [{,:-", rune(l[j-1]))):
				marks++
			case r < ' ' && r != '\t' && r != '\r' || r == 0x7f || r == '\ufeff':
				return i + 1, utf8.RuneCountInString(l[:j]) + 1, fmt.Sprintf("the character %U", r), "remove it"
			}
			if marks > maxMarks {
				return i + 1, j + 1, "too many anchors, aliases and tags", fmt.Sprintf("at most %d", maxMarks)
			}
			if depth > 4*maxDepth {
				return i + 1, j + 1, "brackets nest too deep", fmt.Sprintf("at most %d levels", maxDepth)
			}
		}
		if marks := strings.Count(l, "- ") + strings.Count(l, "? ") + strings.Count(l, ": "); marks > 64*maxDepth {
			return i + 1, 1, "the line holds too many entries", "write one entry a line"
		}
		if nested := len(l) - len(strings.TrimLeft(l, " -?")); nested > 8*maxDepth {
			return i + 1, 1, "the line is indented too deep", fmt.Sprintf("at most %d levels", maxDepth)
		}
	}
	return 0, 0, "", ""
}

// syntaxError is the library's complaint with our position.
func syntaxError(src *source, err error) *Error {
	line, column, message := 1, 1, err.Error()
	var syntax *yamlerrors.SyntaxError
	if errors.As(err, &syntax) {
		message = syntax.Message
		if syntax.Token != nil && syntax.Token.Position != nil {
			line, column = syntax.Token.Position.Line, syntax.Token.Position.Column
		}
	}
	right := ""
	if strings.Contains(message, "mapping value is not allowed") {
		right = "put text that holds \": \" in quotes"
	}
	return &Error{Pos: src.at(line, column, 1), Wrong: "not YAML: " + message, Right: right}
}

// converter turns the library's tree into ours.
type converter struct {
	src     *source
	errs    Errors
	anchors map[string]*Node
	nodes   int
}

func convert(src *source, file *ast.File) (*Node, Errors) {
	c := &converter{src: src, anchors: map[string]*Node{}}
	var bodies []ast.Node
	for _, doc := range file.Docs {
		if doc.Body != nil {
			bodies = append(bodies, doc.Body)
		}
	}
	if len(bodies) == 0 {
		c.fail(src.at(1, 1, 1), "the file is empty", "`retrysim init` prints one to start from")
		return nil, c.errs
	}
	if len(bodies) > 1 {
		c.fail(c.where(bodies[1]), "a second document", "one file holds one scenario")
		return nil, c.errs
	}
	root := c.node(bodies[0], 0)
	if root != nil && root.kind != mapNode {
		c.fail(root.pos, "a scenario is a map of keys, not "+kindWords[root.kind], "begin with `version: 1`")
		return nil, c.errs
	}
	if root != nil {
		root.repath("")
	}
	return root, c.errs
}

func (c *converter) fail(pos Pos, wrong, right string) {
	if len(c.errs) > maxErrors {
		return
	}
	c.errs = append(c.errs, &Error{Pos: pos, Wrong: wrong, Right: right})
}

// tokenPos is where a token stands.
func (c *converter) tokenPos(t *token.Token) Pos {
	if t == nil || t.Position == nil {
		return c.src.at(1, 1, 1)
	}
	width := utf8.RuneCountInString(strings.TrimSpace(t.Origin))
	return c.src.at(t.Position.Line, t.Position.Column, max(1, width))
}

// where is the position of a node; a block map stands where its first key does.
func (c *converter) where(n ast.Node) Pos {
	switch v := n.(type) {
	case *ast.MappingNode:
		if !v.IsFlowStyle && len(v.Values) > 0 {
			return c.where(v.Values[0])
		}
	case *ast.MappingValueNode:
		return c.tokenPos(v.Key.GetToken())
	}
	return c.tokenPos(n.GetToken())
}

// node converts a value; it returns nil after an error that leaves nothing.
func (c *converter) node(n ast.Node, depth int) *Node {
	if n == nil {
		return &Node{kind: nullNode, pos: c.src.at(1, 1, 1)}
	}
	pos := c.where(n)
	if c.nodes++; c.nodes > maxNodes || depth > maxDepth {
		if c.nodes <= maxNodes+1 {
			c.nodes = maxNodes + 1
			c.fail(pos, "the file is too large or nests too deep", fmt.Sprintf("at most %d values, %d levels", maxNodes, maxDepth))
		}
		return nil
	}
	switch v := n.(type) {
	case *ast.MappingNode:
		return c.mapping(v.Values, pos, depth)
	case *ast.MappingValueNode:
		return c.mapping([]*ast.MappingValueNode{v}, pos, depth)
	case *ast.SequenceNode:
		out := &Node{kind: listNode, pos: pos}
		for _, item := range v.Values {
			kid := c.node(item, depth+1)
			if kid == nil {
				kid = &Node{kind: brokenNode, pos: pos}
			}
			out.kids = append(out.kids, kid)
		}
		return out
	case *ast.AnchorNode:
		value := c.node(v.Value, depth)
		if value != nil && v.Name != nil {
			c.anchors[v.Name.GetToken().Value] = value
		}
		return value
	case *ast.AliasNode:
		return c.alias(v, pos, depth)
	case *ast.TagNode:
		c.fail(pos, "a YAML tag", "leave it out: the key says what its value is")
		return nil
	case *ast.NullNode:
		return &Node{kind: nullNode, pos: pos, text: v.GetToken().Value}
	case *ast.LiteralNode:
		return &Node{kind: scalarNode, pos: pos, text: strings.TrimSuffix(v.Value.Value, "\n"), quoted: true}
	}
	t := n.GetToken()
	quoted := t.Type == token.DoubleQuoteType || t.Type == token.SingleQuoteType
	return &Node{kind: scalarNode, pos: pos, text: t.Value, quoted: quoted}
}

// alias writes an alias out, as a copy of what its anchor marks.
func (c *converter) alias(v *ast.AliasNode, pos Pos, depth int) *Node {
	name := ""
	if v.Value != nil {
		name = v.Value.GetToken().Value
	}
	marked := c.anchors[name]
	if marked == nil {
		c.fail(pos, fmt.Sprintf("the alias *%s has no anchor &%s above it", name, name), "write the value out")
		return nil
	}
	if c.nodes += marked.size(); c.nodes > maxNodes {
		c.fail(pos, "aliases make the file too large", fmt.Sprintf("at most %d values", maxNodes))
		return nil
	}
	if depth+marked.depth() > maxDepth {
		c.fail(pos, "aliases make the file nest too deep", fmt.Sprintf("at most %d levels", maxDepth))
		return nil
	}
	return marked.clone()
}

func (n *Node) size() int {
	total := 1
	for _, k := range n.kids {
		total += k.size()
	}
	return total
}

func (n *Node) depth() int {
	deepest := 0
	for _, k := range n.kids {
		deepest = max(deepest, 1+k.depth())
	}
	return deepest
}

func (c *converter) mapping(values []*ast.MappingValueNode, pos Pos, depth int) *Node {
	out := &Node{kind: mapNode, pos: pos}
	seen := map[string]*Node{}
	for _, v := range values {
		key, keyPos, ok := c.key(v.Key)
		value := c.node(v.Value, depth+1)
		if !ok {
			continue
		}
		if value == nil {
			value = &Node{kind: brokenNode, pos: keyPos}
		}
		if first := seen[key]; first != nil {
			c.fail(keyPos, fmt.Sprintf("the key %q stands twice", key), fmt.Sprintf("it is already on line %d: keep one", first.keyPos.Line))
			continue
		}
		seen[key] = value
		value.key, value.keyPos = key, keyPos
		out.kids = append(out.kids, value)
	}
	return out
}

// key is the text of a map's key; only plain or quoted text will do.
func (c *converter) key(k ast.MapKeyNode) (string, Pos, bool) {
	pos := c.tokenPos(k.GetToken())
	switch v := k.(type) {
	case *ast.StringNode:
		return v.Value, pos, true
	case *ast.MergeKeyNode:
		c.fail(pos, "a merge key", "write the keys out, or give a policy a preset")
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.NullNode, *ast.InfinityNode, *ast.NanNode:
		c.fail(pos, fmt.Sprintf("the key %s is not text", k.GetToken().Value), fmt.Sprintf("write %q in quotes", k.GetToken().Value))
	default:
		c.fail(pos, "a key that is not plain text", "keys are single words")
	}
	return "", pos, false
}
