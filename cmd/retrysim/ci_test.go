package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The demo repository of docs/ci: the command of its workflow passes its
// scenario with 0 and fails a pull request that drops the jitter with 3, said
// in JUnit XML and annotations.
func TestCIDemo(t *testing.T) {
	const repo = "../../docs/ci/"
	workflow, err := os.ReadFile(repo + ".github/workflows/retries.yml")
	if err != nil {
		t.Fatal(err)
	}
	_, command, found := strings.Cut(string(workflow), "run: retrysim ")
	if !found {
		t.Fatal("the workflow does not run retrysim")
	}
	scenario, err := os.ReadFile(repo + "load/mail.yaml")
	if err != nil {
		t.Fatal(err)
	}
	worse := bytes.Replace(scenario, []byte("jitter: full"), []byte("jitter: none"), 1)
	for want, text := range map[int][]byte{codeDone: scenario, codeNegative: worse} {
		dir := t.TempDir()
		file, junit := filepath.Join(dir, "mail.yaml"), filepath.Join(dir, "thresholds.xml")
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
		args := strings.Fields(strings.NewReplacer("load/mail.yaml", file, "thresholds.xml", junit).Replace(command))
		var stdout, stderr bytes.Buffer
		code := Main(context.Background(), args, strings.NewReader(""), &stdout, &stderr, []string{"XDG_DATA_HOME=" + dir})
		if code != want {
			t.Errorf("exit code %d, want %d\n%s%s", code, want, &stdout, &stderr)
		}
		xml, err := os.ReadFile(junit)
		if err != nil {
			t.Fatal(err)
		}
		failed := want == codeNegative
		if bytes.Contains(xml, []byte("<failure")) != failed || strings.Contains(stderr.String(), "::error title=") != failed {
			t.Errorf("code %d: JUnit\n%s\nstderr\n%s", want, xml, &stderr)
		}
	}
}
