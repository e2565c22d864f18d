package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestInterruptedTable: before the first replication is finished a table has
// nothing to show, and neither has a picture.
func TestInterruptedTable(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	dir := t.TempDir()
	env := []string{"XDG_DATA_HOME=" + dir}
	var stdout, stderr bytes.Buffer
	args := []string{"compare", "indexer-outage", "--out", filepath.Join(dir, "r.png"), "--trace", filepath.Join(dir, "t.jsonl")}
	if code := Main(ctx, args, strings.NewReader(""), &stdout, &stderr, env); code != codeInterrupted {
		t.Errorf("exit code %d, want %d", code, codeInterrupted)
	}
	if stdout.Len() > 0 {
		t.Errorf("stdout holds %q", &stdout)
	}
	if want := "retrysim: interrupted; no replication was finished\n"; stderr.String() != want {
		t.Errorf("stderr %q, want %q", &stderr, want)
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("the folder holds %v", left)
	}
}

// endsAfter is a context that ends once it has been asked so many times.
type endsAfter struct {
	context.Context
	asks *int
}

func (c endsAfter) Err() error {
	if *c.asks--; *c.asks < 0 {
		return context.Canceled
	}
	return nil
}

// TestInterruptedTrace: the file holds whole lines up to the interrupt, and
// nothing else is left in the folder.
func TestInterruptedTrace(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "facts.jsonl")
	if err := os.WriteFile(path, []byte("old\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	a := &app{env: lookupIn(nil)}
	q := &ask{verb: "compare", trace: path, reps: 1}
	w, err := a.open("indexer-outage", q)
	if err != nil {
		t.Fatal(err)
	}
	asks := 4 // before the file, before the first run, and twice in it
	if err := a.writeTraces(endsAfter{context.Background(), &asks}, q, w); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	if len(lines) < 1000 || lines[len(lines)-1] != "" {
		t.Fatalf("%d lines, the last is %q", len(lines), lines[len(lines)-1])
	}
	for _, line := range []string{lines[0], lines[len(lines)-2]} {
		if !json.Valid([]byte(line)) {
			t.Errorf("not JSON: %s", line)
		}
	}
	if strings.Contains(string(text), `"row":"wider"`) {
		t.Error("the interrupt did not end the trace")
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("the folder holds %v", left)
	}
	if err := a.writeTraces(endsAfter{context.Background(), new(int)}, q, w); err != nil {
		t.Fatal(err)
	}
	if again, _ := os.ReadFile(path); !bytes.Equal(again, text) {
		t.Error("a trace that never began replaced the file")
	}
}
