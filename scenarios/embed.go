package scenarios

import (
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// shipped are the scenarios that come with the program.
//
//go:embed *.yaml
var shipped embed.FS

const yamlSuffix = ".yaml"

// Names lists the shipped scenarios in alphabetical order.
func Names() []string {
	entries, err := fs.ReadDir(shipped, ".")
	if err != nil {
		panic("scenarios: " + err.Error())
	}
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), yamlSuffix))
	}
	slices.Sort(names)
	return names
}

// Source is the text of a shipped scenario.
func Source(name string) (text []byte, ok bool) {
	text, err := shipped.ReadFile(name + yamlSuffix)
	return text, err == nil
}

// About is what a shipped scenario says that it shows.
func About(name string) string {
	text, _ := Source(name)
	root, _ := parseTree(name, text)
	if root == nil {
		return ""
	}
	if about := root.get("about"); about != nil {
		return about.text
	}
	return ""
}

// Open finds the text of a scenario: - is stdin, else a shipped name, else a
// file. name is what positions call it.
func Open(ref string, stdin io.Reader) (name string, src []byte, err error) {
	if ref == "-" {
		src, err = readLimited(stdin)
		return "stdin", src, err
	}
	if text, ok := Source(ref); ok {
		return ref + yamlSuffix, text, nil
	}
	file, err := os.Open(ref)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) && !strings.ContainsAny(ref, "/\\") && !strings.HasSuffix(ref, yamlSuffix) {
			return "", nil, fmt.Errorf("no shipped scenario and no file %q; %s", ref, hint(ref, Names()))
		}
		return "", nil, fmt.Errorf("cannot read the scenario: %w", err)
	}
	defer file.Close()
	src, err = readLimited(file)
	return ref, src, err
}

// readLimited reads one byte more than a scenario may have, so that Load can
// say that it is too large.
func readLimited(r io.Reader) ([]byte, error) {
	src, err := io.ReadAll(io.LimitReader(r, maxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("cannot read the scenario: %w", err)
	}
	return src, nil
}
