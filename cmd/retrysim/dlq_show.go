package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"retrysim/reports"
	"retrysim/sim/archive"
)

// letterSchema is the name of the JSON shape of `dlq show`.
const letterSchema = "retrysim.dlq-letter/v1"

// letterDocument is the JSON shape of `dlq show`.
type letterDocument struct {
	Schema string `json:"schema"`
	Result string `json:"result"`
	letterEntry
	History []attemptEntry `json:"attempt_history"`
}

// attemptEntry is one attempt in it. DelayMS is from the end of the attempt
// before to its beginning, so the backoff and the wait for a worker; null of the
// first.
type attemptEntry struct {
	Number    int      `json:"attempt"`
	StartedMS float64  `json:"started_at_ms"`
	EndedMS   float64  `json:"ended_at_ms"`
	Class     string   `json:"class"`
	Status    int      `json:"status,omitempty"`
	DelayMS   *float64 `json:"delay_ms"`
}

// dlqShow is `dlq show ID`.
func (a *app) dlqShow() *cobra.Command {
	var format, file string
	cmd := &cobra.Command{
		Use:   "show ID",
		Short: "show one dead letter: payload, error, attempts",
		Long: "Show one dead letter with its payload and each attempt: when it began, its class\n" +
			"and status, and the delay since the end of the attempt before (the backoff and\n" +
			"the wait for a worker). `retrysim dlq ls` lists the IDs. csv and md print the\n" +
			"attempts alone.",
		Example: "  retrysim dlq show 17\n" +
			"  retrysim dlq show 17 -o json",
		Args: exactly(1, "the ID of a dead letter"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.showLetter(cmd.Context(), file, args[0], format)
		},
	}
	addArchiveFlag(cmd.Flags(), &file)
	listingFlag(cmd, &format)
	return cmd
}

// showLetter is what it does.
func (a *app) showLetter(ctx context.Context, file, word, format string) error {
	number, err := strconv.ParseInt(word, 10, 64)
	if err != nil || number < 1 {
		return invalidf("%q is no ID of a dead letter, which is a number; `retrysim dlq ls` lists them", word)
	}
	archived, err := a.openArchive(ctx, file, archive.Last)
	if err != nil {
		return err
	}
	defer archived.Close()
	d, id, err := archived.Letter(ctx, number)
	if errors.Is(err, archive.ErrNoLetter) {
		return invalidf("no dead letter %d in %s; `retrysim dlq ls` lists them", number, archived.Path())
	}
	if err != nil {
		return err
	}
	out := letterDocument{Schema: letterSchema, Result: id, letterEntry: entryOf(d), History: []attemptEntry{}}
	for i, t := range d.History {
		e := attemptEntry{Number: t.Number, StartedMS: t.StartedMS, EndedMS: t.EndedMS, Class: t.Class, Status: t.Status}
		if i > 0 {
			delay := t.StartedMS - d.History[i-1].EndedMS
			e.DelayMS = &delay
		}
		out.History = append(out.History, e)
	}
	return a.writeLetter(format, &out)
}

// writeLetter prints it.
func (a *app) writeLetter(format string, d *letterDocument) error {
	switch format {
	case "json", "yaml":
		return reports.WriteShape(a.stdout, format, d)
	case "table", "wide":
		if err := a.writeListing(format, factsOf(d)); err != nil {
			return err
		}
		fmt.Fprintln(a.stdout)
	}
	a.suggest("retrysim why %s %s --row %s", d.Result, shellWord(d.Job), shellWord(d.Row))
	return a.writeListing(format, attemptsList(d.History))
}

// factsOf is the table of a letter.
func factsOf(d *letterDocument) listing {
	list := listing{Single: true, Rows: [][]string{nil}}
	add := func(name, value string) {
		list.Columns, list.Rows[0] = append(list.Columns, name), append(list.Rows[0], value)
	}
	at := func(ms float64) string { return reports.Duration(ms / 1000) }
	add("id", strconv.FormatInt(d.ID, 10))
	add("result", d.Result+", row "+d.Row)
	add("job", d.Job)
	add("name", d.Name)
	add("type", d.JobType)
	add("queue", d.Queue)
	state := d.State
	if d.MovedAt != nil {
		state += " at " + *d.MovedAt
	}
	if d.MovedTo != nil {
		state += " into " + *d.MovedTo
	}
	add("state", state)
	add("replayable", yesNo(d.Replayable))
	add("class", d.FailureReason)
	add("error", d.ErrorDetails)
	add("failed", fmt.Sprintf("first at %s, parked at %s, last at %s", at(d.FirstFailedMS), at(d.FailedMS), at(d.LastFailedMS)))
	add("parked", fmt.Sprintf("%d x", d.Occurrences))
	add("dedupe key", d.DedupeKey)
	add("payload", string(d.Payload))
	return list
}

// attemptsList is the table of its attempts.
func attemptsList(attempts []attemptEntry) listing {
	list := listing{Columns: []string{"attempt", "delay", "started", "took", "status", "class"}}
	for _, t := range attempts {
		var delay, status string
		if t.DelayMS != nil {
			delay = reports.Duration(*t.DelayMS / 1000)
		}
		if t.Status > 0 {
			status = strconv.Itoa(t.Status)
		}
		list.Rows = append(list.Rows, []string{
			strconv.Itoa(t.Number), delay, reports.Duration(t.StartedMS / 1000), reports.Duration((t.EndedMS - t.StartedMS) / 1000), status, t.Class,
		})
	}
	return list
}
