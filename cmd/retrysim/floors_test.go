package main

import (
	"go/build"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// floor is one line of testdata/floors.txt.
type floor struct {
	number int
	only   []string // nil: any lower floor
	std    bool
}

// TestFloors holds the import order of the module: testdata/floors.txt.
func TestFloors(t *testing.T) {
	floors := readFloors(t)
	seen := 0
	for _, dir := range packageDirs(t, "../..") {
		pkg, err := build.ImportDir(filepath.Join("../..", dir), 0)
		if err != nil {
			t.Errorf("%s: %v", dir, err)
			continue
		}
		seen++
		own, ok := floors[dir]
		if !ok {
			t.Errorf("package %s has no floor: add it to testdata/floors.txt", dir)
			continue
		}
		for _, imported := range slices.Concat(pkg.Imports, pkg.TestImports) {
			if reason := forbidden(own, imported, floors); reason != "" {
				t.Errorf("%s imports %s: %s", dir, imported, reason)
			}
		}
	}
	if seen < 5 {
		t.Errorf("found only %d packages: the walk is broken", seen)
	}
}

// forbidden says why a package on floor own may not import path, or "".
func forbidden(own floor, path string, floors map[string]floor) string {
	name, ours := strings.CutPrefix(path, "retrysim/")
	first, _, _ := strings.Cut(path, "/")
	switch {
	case !ours && own.std && strings.Contains(first, "."):
		return "it imports the standard library only"
	case !ours:
		return ""
	}
	other, known := floors[name]
	switch {
	case !known:
		return "that package has no floor"
	case own.std:
		return "it imports the standard library only"
	case own.only != nil && !slices.Contains(own.only, name):
		return "of ours it imports only " + strings.Join(own.only, ", ")
	case other.number >= own.number:
		return "floor " + strconv.Itoa(own.number) + " imports only lower floors, not " + strconv.Itoa(other.number)
	}
	return ""
}

// TestForbidden keeps the test above able to fail.
func TestForbidden(t *testing.T) {
	floors := readFloors(t)
	for _, c := range []struct {
		from, imports string
		wrong         bool
	}{
		{"sim", "retrysim/policies", false},
		{"policies", "retrysim/sim", true},
		{"policies", "retrysim/sim/result", true},
		{"policies", "math/rand/v2", false},
		{"policies", "gonum.org/v1/gonum/stat", true},
		{"reports", "retrysim/sim/result", false},
		{"reports", "retrysim/policies", true},
		{"sim/model", "retrysim/sim/ledger", true},
		{"sim/study", "retrysim/nowhere", true},
	} {
		if got := forbidden(floors[c.from], c.imports, floors); (got != "") != c.wrong {
			t.Errorf("%s imports %s: forbidden says %q", c.from, c.imports, got)
		}
	}
}

// readFloors reads testdata/floors.txt.
func readFloors(t *testing.T) map[string]floor {
	t.Helper()
	text, err := os.ReadFile("testdata/floors.txt")
	if err != nil {
		t.Fatal(err)
	}
	floors := map[string]floor{}
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		if len(words) == 0 || words[0] == "#" || strings.HasPrefix(words[0], "#") {
			continue
		}
		number, err := strconv.Atoi(words[0])
		if err != nil || len(words) < 2 {
			t.Fatalf("testdata/floors.txt: cannot read %q", line)
		}
		f := floor{number: number}
		if len(words) > 2 {
			f.std = words[2] == "std:"
			if words[2] == "only:" {
				f.only = words[3:]
			}
		}
		floors[words[1]] = f
	}
	return floors
}

// packageDirs lists the folders below root that hold Go packages of this
// module, slash-separated and in order.
func packageDirs(t *testing.T, root string) []string {
	t.Helper()
	var dirs []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel := filepath.ToSlash(strings.TrimPrefix(strings.TrimPrefix(path, root), string(filepath.Separator)))
		if !d.IsDir() || rel == "" {
			return nil
		}
		if strings.HasPrefix(d.Name(), ".") || slices.Contains([]string{"testdata", "tools", "out"}, d.Name()) {
			return fs.SkipDir
		}
		sources, err := filepath.Glob(filepath.Join(path, "*.go"))
		if len(sources) > 0 {
			dirs = append(dirs, rel)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return dirs
}
