package reports

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"

	"retrysim/sim/result"
)

// WriteYAML writes r with the keys of its JSON, in the same order. Numbers are
// written as JSON writes them and arrays of scalars on one line, so that a
// series of a thousand bins is one line. It goes from token to token of the
// JSON: no map in between could lose the order or the digits.
func WriteYAML(w io.Writer, r *result.Result, _ Options) error { return writeYAML(w, withLists(r)) }

// writeYAML writes any value that has a JSON form as YAML.
func writeYAML(w io.Writer, v any) error {
	b, err := compactJSON(v)
	if err != nil {
		return err
	}
	dec := json.NewDecoder(bytes.NewReader(b))
	dec.UseNumber()
	y := yamlWriter{dec: dec}
	if err := y.value(0, ""); err != nil {
		return err
	}
	_, err = w.Write(append(bytes.TrimLeft(y.out, "\n "), '\n'))
	return err
}

// yamlWriter turns JSON tokens into YAML.
type yamlWriter struct {
	dec *json.Decoder
	out []byte
}

// value writes the next value. What follows a key or a dash on the same line
// starts with lead; nested members are indented by depth levels.
func (y *yamlWriter) value(depth int, lead string) error {
	tok, err := y.dec.Token()
	if err != nil {
		return err
	}
	switch tok {
	case json.Delim('{'):
		return y.object(depth, lead)
	case json.Delim('['):
		return y.array(depth, lead)
	}
	y.out = append(append(y.out, lead...), yamlScalar(tok)...)
	return nil
}

// object writes the members of an object whose brace is read.
func (y *yamlWriter) object(depth int, lead string) error {
	if !y.dec.More() {
		y.out = append(append(y.out, lead...), "{}"...)
	}
	for y.dec.More() {
		key, err := y.dec.Token()
		if err != nil {
			return err
		}
		y.indent(depth)
		y.out = append(append(y.out, yamlKey(key.(string))...), ':')
		if err := y.value(depth+1, " "); err != nil {
			return err
		}
	}
	_, err := y.dec.Token()
	return err
}

// array writes the elements of an array whose bracket is read: in brackets if
// they are scalars, else one dash each.
func (y *yamlWriter) array(depth int, lead string) error {
	var flat []string
	nested := false
	for y.dec.More() {
		if !nested {
			tok, err := y.dec.Token()
			if err != nil {
				return err
			}
			delim, open := tok.(json.Delim)
			if !open {
				flat = append(flat, yamlScalar(tok))
				continue
			}
			if len(flat) > 0 {
				panic("reports: an array of scalars and objects")
			}
			nested = true
			if err := y.element(depth, delim); err != nil {
				return err
			}
			continue
		}
		tok, err := y.dec.Token()
		if err != nil {
			return err
		}
		if err := y.element(depth, tok.(json.Delim)); err != nil {
			return err
		}
	}
	if !nested {
		y.out = append(append(y.out, lead...), "["+strings.Join(flat, ", ")+"]"...)
	}
	_, err := y.dec.Token()
	return err
}

// element writes one element after a dash.
func (y *yamlWriter) element(depth int, open json.Delim) error {
	y.indent(depth)
	y.out = append(y.out, '-')
	if open == '[' {
		return y.array(depth+1, " ")
	}
	return y.object(depth+1, " ")
}

// indent starts a line; a member right behind a dash stays on its line.
func (y *yamlWriter) indent(depth int) {
	if n := len(y.out); n > 0 && y.out[n-1] == '-' {
		y.out = append(y.out, ' ')
		return
	}
	y.out = append(y.out, '\n')
	for range depth {
		y.out = append(y.out, ' ', ' ')
	}
}

// yamlScalar is a JSON scalar as YAML. Strings are quoted as in JSON, which
// YAML reads alike, unless they are plain words.
func yamlScalar(tok json.Token) string {
	switch v := tok.(type) {
	case nil:
		return "null"
	case bool:
		return map[bool]string{true: "true", false: "false"}[v]
	case json.Number:
		return v.String()
	case string:
		return yamlKey(v)
	}
	panic("reports: unexpected JSON token")
}

// yamlKey leaves plain words bare and quotes everything else.
func yamlKey(s string) string {
	if plainWord(s) {
		return s
	}
	b, err := compactJSON(s)
	if err != nil {
		panic("reports: " + err.Error())
	}
	return string(b)
}

// plainWord reports whether YAML reads s as that very string without quotes.
func plainWord(s string) bool {
	switch strings.ToLower(s) {
	case "", "null", "true", "false", "yes", "no", "on", "off", "y", "n":
		return false
	}
	for i, c := range []byte(s) {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		later := c >= '0' && c <= '9' || c == '_' || c == '-'
		if !letter && (i == 0 || !later) {
			return false
		}
	}
	return true
}
