package main

import (
	"bufio"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"retrysim/scenarios"
	"retrysim/sim"
)

// traceToStdout is the value of a bare --trace.
const traceToStdout = "stdout"

// joinTrace lets --trace stand alone or take a file after a space: the word
// after it is its file unless that word is a scenario (a shipped one, a YAML
// file, or -) or a flag.
func joinTrace(args []string) []string {
	i := slices.Index(args, "--trace")
	if i < 0 || i+1 == len(args) {
		return args
	}
	word := args[i+1]
	scenario := slices.Contains(scenarios.Names(), word) ||
		strings.HasSuffix(word, ".yaml") || strings.HasSuffix(word, ".yml")
	if strings.HasPrefix(word, "-") || scenario {
		return args
	}
	return slices.Concat(args[:i], []string{"--trace=" + word}, args[i+2:])
}

// tracer writes facts as JSON lines.
type tracer struct {
	w    *bufio.Writer
	file *os.File // nil: stdout
	line []byte
}

// openTrace makes the tracer that --trace asks for.
func openTrace(name string, stdout io.Writer) (*tracer, error) {
	if name == traceToStdout {
		return &tracer{w: bufio.NewWriterSize(stdout, 1<<16)}, nil
	}
	f, err := os.Create(name)
	if err != nil {
		return nil, err
	}
	return &tracer{w: bufio.NewWriterSize(f, 1<<16), file: f}, nil
}

// write appends one fact. Errors are kept by the writer and told by close.
func (t *tracer) write(row string, replication int, f *sim.Fact) {
	t.line = appendFact(t.line[:0], row, replication, f)
	t.w.Write(t.line) //nolint:errcheck // close tells
}

// close writes what is buffered and tells the first error of all writes.
func (t *tracer) close() error {
	err := t.w.Flush()
	if t.file != nil {
		if e := t.file.Close(); err == nil {
			err = e
		}
	}
	return err
}

// appendFact appends a fact as one line of JSON. The keys are always all
// there; what a kind of fact does not have is null.
func appendFact(b []byte, row string, replication int, f *sim.Fact) []byte {
	b = append(b, `{"t_ms":`...)
	b = appendMS(b, f.At)
	b = appendText(b, "job", f.Job)
	b = appendCount(b, "attempt", f.Attempt, f.Attempt > 0)
	b = appendCount(b, "copy", f.Copy, f.Job != "")
	b = appendText(b, "event", f.Event)
	b = appendText(b, "class", f.Class)
	b = appendCount(b, "status", f.Status, f.Status > 0)
	b = appendTime(b, "delay_ms", f.Delay, f.Event == "retry")
	b = appendTime(b, "due_ms", f.Due, f.HasDue)
	b = appendTime(b, "service_ms", f.Service, f.Service > 0)
	b = appendText(b, "policy", f.Policy)
	b = appendText(b, "name", f.Name)
	b = appendText(b, "row", row)
	b = appendCount(b, "replication", replication+1, true)
	return append(b, '}', '\n')
}

func appendKey(b []byte, key string) []byte {
	return append(append(append(b, ',', '"'), key...), '"', ':')
}

func appendText(b []byte, key, text string) []byte {
	b = appendKey(b, key)
	if text == "" {
		return append(b, "null"...)
	}
	if strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == '"' || r == '\\' || r > '~' }) {
		return append(b, quoted(text)...)
	}
	return append(append(append(b, '"'), text...), '"')
}

func appendCount(b []byte, key string, n int, has bool) []byte {
	b = appendKey(b, key)
	if !has {
		return append(b, "null"...)
	}
	return strconv.AppendInt(b, int64(n), 10)
}

func appendTime(b []byte, key string, d time.Duration, has bool) []byte {
	b = appendKey(b, key)
	if !has {
		return append(b, "null"...)
	}
	return appendMS(b, d)
}

// appendMS appends milliseconds with the nanoseconds as decimals: 1234.5.
func appendMS(b []byte, d time.Duration) []byte {
	if d < 0 {
		b, d = append(b, '-'), -d
	}
	b = strconv.AppendInt(b, int64(d/time.Millisecond), 10)
	rest := int64(d % time.Millisecond)
	if rest == 0 {
		return b
	}
	digits := strconv.FormatInt(1_000_000+rest, 10)[1:]
	return append(append(b, '.'), strings.TrimRight(digits, "0")...)
}
