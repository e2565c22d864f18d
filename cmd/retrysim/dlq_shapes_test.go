package main

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"retrysim/sim/archive"
	"retrysim/sim/result"
)

// TestDeadLetterShapes holds the JSON shapes of `dlq ls`, groups, show and
// stats.
func TestDeadLetterShapes(t *testing.T) {
	parked := archive.Letter{ID: 7, Row: "today", State: archive.Parked, DeadLetter: result.DeadLetter{
		Job: "mail.batch.3", Name: "mail", JobType: "mail", Queue: "mail", Payload: json.RawMessage(`{"to":"ann"}`),
		FailureReason: "server_error", ErrorDetails: "Service unavailable (503)", Status: 503, Attempts: 2, Retries: 1,
		FirstFailedMS: 1000, FailedMS: 2500, LastFailedMS: 2500, DedupeKey: "mail.batch.3", Occurrences: 1, Replayable: true,
	}}
	moved := parked
	moved.ID, moved.State, moved.MovedAt, moved.MovedTo, moved.Payload = 8, archive.Replayed, "2026-03-01T12:30:00Z", "2a7b424af74c", nil
	delay := 1400.0
	groups := []archive.Group{{
		Error: "Service unavailable (<n>)", Count: 2, FirstMS: 2500, LastMS: 2500,
		Latest: "Service unavailable (503)", Class: "server_error", Types: []string{"mail"},
	}}
	stats := &archive.Stats{
		Rows:    []archive.RowStats{{Row: "today", Records: 9, NotStored: 0, Parked: 3, Replayed: 4, Discarded: 1, Expired: 1, Replayable: 2}},
		Types:   []archive.Tally{{Name: "mail", Count: 3}},
		Classes: []archive.Tally{{Name: "server_error", Count: 3}},
		Ages:    []archive.Tally{{Name: "below 1m", Count: 3}, {Name: "1m to 10m", Count: 0}},
	}
	var got bytes.Buffer
	a := &app{stdout: &got, env: lookupIn(nil)}
	saved := &archive.Saved{}
	saved.ID = "d8f2d0a3c368"
	for _, format := range []string{"json", "yaml", "csv", "md", "wide", "table"} {
		for _, write := range []func() error{
			func() error { return a.writeLetters(format, saved.ID, 12_345, 50, []archive.Letter{parked, moved}) },
			func() error { return a.writeGroups(format, saved.ID, groups) },
			func() error { return a.writeStats(format, saved, stats) },
			func() error {
				return a.writeLetter(format, &letterDocument{
					Schema: letterSchema, Result: saved.ID, letterEntry: entryOf(&parked), History: []attemptEntry{
						{Number: 1, StartedMS: 900, EndedMS: 1000, Class: "timeout"},
						{Number: 2, StartedMS: 2400, EndedMS: 2500, Class: "server_error", Status: 503, DelayMS: &delay},
					},
				})
			},
		} {
			got.WriteString("$ -o " + format + "\n")
			if err := write(); err != nil {
				t.Fatal(err)
			}
		}
	}
	const golden = "testdata/dlq.golden"
	if *update {
		if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("differs from %s (-want +got; -update rewrites it):\n%s", golden, diff)
	}
}

// TestShellWord quotes what a shell would take apart, and nothing else.
func TestShellWord(t *testing.T) {
	for word, want := range map[string]string{
		"mail.batch.3": "mail.batch.3", "@last": "@last", "": "''", "a b": "'a b'",
		"can't": `'can'\''t'`, "timeout (<n>)": "'timeout (<n>)'", "$HOME": "'$HOME'",
	} {
		if got := shellWord(word); got != want {
			t.Errorf("shellWord(%q) = %s, want %s", word, got, want)
		}
	}
}
