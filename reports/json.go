package reports

import (
	"bytes"
	"encoding/json"
	"io"

	"retrysim/sim/result"
)

// WriteJSON writes r as it is, indented, in the schema retrysim.result/v1.
// Arrays of numbers stand on one line. The lists that every result has, its
// faults and rows, are empty rather than null.
func WriteJSON(w io.Writer, r *result.Result, _ Options) error { return writeJSON(w, withLists(r)) }

// withLists is a copy of r whose faults and rows are never null.
func withLists(r *result.Result) *result.Result {
	c := *r
	if c.Faults == nil {
		c.Faults = []result.FaultWindow{}
	}
	if c.Policies == nil {
		c.Policies = []result.PolicyResult{}
	}
	return &c
}

// writeJSON writes any value as indented JSON with a newline at the end.
func writeJSON(w io.Writer, v any) error {
	b, err := compactJSON(v)
	if err != nil {
		return err
	}
	_, err = w.Write(append(indentJSON(b), '\n'))
	return err
}

// compactJSON is v as JSON, its text not escaped for HTML.
func compactJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSpace(b.Bytes()), nil
}

// jsonString returns the string literal at the start of b.
func jsonString(b []byte) []byte {
	for i := 1; i < len(b); i++ {
		switch b[i] {
		case '\\':
			i++
		case '"':
			return b[:i+1]
		}
	}
	panic("reports: unfinished JSON string")
}

// flatArray returns the array at the start of b if all its elements are
// numbers, strings, true, false or null, else nil.
func flatArray(b []byte) []byte {
	for i := 1; i < len(b); i++ {
		switch b[i] {
		case '[', '{':
			return nil
		case ']':
			return b[:i+1]
		case '"':
			i += len(jsonString(b[i:])) - 1
		}
	}
	panic("reports: unfinished JSON array")
}

// indentJSON indents compact JSON by two spaces a level and keeps flat arrays
// on one line.
func indentJSON(b []byte) []byte {
	var out []byte
	depth := 0
	newline := func() {
		out = append(out, '\n')
		for range depth {
			out = append(out, ' ', ' ')
		}
	}
	for i := 0; i < len(b); i++ {
		switch c := b[i]; c {
		case '"':
			s := jsonString(b[i:])
			out, i = append(out, s...), i+len(s)-1
		case '[', '{':
			if c == '{' && b[i+1] == '}' {
				out, i = append(out, '{', '}'), i+1
			} else if flat := flatOrNil(c, b[i:]); flat != nil {
				out, i = append(out, spaced(flat)...), i+len(flat)-1
			} else {
				out, depth = append(out, c), depth+1
				newline()
			}
		case ']', '}':
			depth--
			newline()
			out = append(out, c)
		case ',':
			out = append(out, c)
			newline()
		case ':':
			out = append(out, ':', ' ')
		default:
			out = append(out, c)
		}
	}
	return out
}

// flatOrNil is flatArray for an array, nil for an object.
func flatOrNil(c byte, b []byte) []byte {
	if c != '[' {
		return nil
	}
	return flatArray(b)
}

// spaced puts a space after the commas of a flat array.
func spaced(b []byte) []byte {
	var out []byte
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '"':
			s := jsonString(b[i:])
			out, i = append(out, s...), i+len(s)-1
		case ',':
			out = append(out, ',', ' ')
		default:
			out = append(out, b[i])
		}
	}
	return out
}
