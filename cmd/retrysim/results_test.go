package main

import (
	"bytes"
	"os"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"retrysim/reports"
	"retrysim/scenarios"
	"retrysim/sim"
	"retrysim/sim/archive"
)

// TestResultsGolden holds the shapes of `results ls`.
func TestResultsGolden(t *testing.T) {
	saved := time.Date(2026, 3, 1, 12, 30, 0, 0, time.UTC)
	entries := []archive.Entry{
		{
			ID: "2a7b424af74c", Label: "before", Kept: true, SavedAt: saved, Verb: "compare", Scenario: "indexer-outage",
			Digest: "55e3a1c8ca9659fb", Seed: 42, Replications: 30, Rows: []string{"today", "wider"}, DeadLetters: 1753,
			Version: "0.1.0", GOARCH: "amd64",
		},
		{
			ID: "d8f2d0a3c368", SavedAt: saved.Add(-time.Hour), Verb: "run", Scenario: "retry64", Digest: "a39aeba57e7ae286",
			Seed: 1 << 63, Replications: 1, Partial: true, Rows: []string{"full"}, Version: "0.1.0", GOARCH: "arm64",
		},
	}
	var got bytes.Buffer
	a := &app{stdout: &got, env: lookupIn(nil)}
	for _, format := range listingFormats {
		got.WriteString("$ -o " + format + "\n")
		var err error
		if format == "json" || format == "yaml" {
			err = reports.WriteShape(&got, format, resultsShape(entries))
		} else {
			err = a.writeListing(format, resultsList(entries))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	const golden = "testdata/results.golden"
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

// TestUnasked: without --save a result stores so many dead letters and counts
// the others, by row; with it all.
func TestUnasked(t *testing.T) {
	plan := func(n int) *sim.Plan {
		own := &ownLoad{flags: scenarios.Flags{Jobs: n, Together: true, Outage: "10s"}}
		w, err := (&app{}).openOwn(own, &ask{verb: "run", policies: []string{"fixed,base=1s,max_attempts=2"}})
		if err != nil {
			t.Fatal(err)
		}
		return w.plans[0]
	}
	many, few := plan(60_000), plan(5)
	for keep, want := range map[bool][]bool{true: {true, true, true, true}, false: {true, true, false, false}} {
		w := &world{plans: []*sim.Plan{many, few, many, few}, dead: make([]deadRow, 4)}
		for i, p := range w.plans {
			o, err := sim.Run(t.Context(), p, sim.Options{Letters: true})
			if err != nil {
				t.Fatal(err)
			}
			w.takeDead(i, o.Parked, keep)
		}
		queues := w.queues()
		for i, q := range queues {
			if records := []int{60_000, 5, 60_000, 5}[i]; (q.Letters != nil) != want[i] || q.Records != records {
				t.Errorf("keep %v: queue %d has %d records, stored %v", keep, i, q.Records, q.Letters != nil)
			}
		}
		if len(queues) != 4 {
			t.Errorf("%d queues", len(queues))
		}
	}
}
