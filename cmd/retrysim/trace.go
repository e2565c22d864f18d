package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"retrysim/reports"
	"retrysim/scenarios"
	"retrysim/sim"
)

// traceToStdout is the value of a bare --trace.
const traceToStdout = "stdout"

// joinOptional lets --trace and --save stand alone or take a word after a space.
func joinOptional(args []string) []string { return joinWord(joinWord(args, "--trace"), "--save") }

// joinWord joins a flag with the word after it, unless that word is a scenario
// (a shipped one, a YAML file, or -) or a flag.
func joinWord(args []string, flag string) []string {
	i := slices.Index(args, flag)
	if i < 0 || i+1 == len(args) {
		return args
	}
	word := args[i+1]
	scenario := slices.Contains(scenarios.Names(), word) ||
		strings.HasSuffix(word, ".yaml") || strings.HasSuffix(word, ".yml")
	if strings.HasPrefix(word, "-") || scenario {
		return args
	}
	return slices.Concat(args[:i], []string{flag + "=" + word}, args[i+2:])
}

// writeTraces writes the facts that --trace asks for. A file gets them under
// another name until all are there; an interrupt ends it early, with whole lines.
func (a *app) writeTraces(ctx context.Context, q *ask, w *world) error {
	play := func(to io.Writer) error { return w.playFacts(ctx, to) }
	switch {
	case q.trace == "":
		return nil
	case q.trace == traceToStdout:
		return play(a.stdout)
	case ctx.Err() != nil:
		return nil // nothing would be in it: an older file stays
	}
	if err := toFile(q.trace, play); err != nil {
		return fmt.Errorf("--trace: %w", err)
	}
	return nil
}

// toFile writes a file whole or not at all; a pipe or a device, which cannot be
// renamed onto, is written as it is.
func toFile(name string, write func(io.Writer) error) error {
	info, err := os.Stat(name)
	if err != nil || info.Mode().IsRegular() || info.IsDir() {
		return reports.WriteFileAtomic(name, write)
	}
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}

// playFacts plays row by row, replication by replication, and writes each fact
// as a line of JSON, in the order in which they happened.
func (w *world) playFacts(ctx context.Context, to io.Writer) error {
	buffered := bufio.NewWriterSize(to, 1<<16)
	var line []byte
	for _, p := range w.plans {
		for r := range w.reps {
			if ctx.Err() != nil {
				return buffered.Flush()
			}
			options := sim.Options{Replication: r, Trace: func(f sim.Fact) {
				line = appendFact(line[:0], p.Row, r, &f)
				buffered.Write(line) //nolint:errcheck // Flush tells
			}}
			if _, err := sim.Run(ctx, p, options); err != nil {
				return invalid(err)
			}
		}
	}
	return buffered.Flush()
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
