package scenarios

import (
	"fmt"
	"strings"
	"testing"
)

// TestHostile: a megabyte of anything is refused before the YAML library, whose
// time grows with the square of what it reads, can spend minutes on it. The
// test has no clock; without the limits of parse.go it runs for an hour.
func TestHostile(t *testing.T) {
	megabyte := func(text string) string { return strings.Repeat(text, (maxBytes-20)/len(text)) }
	var keys, events strings.Builder
	for i := 0; keys.Len() < maxBytes-40; i++ {
		fmt.Fprintf(&keys, "k%d: 1\n", i)
		events.WriteString(" - {fault: refuse, at: refuse.end}\n")
	}
	for _, text := range []string{
		keys.String(), "timeline:\n" + events.String(), "timeline:\n" + events.String()[:35*maxEvents*2],
		"a:\n" + megabyte("- x\n"), "a: [" + megabyte("x,") + "]", megabyte("# x\n"), megabyte("a:"), megabyte("[]"), megabyte("{}"),
		megabyte("\n"), megabyte("'"), megabyte("-\n"), megabyte("&a "), "a: |\n" + megabyte(" x\n"), megabyte("! "),
		megabyte("!!a "), megabyte("*a\n"), megabyte("a: <<\n"), megabyte("? "), megabyte("}"), megabyte("{a: b}\n"),
		megabyte("- - - a\n"), megabyte("x"), "a: \"" + megabyte("x") + "\"", megabyte("["), megabyte(" "),
	} {
		_, err := Load("hostile.yaml", []byte(text), nil)
		if err == nil {
			t.Errorf("%.20q... is not refused", text)
		} else if n := len(err.Error()); n > 100_000 {
			t.Errorf("%.20q...: an error of %d bytes", text, n)
		}
	}
}

// TestByteOrderMark: a mark in front changes nothing, also not where errors
// stand; anywhere else it is a character that nobody sees.
func TestByteOrderMark(t *testing.T) {
	plain, marked := load(t, Init("mine")), load(t, "\ufeff"+Init("mine"))
	if plain.Digest() != marked.Digest() {
		t.Error("the mark changes the digest")
	}
	for text, want := range map[string]string{
		"\ufeffversoin: 1":       "mark.yaml:1:1: versoin: unknown key",
		"\ufeff\ufeffversion: 1": "mark.yaml:1:1: the character U+FEFF",
		"version: 1\n\ufeff":     "mark.yaml:2:1: the character U+FEFF",
	} {
		if _, err := Load("mark.yaml", []byte(text), nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
	}
}
