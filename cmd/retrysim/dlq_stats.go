package main

import (
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"retrysim/reports"
	"retrysim/sim/archive"
)

// statsDocument is the JSON shape of `dlq stats`.
type statsDocument struct {
	Schema  string         `json:"schema"`
	Result  string         `json:"result"`
	Rows    []accountEntry `json:"rows"`
	Types   []tallyEntry   `json:"parked_by_type"`
	Classes []tallyEntry   `json:"parked_by_class"`
	Ages    []tallyEntry   `json:"parked_by_age"`
}

// accountEntry is the account of one row: in = parked + replayed + discarded +
// expired, where in is what the archive has stored.
type accountEntry struct {
	Row         string `json:"row"`
	Replication int    `json:"replication"` // from 1
	In          int64  `json:"in"`
	Parked      int64  `json:"parked"`
	Replayed    int64  `json:"replayed"`
	Discarded   int64  `json:"discarded"`
	Expired     int64  `json:"expired"`
	Replayable  int64  `json:"parked_replayable"`
	NotStored   int64  `json:"not_stored"` // counted only
}

// tallyEntry is how many parked letters are of one kind.
type tallyEntry struct {
	Name    string `json:"name"`
	Letters int64  `json:"letters"`
}

// dlqStats is `dlq stats [RESULT]`.
func (a *app) dlqStats() *cobra.Command {
	var row, format, file string
	cmd := &cobra.Command{
		Use:   "stats [RESULT]",
		Short: "count dead letters by row, type, class, age",
		Long: "Count the dead letters of a result. By row, where they went: in = parked +\n" +
			"replayed + discarded + expired, or it ends with 1. By type, class of failure and\n" +
			"age those that are still parked; the age is the time from the last failure to\n" +
			"the last one in the row.",
		Example: "  retrysim dlq stats\n" +
			"  retrysim dlq stats before --row today -o json",
		Args: between(0, 1, "one result"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.countLetters(cmd, args, row, file, format)
		},
	}
	cmd.Flags().StringVar(&row, "row", "", allRows)
	addArchiveFlag(cmd.Flags(), &file)
	listingFlag(cmd, &format)
	return cmd
}

// countLetters is what it does.
func (a *app) countLetters(cmd *cobra.Command, args []string, row, file, format string) error {
	s, archived, err := a.deadOf(cmd.Context(), file, orLast(args))
	if err != nil {
		return err
	}
	defer archived.Close()
	stats, err := archived.Stats(cmd.Context(), s.ID, archive.Which{Row: row})
	if err != nil {
		return err
	}
	if err := a.writeStats(format, s, stats); err != nil {
		return err
	}
	for i := range stats.Rows {
		if r := &stats.Rows[i]; !r.Balanced() {
			return fmt.Errorf("archive %s: row %q of %s does not add up: %d in, %d parked, %d replayed, %d discarded, %d expired",
				archived.Path(), r.Row, nameOf(s), r.Stored(), r.Parked, r.Replayed, r.Discarded, r.Expired)
		}
	}
	return nil
}

// writeStats prints them.
func (a *app) writeStats(format string, s *archive.Saved, stats *archive.Stats) error {
	switch {
	case format == "json" || format == "yaml":
		return reports.WriteShape(a.stdout, format, statsShape(s.ID, stats))
	case len(stats.Rows) == 0 && format == "table":
		_, err := fmt.Fprintf(a.stdout, "No dead letter of %s matches.\n", nameOf(s))
		return err
	case format == "csv":
		return a.writeListing(format, statsLong(stats))
	}
	a.suggest("retrysim dlq groups %s", s.ID)
	if err := a.writeListing(format, accountsList(stats.Rows)); err != nil {
		return err
	}
	tallies := talliesList(stats)
	if len(tallies.Rows) == 0 { // nothing is parked
		return nil
	}
	fmt.Fprintln(a.stdout)
	return a.writeListing(format, tallies)
}

// statsShape is the counts in JSON.
func statsShape(id string, s *archive.Stats) statsDocument {
	out := statsDocument{
		Schema: "retrysim.dlq-stats/v1", Result: id, Rows: []accountEntry{},
		Types: tallyEntries(s.Types), Classes: tallyEntries(s.Classes), Ages: tallyEntries(s.Ages),
	}
	for i := range s.Rows {
		r := &s.Rows[i]
		out.Rows = append(out.Rows, accountEntry{
			Row: r.Row, Replication: r.Replication + 1, In: r.Stored(), Parked: r.Parked, Replayed: r.Replayed,
			Discarded: r.Discarded, Expired: r.Expired, Replayable: r.Replayable, NotStored: r.NotStored,
		})
	}
	return out
}

func tallyEntries(tallies []archive.Tally) []tallyEntry {
	all := make([]tallyEntry, 0, len(tallies))
	for _, t := range tallies {
		all = append(all, tallyEntry{t.Name, t.Count})
	}
	return all
}

// accountsList is the table of the accounts.
func accountsList(rows []archive.RowStats) listing {
	list := listing{Columns: []string{"in", "parked", "replayed", "discarded", "expired", "row", "parked, replayable", "not stored"}, Hidden: 2}
	for i := range rows {
		r := &rows[i]
		list.Rows = append(list.Rows, []string{
			number(r.Stored()), number(r.Parked), number(r.Replayed), number(r.Discarded), number(r.Expired), r.Row,
			number(r.Replayable), number(r.NotStored),
		})
	}
	return list
}

// talliesList is the table of what is parked; classes of age without a letter
// are left out.
func talliesList(s *archive.Stats) listing {
	list := listing{Columns: []string{"parked", "by", "which is"}}
	for _, part := range tallyParts(s) {
		for _, t := range part.tallies {
			if t.Count > 0 {
				list.Rows = append(list.Rows, []string{number(t.Count), part.by, t.Name})
			}
		}
	}
	return list
}

// tallyPart is one way to count the parked letters.
type tallyPart struct {
	by      string
	tallies []archive.Tally
}

func tallyParts(s *archive.Stats) []tallyPart {
	return []tallyPart{{"type", s.Types}, {"class", s.Classes}, {"age", s.Ages}}
}

// statsLong is all of it with one count a line.
func statsLong(s *archive.Stats) listing {
	list := listing{Columns: []string{"by", "name", "state", "letters"}}
	add := func(by, name, state string, n int64) {
		list.Rows = append(list.Rows, []string{by, name, state, number(n)})
	}
	for i := range s.Rows {
		r := &s.Rows[i]
		add("row", r.Row, "in", r.Stored())
		add("row", r.Row, archive.Parked, r.Parked)
		add("row", r.Row, archive.Replayed, r.Replayed)
		add("row", r.Row, archive.Discarded, r.Discarded)
		add("row", r.Row, archive.Expired, r.Expired)
		add("row", r.Row, "not stored", r.NotStored)
	}
	for _, part := range tallyParts(s) {
		for _, t := range part.tallies {
			add(part.by, t.Name, archive.Parked, t.Count)
		}
	}
	return list
}

// number is a count without separators.
func number(n int64) string { return strconv.FormatInt(n, 10) }
