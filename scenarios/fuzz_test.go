package scenarios

import (
	"strings"
	"testing"
)

// FuzzLoad: any bytes give a scenario all of whose rows can be planned, or
// errors that say something; never a panic.
func FuzzLoad(f *testing.F) {
	for _, name := range Names() {
		text, _ := Source(name)
		f.Add(text, "timeline.outage.for", "20m")
	}
	f.Add([]byte(small), "policies.*.jitter", "{plus_minus: 0.3}")
	f.Add([]byte(Init("x")), "jobs.a.arrive.batch.burst", "null")
	for _, text := range []string{
		"", "a", "[", "{", "- - - -", "? a\n: b", "&a [*a]", "a: &a\n  b: *a", "!!str x", "a: |\n  b\n", "\xff", "\ufeffversion: 1",
		"version: 1\nrun: &r {until: 1m}\njobs: {<<: *r}", strings.Repeat("[", 5000), strings.Repeat("{a: ", 5000),
		strings.Repeat("- ", 5000), strings.Repeat("a:\n ", 300), "a: 'x", "a: \"\\x", "%YAML 1.1\n---\n", "--- |\n x\n...\n",
	} {
		f.Add([]byte(text), "a.b.c", "[x, {y: z}]")
	}
	f.Fuzz(func(t *testing.T, text []byte, path, value string) {
		for _, overrides := range [][]Override{nil, {{Path: path, Value: value}}} {
			s, err := Load("fuzz.yaml", text, overrides)
			if err != nil {
				if s != nil || strings.TrimSpace(err.Error()) == "" {
					t.Fatalf("scenario %v, error %q", s, err)
				}
				continue
			}
			for _, row := range s.Rows() {
				if _, err := s.Plan(row); err != nil {
					t.Fatalf("row %q of a valid scenario: %v", row, err)
				}
			}
			s.Digest()
			s.Defaults()
		}
	})
}
