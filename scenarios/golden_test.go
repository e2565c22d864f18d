package scenarios

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares a text with testdata/name, or rewrites that.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s differs (-want +got); rewrite with go test ./scenarios -update\n%s", path, diff)
	}
}

// separator stands between the input of a golden file and what is expected.
const separator = "\n----\n"

// TestErrors plays testdata/errors/*.txt: overrides (lines "--set path=value"
// at the top) and a scenario above the line, all its errors below.
func TestErrors(t *testing.T) {
	files, err := filepath.Glob("testdata/errors/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no test data", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			input, _, _ := strings.Cut(string(text), separator)
			got := "no errors\n"
			if _, err := loadText(input); err != nil {
				got = err.Error() + "\n"
			}
			golden(t, "errors/"+filepath.Base(file), input+separator+got)
		})
	}
}

// loadText loads a scenario whose text begins with its overrides.
func loadText(input string) (*Scenario, error) {
	var overrides []Override
	for strings.HasPrefix(input, "--set ") {
		line, rest, _ := strings.Cut(input, "\n")
		path, value, _ := strings.Cut(strings.TrimPrefix(line, "--set "), "=")
		overrides = append(overrides, Override{Path: path, Value: value})
		input = rest
	}
	return Load("test.yaml", []byte(input), overrides)
}
