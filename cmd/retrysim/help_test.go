package main

import (
	"bytes"
	"context"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/mattn/go-runewidth"
)

// TestHelpGolden holds the whole help: every command and topic, 80 columns.
func TestHelpGolden(t *testing.T) {
	var all strings.Builder
	for _, words := range helpPages() {
		stdout, stderr, code := call(t, append([]string{"help"}, words...)...)
		if code != 0 || stderr != "" {
			t.Fatalf("help %v: exit code %d, stderr %q", words, code, stderr)
		}
		all.WriteString("$ retrysim help " + strings.Join(words, " ") + "\n" + stdout + "\n")
	}
	got := all.String()
	for line := range strings.Lines(got) {
		if n := runewidth.StringWidth(strings.TrimSuffix(line, "\n")); n > 80 {
			t.Errorf("a line of %d columns: %s", n, line)
		}
	}
	const golden = "testdata/help.golden"
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("help differs from %s (-want +got; -update rewrites it):\n%s", golden, diff)
	}
}

// TestHelpAgrees asks for the same page in three ways.
func TestHelpAgrees(t *testing.T) {
	help, _, _ := call(t, "help", "run")
	flag, _, _ := call(t, "run", "--help")
	short, _, _ := call(t, "run", "-h")
	if help != flag || help != short {
		t.Error("`help run`, `run --help` and `run -h` differ")
	}
}

// helpPages are the words behind `help` for every command and topic.
func helpPages() [][]string {
	root := (&app{}).root()
	pages := [][]string{nil}
	for _, c := range root.Commands() {
		if c.Name() == "help" {
			continue
		}
		pages = append(pages, []string{c.Name()})
		for _, sub := range c.Commands() {
			pages = append(pages, []string{c.Name(), sub.Name()})
		}
	}
	return pages
}

// TestExamplesParse reads every example of the help and sees that its command
// and its flags exist.
func TestExamplesParse(t *testing.T) {
	seen := 0
	for _, words := range helpPages() {
		cmd, _, err := (&app{}).root().Find(words)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.ReplaceAll(cmd.Example, "\\\n", " ")
		for _, m := range regexp.MustCompile(`(?m)^\s*(?:source <\()?retrysim ([^)>\n]*)`).FindAllStringSubmatch(text, -1) {
			seen++
			root := (&app{}).root()
			target, rest, err := root.Find(fields(m[1]))
			if err == nil {
				err = target.ParseFlags(joinOptional(rest))
			}
			if err != nil || target == root {
				t.Errorf("example %q of %v: %v", m[1], words, err)
			}
		}
	}
	if seen < 30 {
		t.Errorf("found only %d examples", seen)
	}
}

// fields splits a command line at blanks outside double quotes.
func fields(line string) []string {
	var words []string
	for i, part := range strings.Split(line, `"`) {
		if i%2 == 1 {
			words = append(words, part)
			continue
		}
		words = append(words, strings.Fields(part)...)
	}
	return words
}

// call runs the program within the test, with an empty environment.
func call(t *testing.T, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	var out, err bytes.Buffer
	code = Main(context.Background(), args, strings.NewReader(""), &out, &err, nil)
	return out.String(), err.String(), code
}
