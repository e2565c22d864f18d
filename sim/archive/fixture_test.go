package archive

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"path/filepath"
	"testing"
	"time"

	"retrysim/sim/result"
)

// noon is when the drafts of these tests are saved.
var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// draft is a result of two rows with so many dead letters each; n makes it
// different from others.
func draft(n, letters int) *Draft {
	value := 1.5
	r := &result.Result{
		Schema: result.Schema, Tool: result.Tool{Version: "0.1.0", GOARCH: "amd64"},
		Scenario: result.Scenario{Name: fmt.Sprintf("storm-%d", n%2), Digest: "d1", File: "embedded", Source: "version: 1\n"},
		Seed:     1<<63 + uint64(n), Replications: 30,
		Faults: []result.FaultWindow{},
	}
	d := &Draft{Result: r, Verb: "compare", At: noon, Flags: []Flag{{"threshold", "lost == 0"}, {"baseline", "today"}}}
	for _, row := range []string{"today", "wider"} {
		r.Policies = append(r.Policies, result.PolicyResult{
			Name: row, PlanDigest: "p-" + row, Fingerprint: "f", Replications: 30,
			Ledger: result.Ledger{Jobs: 10, Completed: 10},
			Metrics: result.Metrics{
				{Name: "retries", Unit: "attempts", Value: &value, CI95: &[2]float64{1, 2}, N: 30},
				{Name: "time_to_recover_s", Never: true},
			},
		})
		d.Queues = append(d.Queues, Queue{Row: row, Records: letters, Letters: lettersOf(row, letters)})
	}
	var err error
	if d.Document, err = json.Marshal(r); err != nil {
		panic(err)
	}
	return d
}

// lettersOf makes so many letters with two attempts each, in one place.
func lettersOf(row string, n int) iter.Seq[*result.DeadLetter] {
	return func(yield func(*result.DeadLetter) bool) {
		var d result.DeadLetter
		var history [2]result.Attempt
		for i := range n {
			fillLetter(&d, row, i)
			for k := range history {
				history[k] = result.Attempt{Number: k + 1, StartedMS: float64(i + k), EndedMS: float64(i+k) + 0.25, Class: "server_error", Status: 503}
			}
			d.History = history[:]
			if !yield(&d) {
				return
			}
		}
	}
}

func fillLetter(d *result.DeadLetter, row string, i int) {
	job := fmt.Sprintf("mail.%s.%d", row, i+1)
	*d = result.DeadLetter{
		Job: job, Name: "mail", JobType: "mail", Queue: "mail", Payload: json.RawMessage(`{"to":"ann"}`),
		FailureReason: "server_error", ErrorDetails: "Service unavailable (503)", Status: 503,
		Attempts: 2, Retries: 1, FirstFailedMS: float64(i), FailedMS: float64(i) + 1.25, LastFailedMS: float64(i) + 1.25,
		DedupeKey: job, Occurrences: 1, Replayable: i%2 == 0,
	}
	if i%3 == 0 { // what may be missing
		d.Payload, d.DedupeKey, d.Status = nil, "", 0
	}
}

// kept is a draft with a label that is kept for good.
func kept(d *Draft, label string) *Draft {
	d.Keep, d.Label = true, label
	return d
}

// open opens a new archive, or the one in a file.
func open(t testing.TB, path ...string) *Archive {
	t.Helper()
	if len(path) == 0 {
		path = []string{filepath.Join(t.TempDir(), "sub", "archive.db")}
	}
	a, err := Open(context.Background(), path[0])
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	return a
}

// save saves a draft that must go in and returns its ID.
func save(t testing.TB, a *Archive, d *Draft) string {
	t.Helper()
	id, _, err := a.Save(context.Background(), d)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// count counts rows.
func count(t testing.TB, a *Archive, from string) (n int) {
	t.Helper()
	if err := a.db.QueryRow("SELECT count(*) FROM " + from).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// whole fails unless the file is sound and every result in it is whole.
func whole(t testing.TB, a *Archive) {
	t.Helper()
	for pragma, want := range map[string]string{"integrity_check": "ok", "foreign_key_check": ""} {
		rows, err := a.texts(context.Background(), "SELECT * FROM pragma_"+pragma)
		if pragma == "foreign_key_check" {
			rows, err = a.texts(context.Background(), "SELECT \"table\" FROM pragma_foreign_key_check")
		}
		if err != nil || len(rows) > 1 || len(rows) == 1 && rows[0] != want || len(rows) == 0 && want != "" {
			t.Fatalf("%s: %v %v", pragma, rows, err)
		}
	}
	for what, from := range map[string]string{
		"queues that lack letters":     "queues WHERE records * stored <> (SELECT count(*) FROM dead_letters WHERE queue = queues.id)",
		"letters that lack attempts":   "dead_letters WHERE attempts <> (SELECT count(*) FROM attempts WHERE dead_letter = dead_letters.id)",
		"results without two rows":     "results WHERE 2 <> (SELECT count(*) FROM result_rows WHERE result = number)",
		"rows without two metrics":     "result_rows r WHERE 2 <> (SELECT count(*) FROM metrics m WHERE m.result = r.result AND m.row = r.position)",
		"results without two queues":   "results WHERE 2 <> (SELECT count(*) FROM queues WHERE result = number)",
		"results without two flags":    "results WHERE 2 <> (SELECT count(*) FROM flags WHERE result = number)",
		"documents that are no JSON":   "results WHERE NOT json_valid(document)",
		"second last ones not to keep": "results WHERE kept = 0 AND stamp <> (SELECT max(stamp) FROM results WHERE kept = 0)",
	} {
		if n := count(t, a, from); n > 0 {
			t.Errorf("%d %s", n, what)
		}
	}
}
