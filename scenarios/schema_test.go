package scenarios

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

func compileSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(Schema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("scenario.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("scenario.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// validate checks the text of a scenario against the schema, as an editor would.
func validate(t *testing.T, schema *jsonschema.Schema, text string) error {
	t.Helper()
	root, errs := parseTree("x", []byte(text))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	var b strings.Builder
	root.json(&b)
	var doc any
	if err := json.Unmarshal([]byte(b.String()), &doc); err != nil {
		t.Fatal(err)
	}
	return schema.Validate(doc)
}

// TestSchema: the schema is golden, every shipped scenario is valid by it, and
// mistakes that the loader finds in single values are mistakes by it too.
func TestSchema(t *testing.T) {
	golden(t, "schema.json", string(Schema()))
	schema := compileSchema(t)
	for _, name := range Names() {
		text, _ := Source(name)
		if err := validate(t, schema, string(text)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := validate(t, schema, Init("x")); err != nil {
		t.Errorf("init: %v", err)
	}
	for _, change := range [][2]string{
		{"until: 5m", "until: 5"},
		{"until: 5m", "untill: 5m"},
		{"poisson: 4/s", "poisson: 4"},
		{"poisson: 4/s", "poison: 4/s"},
		{"servers: 4", "servers: -1"},
		{"service: 100ms", "service: {expo: {mean: 3s}}"},
		{"preset: indexer", "preset: indexr"},
		{"version: 1", "version: 2"},
		{"name: small\n", ""},
		{"burst: 7", "burst: many"},
	} {
		text := strings.Replace(small, change[0], change[1], 1)
		if text == small {
			t.Fatalf("%q is not in the text", change[0])
		}
		if validate(t, schema, text) == nil {
			t.Errorf("the schema lets %q through", change[1])
		}
		if _, err := Load("x", []byte(text), nil); err == nil {
			t.Errorf("the loader lets %q through", change[1])
		}
	}
}
