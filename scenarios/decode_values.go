package scenarios

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// number decodes a quantity by its parser and checks its range.
func (d *decoder) number(n *Node, v reflect.Value, f *field, example string, parse func(string) (float64, error)) {
	text, ok := d.scalar(n, example)
	if !ok {
		return
	}
	x, err := parse(text)
	if err != nil {
		d.failErr(n, err)
		return
	}
	if !within(f.legal, x, parse) {
		d.fail(n, shorten(text)+" is out of range", "legal: "+f.legal)
		return
	}
	if v.Kind() == reflect.Float64 {
		v.SetFloat(x)
	} else {
		v.SetInt(int64(x))
	}
}

func (d *decoder) count(n *Node, v reflect.Value, f *field) {
	text, ok := d.scalar(n, "a whole number, or unlimited")
	if !ok {
		return
	}
	c, err := ParseCount(text)
	if err != nil {
		d.failErr(n, err)
		return
	}
	if c != Unlimited && !within(f.legal, float64(c), number64) {
		d.fail(n, shorten(text)+" is out of range", "legal: "+f.legal+", or unlimited")
		return
	}
	v.SetInt(int64(c))
}

func (d *decoder) integer(n *Node, v reflect.Value, f *field) {
	text, ok := d.scalar(n, "a whole number")
	if !ok {
		return
	}
	if v.Kind() == reflect.Uint64 {
		u, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			d.fail(n, fmt.Sprintf("%q is not a whole number from 0 to 2^64-1", shorten(text)), "write one, for example 42")
		}
		v.SetUint(u)
		return
	}
	i, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		d.fail(n, fmt.Sprintf("%q is not a whole number", shorten(text)), "write one, for example 8")
		return
	}
	if !within(f.legal, float64(i), number64) {
		d.fail(n, text+" is out of range", "legal: "+f.legal)
		return
	}
	v.SetInt(i)
}

func (d *decoder) boolean(n *Node, v reflect.Value) {
	text, ok := d.scalar(n, "true or false")
	if !ok {
		return
	}
	switch strings.ToLower(text) {
	case "true", "false":
		if text == strings.ToLower(text) {
			v.SetBool(text == "true")
			return
		}
		fallthrough
	case "on", "yes", "y":
		d.fail(n, fmt.Sprintf("the word %q is not a boolean here", text), "write "+truth(text))
	case "off", "no", "n":
		d.fail(n, fmt.Sprintf("the word %q is not a boolean here", text), "write false")
	default:
		d.fail(n, fmt.Sprintf("%q is neither true nor false", shorten(text)), "write true or false")
	}
}

func truth(text string) string {
	if strings.EqualFold(text, "false") {
		return "false"
	}
	return "true"
}

func (d *decoder) word(n *Node, v reflect.Value, f *field) {
	example := "a word"
	if len(f.words) > 0 {
		example = strings.Join(f.words, " or ")
	}
	text, ok := d.scalar(n, example)
	if !ok {
		return
	}
	if len(f.words) > 0 && !contains(f.words, text) {
		d.fail(n, fmt.Sprintf("unknown word %q", shorten(text)), hint(text, f.words))
		return
	}
	v.SetString(text)
}

func contains(words []string, word string) bool {
	for _, w := range words {
		if w == word {
			return true
		}
	}
	return false
}
