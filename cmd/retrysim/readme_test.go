package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// skippedLines are commands of README.md that are not run here, and why.
var skippedLines = map[string]string{
	"make run":    "takes a minute; .ci/run builds, and the scripts run the same commands",
	"make test":   "would run this test within itself",
	"make truths": "takes half an hour",
	"make bench":  "takes minutes",
	"make check":  "builds the linters; .ci/run runs it",
	"make fuzz":   "runs for as long as one lets it; .ci/run runs it for seconds",

	"retrysim check indexer-outage -n 100 -q": "500 runs; the check script runs the verb, the line below it this scenario",
}

// TestReadmeCommands runs every line of README.md's ```sh blocks that begins
// with retrysim or make, in order and in one folder, so that a later line finds
// what an earlier one wrote. Exit codes 3 and 4 are answers.
func TestReadmeCommands(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	lines := readmeLines(string(text))
	if len(lines) < 2 {
		t.Fatalf("README.md shows %d commands in ```sh blocks: the first screen needs two", len(lines))
	}
	dir := t.TempDir()
	bin := linkSelf(t, dir)
	for _, full := range lines {
		line, comment, _ := strings.Cut(full, " #")
		line = strings.TrimSpace(line)
		if skipped(line) {
			continue
		}
		if words := strings.Fields(line); words[0] == "make" {
			checkTarget(t, words[1:])
			continue
		}
		runLine(t, line, comment, dir, bin)
	}
}

// readmeLines are the commands with their comments, continued lines joined.
func readmeLines(text string) []string {
	var lines []string
	inside := false
	joined := strings.ReplaceAll(text, "\\\n", " ")
	for line := range strings.Lines(joined) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "```"):
			inside = !inside && line == "```sh"
		case inside:
			line = strings.TrimPrefix(strings.TrimPrefix(line, "$ "), "./")
			if strings.HasPrefix(line, "retrysim") || strings.HasPrefix(line, "make ") || strings.Contains(line, "; make ") || strings.Contains(line, "=") && strings.Contains(line, " retrysim ") {
				lines = append(lines, strings.TrimSpace(line))
			}
		}
	}
	return lines
}

// skipped reports whether a line is on the list: as it stands, or as the last
// part of `git clone ...; make run`.
func skipped(line string) bool {
	for known := range skippedLines {
		if line == known || strings.HasSuffix(line, "; "+known) || strings.HasSuffix(line, "&& "+known) {
			return true
		}
	}
	return false
}

// checkTarget sees that the Makefile has the targets.
func checkTarget(t *testing.T, targets []string) {
	t.Helper()
	makefile, err := os.ReadFile("../../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	for _, target := range targets {
		if !strings.Contains(target, "=") && !strings.Contains(string(makefile), "\n"+target+":") {
			t.Errorf("README.md: make has no target %s", target)
		}
	}
}

// linkSelf puts this test binary, which testscript.Main makes a retrysim when
// it is called so, into a folder for PATH.
func linkSelf(t *testing.T, dir string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(dir, ".bin")
	if err := errors.Join(os.Mkdir(bin, 0o755), os.Symlink(self, filepath.Join(bin, "retrysim"))); err != nil {
		t.Fatal(err)
	}
	return bin
}

// runLine runs one line with a shell, as a reader would.
func runLine(t *testing.T, line, comment, dir, bin string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-c", line)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "XDG_DATA_HOME="+dir,
		"RETRYSIM_REPS=2") // where the line itself names no other number: the test is about the commands
	out, err := cmd.CombinedOutput()
	code := cmd.ProcessState.ExitCode()
	if _, want, asked := strings.Cut(comment, "exit code "); asked {
		if got := strconv.Itoa(code); !strings.HasPrefix(want, got) {
			t.Errorf("README.md: %s: exit code %s, not %s\n%s", line, got, want, out)
		}
		return
	}
	if err != nil && code != codeNegative && code != codeInconclusive {
		t.Errorf("README.md: %s: %v\n%s", line, err, out)
	}
}
