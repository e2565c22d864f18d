package main

import (
	"strconv"

	"retrysim/reports"
	"retrysim/sim/archive"
	"retrysim/sim/result"
)

// lettersDocument is the JSON shape of `dlq ls`.
type lettersDocument struct {
	Schema string        `json:"schema"`
	Result string        `json:"result"`
	Total  int64         `json:"total"` // on all pages
	Offset int           `json:"offset"`
	Next   *int          `json:"next_offset"` // null on the last page
	Items  []letterEntry `json:"items"`
}

// letterEntry is one dead letter in it.
type letterEntry struct {
	ID          int64   `json:"id"`
	Row         string  `json:"row"`
	Replication int     `json:"replication"` // from 1
	State       string  `json:"state"`
	MovedAt     *string `json:"moved_at"`
	MovedTo     *string `json:"moved_to"`
	result.DeadLetter
}

// entryOf is a letter in JSON.
func entryOf(d *archive.Letter) letterEntry {
	return letterEntry{
		ID: d.ID, Row: d.Row, Replication: d.Replication + 1, State: d.State,
		MovedAt: orNone(d.MovedAt), MovedTo: orNone(d.MovedTo), DeadLetter: d.DeadLetter,
	}
}

// orNone is nil for "".
func orNone(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// writeLetters prints letters, those from offset on of so many.
func (a *app) writeLetters(format, id string, total int64, offset int, letters []archive.Letter) error {
	if format != "json" && format != "yaml" {
		return a.writeListing(format, lettersList(letters))
	}
	out := lettersDocument{Schema: "retrysim.dlq-list/v1", Result: id, Total: total, Offset: offset, Items: []letterEntry{}}
	if next := offset + len(letters); int64(next) < total {
		out.Next = &next
	}
	for i := range letters {
		out.Items = append(out.Items, entryOf(&letters[i]))
	}
	return reports.WriteShape(a.stdout, format, out)
}

// lettersList is the table of letters.
func lettersList(letters []archive.Letter) listing {
	list := listing{
		Columns: []string{
			"id", "job", "type", "class", "attempts", "failed", "error",
			"row", "state", "queue", "first failed", "occurrences", "replayable", "moved at", "moved to",
		},
		Hidden: 8,
	}
	for i := range letters {
		d := &letters[i]
		list.Rows = append(list.Rows, []string{
			strconv.FormatInt(d.ID, 10), d.Job, d.JobType, d.FailureReason, strconv.Itoa(d.Attempts),
			reports.Duration(d.LastFailedMS / 1000), d.ErrorDetails,
			d.Row, d.State, d.Queue, reports.Duration(d.FirstFailedMS / 1000),
			strconv.Itoa(d.Occurrences), yesNo(d.Replayable), d.MovedAt, d.MovedTo,
		})
	}
	return list
}
