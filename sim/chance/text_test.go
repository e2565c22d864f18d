package chance

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"
)

var update = flag.Bool("update", false, "rewrite the outputs in testdata")

// TestText runs testdata/NAME.txt for every member: distributions as scenario
// files write them above the line, below it what they are and the first draws of
// five jobs, or what is wrong with them.
func TestText(t *testing.T) {
	for _, m := range Catalogue() {
		t.Run(m.Name, func(t *testing.T) {
			path := filepath.Join("testdata", m.Name+".txt")
			content, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			input, want, found := strings.Cut(string(content), "----\n")
			if !found && !*update {
				t.Fatalf("%s has no line of four dashes", path)
			}
			got := play(t, input)
			if *update {
				if err := os.WriteFile(path, []byte(input+"----\n"+got), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if got != want {
				t.Errorf("%s: got\n%s\nwant\n%s\nrewrite with: go test ./sim/chance -run TestText -update", path, got, want)
			}
		})
	}
}

func play(t *testing.T, input string) string {
	var out strings.Builder
	for line := range strings.Lines(input) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		var raw any
		if err := yaml.Unmarshal([]byte(line), &raw); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		d := decode(t, raw)
		fmt.Fprintf(&out, "%v\n", d)
		if err := d.Validate(); err != nil {
			fmt.Fprintf(&out, "  %s\n", strings.ReplaceAll(err.Error(), "\n", "\n  "))
			continue
		}
		fmt.Fprintf(&out, "  mean %v, cv2 %.4g\n ", d.Mean(), d.CV2())
		for job := range 5 {
			s := serviceKey(job).Stream()
			fmt.Fprintf(&out, " %v", d.Sample(&s))
		}
		out.WriteString("\n")
	}
	return out.String()
}

// decode builds a distribution from its YAML, as little of it as these tests
// need: it also shows that the tags suffice for a loader.
func decode(t *testing.T, raw any) Distribution {
	form, ok := raw.(map[string]any)
	if !ok {
		form = map[string]any{"constant": raw}
	}
	for name, body := range form { // one key
		m, ok := Find(name)
		if !ok {
			t.Fatalf("unknown distribution %s", name)
		}
		d := m.New()
		fields, ok := body.(map[string]any)
		if !ok {
			fields = map[string]any{m.Bare: body}
		}
		decodeStruct(t, reflect.ValueOf(d).Elem(), fields)
		return d
	}
	t.Fatal("an empty map is no distribution")
	return nil
}

func decodeStruct(t *testing.T, v reflect.Value, fields map[string]any) {
	known := 0
	for i := range v.NumField() {
		if raw, ok := fields[v.Type().Field(i).Tag.Get("yaml")]; ok {
			decodeValue(t, v.Field(i), raw)
			known++
		}
	}
	if known != len(fields) {
		t.Fatalf("%v: an unknown field among %v", v.Type(), fields)
	}
}

func decodeValue(t *testing.T, x reflect.Value, raw any) {
	switch {
	case x.Kind() == reflect.Slice:
		for _, item := range raw.([]any) {
			one := reflect.New(x.Type().Elem()).Elem()
			decodeStruct(t, one, item.(map[string]any))
			x.Set(reflect.Append(x, one))
		}
	case x.Kind() == reflect.Interface:
		x.Set(reflect.ValueOf(decode(t, raw)))
	case x.Kind() == reflect.String:
		x.SetString(raw.(string))
	case x.Type() == reflect.TypeFor[time.Duration]():
		d, err := time.ParseDuration(fmt.Sprint(raw))
		if err != nil {
			t.Fatal(err)
		}
		x.SetInt(int64(d))
	default:
		decodeNumber(t, x, fmt.Sprint(raw))
	}
}

// decodeNumber knows 60%, 300/s and bare numbers.
func decodeNumber(t *testing.T, x reflect.Value, text string) {
	percent := strings.HasSuffix(text, "%")
	n, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSuffix(text, "%"), "/s"), 64)
	if err != nil {
		t.Fatal(err)
	}
	if percent {
		n /= 100
	}
	if x.Kind() == reflect.Int {
		x.SetInt(int64(n))
		return
	}
	x.SetFloat(n)
}
