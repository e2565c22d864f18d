package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"retrysim/sim"
	"retrysim/sim/result"
)

// TestInterrupted ends the context before anything ran: what is done, here
// nothing, is written and marked partial, and the code is 130.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	out := filepath.Join(t.TempDir(), "r.json")
	env := []string{"XDG_DATA_HOME=" + t.TempDir()}
	var stdout, stderr bytes.Buffer
	args := []string{"compare", "indexer-outage", "-n", "2", "-o", "json", "--out", out}
	if code := Main(ctx, args, strings.NewReader(""), &stdout, &stderr, env); code != codeInterrupted {
		t.Errorf("exit code %d, want %d; stderr %s", code, codeInterrupted, &stderr)
	}
	saved, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{stdout.String(), string(saved)} {
		if !strings.Contains(text, `"partial": true`) {
			t.Error("the result is not marked partial")
		}
	}
	if !strings.Contains(stderr.String(), "interrupted; no replication was finished") {
		t.Errorf("stderr does not say so: %s", &stderr)
	}
}

// TestWrapCommand: no Next line is wider than a terminal, and none loses a word.
func TestWrapCommand(t *testing.T) {
	for line, want := range map[string]string{
		"Next: retrysim help": "Next: retrysim help",
		"Next: retrysim run --jobs 1000 --together --outage 30s --capacity 100/s -p bullmq-exponential": "Next: retrysim run --jobs 1000 --together --outage 30s --capacity 100/s \\\n" +
			"    -p bullmq-exponential",
	} {
		if got := wrapCommand(line); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	long := "Next: retrysim" + strings.Repeat(" --flag value-with-hyphens", 20)
	got := wrapCommand(long)
	for _, l := range strings.Split(got, "\n") {
		if len(l) > helpWidth {
			t.Errorf("%d columns: %s", len(l), l)
		}
	}
	if back := strings.ReplaceAll(got, " \\\n   ", ""); back != long {
		t.Errorf("got %q", back)
	}
}

// TestParallel asks for the same bytes from one goroutine and from several, and
// from a shipped scenario; .ci/race runs it under the race detector.
func TestParallel(t *testing.T) {
	one, _, code := call(t, "compare", "indexer-outage", "-n", "3", "-o", "json", "-j", "1")
	if code != codeDone && code != codeNegative {
		t.Fatalf("exit code %d", code)
	}
	several, _, again := call(t, "compare", "indexer-outage", "-n", "3", "-o", "json", "-j", "4")
	if one != several || code != again {
		t.Error("-j 1 and -j 4 give different bytes")
	}
}

// TestPanicIsExitCode1 makes the reading of stdin panic.
func TestPanicIsExitCode1(t *testing.T) {
	var stdout, stderr bytes.Buffer
	code := Main(context.Background(), []string{"run", "-"}, badReader{}, &stdout, &stderr, nil)
	if code != codeFailed || !strings.Contains(stderr.String(), "internal error: bad reader") {
		t.Errorf("exit code %d, stderr %s", code, &stderr)
	}
}

type badReader struct{}

func (badReader) Read([]byte) (int, error) { panic("bad reader") }

// TestStdoutFails: a full disk or a closed pipe is a failure, never exit 0.
func TestStdoutFails(t *testing.T) {
	dir := t.TempDir()
	env := []string{"XDG_DATA_HOME=" + dir}
	for _, line := range []string{
		"", "run polled-queue", "run polled-queue -o json", "run polled-queue --trace", "policy ls", "policy show indexer",
		"scenario ls", "scenario show polled-queue", "scenario schema", "explain polled-queue", "validate polled-queue",
		"version", "completion bash", "init",
	} {
		code := Main(context.Background(), strings.Fields(line), strings.NewReader(""), fullDisk{}, io.Discard, env)
		if code != codeFailed {
			t.Errorf("retrysim %s: exit code %d on a full disk, want %d", line, code, codeFailed)
		}
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// TestAppendFact holds the shape of a trace line.
func TestAppendFact(t *testing.T) {
	for _, c := range []struct {
		fact sim.Fact
		want string
	}{
		{
			sim.Fact{At: 1234*time.Millisecond + 567*time.Microsecond, Job: "a.b.1", Attempt: 2, Event: "retry", Delay: 1500 * time.Microsecond, Due: 2 * time.Second, HasDue: true, Policy: "p"},
			`{"t_ms":1234.567,"job":"a.b.1","attempt":2,"copy":0,"event":"retry","class":null,"status":null,"delay_ms":1.5,"due_ms":2000,"service_ms":null,"policy":"p","name":null,"row":"today","replication":3}`,
		},
		{
			sim.Fact{At: 1, Event: "fault_start", Name: "a \"b\" ü"},
			`{"t_ms":0.000001,"job":null,"attempt":null,"copy":null,"event":"fault_start","class":null,"status":null,"delay_ms":null,"due_ms":null,"service_ms":null,"policy":null,"name":"a \"b\" ü","row":"today","replication":3}`,
		},
		{
			sim.Fact{At: time.Second, Job: "j", Attempt: 1, Copy: 1, Event: "failure", Class: "server_error", Status: 503, Service: time.Nanosecond},
			`{"t_ms":1000,"job":"j","attempt":1,"copy":1,"event":"failure","class":"server_error","status":503,"delay_ms":null,"due_ms":null,"service_ms":0.000001,"policy":null,"name":null,"row":"today","replication":3}`,
		},
	} {
		if got := string(appendFact(nil, "today", 2, &c.fact)); got != c.want+"\n" {
			t.Errorf("got  %swant %s", got, c.want)
		}
	}
}

// TestJoinOptional: --trace and --save take the word behind them, unless that is
// a scenario.
func TestJoinOptional(t *testing.T) {
	for _, c := range [][2]string{
		{"run polled-queue --trace", "run polled-queue --trace"},
		{"run --trace polled-queue", "run --trace polled-queue"},
		{"run --trace mine.yaml", "run --trace mine.yaml"},
		{"run polled-queue --trace facts.jsonl", "run polled-queue --trace=facts.jsonl"},
		{"run --trace facts.jsonl polled-queue", "run --trace=facts.jsonl polled-queue"},
		{"run polled-queue --trace -n 3", "run polled-queue --trace -n 3"},
		{"run polled-queue --save", "run polled-queue --save"},
		{"run --save polled-queue", "run --save polled-queue"},
		{"run --save before --trace polled-queue", "run --save=before --trace polled-queue"},
		{"run polled-queue --save before --trace f", "run polled-queue --save=before --trace=f"},
		{"run polled-queue --trace=x -n 3", "run polled-queue --trace=x -n 3"},
	} {
		if got := strings.Join(joinOptional(strings.Fields(c[0])), " "); got != c[1] {
			t.Errorf("%s: got %s, want %s", c[0], got, c[1])
		}
	}
}

// TestSavedOverrides: what a result keeps reads back as the same overrides.
func TestSavedOverrides(t *testing.T) {
	texts := []string{"a.b=1", "policies.*.jitter[preset=indexer]=0.5", "x={steady: 3/s}", "y=[a=b]=c"}
	back := saved(restored(texts))
	if strings.Join(back, "\n") != strings.Join(texts, "\n") {
		t.Errorf("got %q", back)
	}
	if o := restored(texts)[1]; o.Path != "policies.*.jitter" || o.Only != "preset=indexer" || o.Value != "0.5" {
		t.Errorf("got %+v", o)
	}
}

// TestFailOn looks at the judged differences only.
func TestFailOn(t *testing.T) {
	number := func(v float64) *float64 { return &v }
	worse := result.Comparison{Verdict: result.VerdictWorse, Percent: number(-7), PAdjusted: number(0.01)}
	fromNothing := worse
	fromNothing.Percent = nil
	descriptive := worse
	descriptive.PAdjusted = nil
	better := worse
	better.Verdict = result.VerdictBetter
	for _, c := range []struct {
		name  string
		c     result.Comparison
		limit string
		want  bool
	}{
		{"worse by more", worse, "worse=5%", true},
		{"worse by less", worse, "worse=10%", false},
		{"worse than nothing", fromNothing, "worse=10%", true},
		{"only descriptive", descriptive, "worse=5%", false},
		{"better", better, "worse=5%", false},
	} {
		limits, err := parseFailOn([]string{c.limit})
		if err != nil {
			t.Fatal(err)
		}
		if got := limits[0].breaches(&result.Result{Comparison: []result.Comparison{c.c}}); (len(got) == 1) != c.want {
			t.Errorf("%s: breaches are %v", c.name, got)
		}
	}
	for want, c := range map[string]result.Comparison{
		"by 46 %": {Percent: number(-45.96)}, "by 1235 %": {Percent: number(1234.6)}, "by 3, from 0": {Difference: number(3)},
		"(by ranks: one of the two never ends, so there is no percentage)": {},
	} {
		if got := byHowMuch(&c); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	for _, bad := range []string{"worse", "worse=", "worse=5", "worse=-1%", "worse=NaN%", "=5%", "better=5%"} {
		if _, err := parseFailOn([]string{bad}); exitCode(err) != codeInvalid {
			t.Errorf("--fail-on %s: error %v", bad, err)
		}
	}
}
