package reports

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"

	"retrysim/sim/result"
)

// Every format of the catalogue bears every fixture, and what it writes is what
// we read when we last looked at it. The long series are cut from the goldens
// of json and yaml.
func TestFormatsGolden(t *testing.T) {
	for _, f := range Formats() {
		for name, r := range fixtures() {
			if f.Name == "json" || f.Name == "yaml" {
				thin(r)
			}
			verb := "compare"
			if len(r.Policies) == 1 {
				verb = "run"
			}
			got := render(t, func(b *bytes.Buffer) error { return Write(b, f.Name, r, Options{Verb: verb}) })
			golden(t, name+"."+f.Name, got)
			again := render(t, func(b *bytes.Buffer) error { return Write(b, f.Name, r, Options{Verb: verb}) })
			if !bytes.Equal(got, again) {
				t.Errorf("%s of %s is not the same twice", f.Name, name)
			}
		}
	}
}

// thin keeps five bins of every series and two rows.
func thin(r *result.Result) {
	r.Policies = r.Policies[:min(2, len(r.Policies))]
	for i := range r.Policies {
		for _, m := range []map[string][]float64{r.Policies[i].Series, r.Policies[i].SeriesP05, r.Policies[i].SeriesP95} {
			for k, v := range m {
				m[k] = v[:min(5, len(v))]
			}
		}
		delete(r.Policies[i].Histograms, "completion_s")
	}
}

// No line of the table passes the page, and colour changes nothing but colour.
func TestTableWidthAndColour(t *testing.T) {
	for name, r := range fixtures() {
		for _, width := range []int{60, 80, 120} {
			plain := render(t, func(b *bytes.Buffer) error { return WriteTable(b, r, Options{Width: width}) })
			for l := range strings.Lines(string(plain)) {
				if n := columns(strings.TrimRight(l, "\n")); n > width {
					t.Errorf("%s at width %d has a line of %d columns: %q", name, width, n, l)
				}
			}
			colour := render(t, func(b *bytes.Buffer) error { return WriteTable(b, r, Options{Width: width, Color: true}) })
			if stripped := stripInk(string(colour)); stripped != string(plain) {
				t.Errorf("%s: colour changes the text:\n%s", name, cmp.Diff(string(plain), stripped))
			}
		}
	}
}

// stripInk removes colours and the spaces that they kept at the end of a line.
func stripInk(s string) string {
	for _, code := range []string{inkBetter, inkWorse, inkDoubt, inkFirst, inkReplay, inkQuiet, inkBold, inkOff} {
		s = strings.ReplaceAll(s, code, "")
	}
	var out strings.Builder
	for l := range strings.Lines(s) {
		out.WriteString(strings.TrimRight(l, " \n") + "\n")
	}
	return out.String()
}

// Rows that differ only in the middle of long names stay apart.
func TestTableKeepsRowsApart(t *testing.T) {
	r := fixture()
	for i, mid := range []string{"0.1", "0.2", "0.3", "0.4", "0.5", "0.6"} {
		old, name := r.Policies[i].Name, "exponential,base=2s,jitter="+mid+",max_attempts=5,cap=60s@candidate-of-the-search"
		r.Policies[i].Name = name
		for k := range r.Comparison {
			if r.Comparison[k].Policy == old {
				r.Comparison[k].Policy = name
			}
		}
	}
	cells := [][]string{{"head"}}
	for i := range r.Policies {
		cells = append(cells, []string{r.Policies[i].Name, strings.Repeat("x", 50)})
	}
	(&page{}).fitNames(cells, nil)
	seen := map[string]bool{}
	for _, c := range cells {
		if seen[c[0]] || columns(c[0]) > 30 {
			t.Errorf("two rows are called %q, or it is too long", c[0])
		}
		seen[c[0]] = true
	}
}

// What json writes reads back as the same Result; yaml holds the same data in
// the same order, as another reader of YAML sees it.
func TestJSONAndYAMLRoundTrip(t *testing.T) {
	for name, r := range fixtures() {
		thin(r)
		r.Scenario.Source = "name: x # \"quoted\"\n\t- weird: {yes}\n\u2028é"
		b := render(t, func(b *bytes.Buffer) error { return WriteJSON(b, r, Options{}) })
		var back result.Result
		if err := json.Unmarshal(b, &back); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if again := render(t, func(b *bytes.Buffer) error { return WriteJSON(b, &back, Options{}) }); !bytes.Equal(b, again) {
			t.Errorf("%s does not read back: %s", name, cmp.Diff(string(b), string(again)))
		}
		y := render(t, func(b *bytes.Buffer) error { return WriteYAML(b, r, Options{}) })
		var fromYAML yaml.MapSlice
		if err := yaml.UnmarshalWithOptions(y, &fromYAML, yaml.UseOrderedMap()); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var plain, fromJSON any
		yamlErr := yaml.Unmarshal(y, &plain)
		if err := errors.Join(yamlErr, json.Unmarshal(b, &fromJSON)); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(fromJSON, floats(plain)); diff != "" {
			t.Errorf("%s: yaml differs from json:\n%s", name, diff)
		}
		if fromYAML[0].Key != "schema" || fromYAML[3].Key != "seed" {
			t.Errorf("%s: yaml has another order: %v, %v", name, fromYAML[0].Key, fromYAML[3].Key)
		}
	}
}

// floats turns the integers of a YAML reader into the floats of a JSON reader.
func floats(v any) any {
	switch x := v.(type) {
	case map[string]any:
		for k := range x {
			x[k] = floats(x[k])
		}
	case []any:
		for i := range x {
			x[i] = floats(x[i])
		}
	case uint64:
		return float64(x)
	case int64:
		return float64(x)
	}
	return v
}

func TestIndentJSONKeepsTheData(t *testing.T) {
	for _, s := range []string{`{}`, `[]`, `[[1,2],[]]`, `{"a":"x,[{\"}]","b":[1,"a,b",null],"c":{},"d":[{"e":[]}]}`} {
		var b bytes.Buffer
		if err := json.Compact(&b, indentJSON([]byte(s))); err != nil || b.String() != s {
			t.Errorf("%s became %s (%v)", s, b.String(), err)
		}
	}
}

func TestUnknownFormat(t *testing.T) {
	err := Write(&bytes.Buffer{}, "xml", fixtureOne(), Options{})
	if err == nil || err.Error() != `unknown format "xml": the formats are table, wide, json, yaml, csv, md` {
		t.Errorf("got %v", err)
	}
}

// failing accepts so many bytes and then fails, like a full disk.
type failing struct{ left int }

func (f *failing) Write(b []byte) (int, error) {
	if f.left -= len(b); f.left < 0 {
		return 0, errors.New("disk full")
	}
	return len(b), nil
}

// Each format returns the error of its writer.
func TestFormatsReturnWriteErrors(t *testing.T) {
	for _, f := range Formats() {
		for _, room := range []int{0, 300} {
			if err := f.Write(&failing{room}, fixture(), Options{}); err == nil {
				t.Errorf("%s swallows a write error after %d bytes", f.Name, room)
			}
		}
	}
}

// Control characters in names cannot reach a terminal.
func TestNoEscapesFromNames(t *testing.T) {
	r := fixtureOne()
	r.Policies[0].Name, r.Scenario.Name = "evil\x1b[2J\x07", "a\nb"
	r.Warnings = []result.Warning{{Code: "c", Message: "\x1b]0;title\x07"}}
	for _, name := range []string{"table", "wide", "md"} {
		got := render(t, func(b *bytes.Buffer) error { return Write(b, name, r, Options{}) })
		if bytes.ContainsAny(got, "\x1b\x07") {
			t.Errorf("%s passes control characters on", name)
		}
	}
}
