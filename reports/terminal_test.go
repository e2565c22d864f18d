package reports

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The chart of every fixture stays within the page, is plain ASCII on demand,
// tells the same without colour, and is what we read when we last looked at it.
func TestHerdGolden(t *testing.T) {
	for name, r := range chartFixtures() {
		plain := render(t, func(b *bytes.Buffer) error { return WriteHerd(b, r, Options{}) })
		golden(t, name+".herd", plain)
		colour := render(t, func(b *bytes.Buffer) error { return WriteHerd(b, r, Options{Color: true}) })
		if diff := cmp.Diff(string(plain), stripInk(string(colour))); diff != "" {
			t.Errorf("%s: colour changes the text:\n%s", name, diff)
		}
		for _, width := range []int{60, 80, 130} {
			for l := range strings.Lines(string(render(t, func(b *bytes.Buffer) error { return WriteHerd(b, r, Options{Width: width}) }))) {
				if n := columns(strings.TrimRight(l, "\n")); n > width {
					t.Errorf("%s at width %d has a line of %d columns: %q", name, width, n, l)
				}
			}
		}
		ascii := render(t, func(b *bytes.Buffer) error { return WriteHerd(b, r, Options{ASCII: true}) })
		if name == "eight" {
			golden(t, name+".ascii.herd", ascii)
		}
		for _, c := range string(ascii) {
			if c > '~' {
				t.Errorf("%s: %q is not ASCII", name, c)
				break
			}
		}
		if WriteHerd(&failing{40}, r, Options{}) == nil && len(plain) > 40 {
			t.Errorf("%s swallows a write error", name)
		}
	}
}

// Retries and first attempts have different signs in every cell, so the chart
// can be read without colour.
func TestHerdSignsDiffer(t *testing.T) {
	for _, s := range []signs{blockSigns, asciiSigns} {
		seen := map[string]bool{}
		for _, sign := range append([]string{s.first, s.replays, s.hedges, s.capacity, " "}, s.retries...) {
			if seen[sign] || columns(sign) != 1 {
				t.Errorf("%q is used twice or is not one column wide", sign)
			}
			seen[sign] = true
		}
	}
}
