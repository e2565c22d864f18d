package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"retrysim/reports"
	"retrysim/sim/archive"
)

// resultsVerb is `results`: the archive.
func (a *app) resultsVerb() *cobra.Command {
	cmd := group(&cobra.Command{
		Use:   "results",
		Short: "the results that were kept: list, show, remove, export",
		Long: "Every run, compare and check keeps its result as @last, until the next one;\n" +
			"--save keeps it for good, under an ID and, with --save=LABEL, a name. RESULT is\n" +
			"@last, a label, an ID or its first digits (4 or more). Where it is left out it\n" +
			"is @last. docs/archive.md tells what is in the file.",
		Example: "  retrysim compare indexer-outage --save=before\n" +
			"  retrysim results ls\n" +
			"  retrysim results show before",
	})
	cmd.AddCommand(a.resultsLsVerb(), a.resultsShowVerb(), a.resultsRmVerb(), a.resultsExportVerb())
	return cmd
}

// resultsLsVerb is `results ls`.
func (a *app) resultsLsVerb() *cobra.Command {
	var format, file string
	var filter archive.Filter
	cmd := &cobra.Command{
		Use:   "ls",
		Short: "list the results, the newest first",
		Long: "List the results of the archive, the newest first. \"dead letters\" counts the\n" +
			"records of all rows, of the first replication of each.",
		Example: "  retrysim results ls\n" +
			"  retrysim results ls --kept --scenario indexer-outage\n" +
			"  retrysim results ls -o json",
		Args: exactly(0, "no arguments"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.resultsLs(cmd.Context(), file, format, filter)
		},
	}
	cmd.Flags().StringVar(&filter.Scenario, "scenario", "", "only those of this `SCENARIO`")
	cmd.Flags().BoolVar(&filter.Kept, "kept", false, "only those that --save kept for good")
	addArchiveFlag(cmd.Flags(), &file)
	listingFlag(cmd, &format)
	return cmd
}

func (a *app) resultsLs(ctx context.Context, file, format string, filter archive.Filter) error {
	archived, err := a.openArchive(ctx, file, archive.Last)
	if err != nil {
		return err
	}
	defer archived.Close()
	entries, err := archived.List(ctx, filter)
	if err != nil {
		return err
	}
	if format == "json" || format == "yaml" {
		return reports.WriteShape(a.stdout, format, resultsShape(entries))
	}
	if len(entries) == 0 && format == "table" {
		_, err := fmt.Fprintln(a.stdout, "No result is there.")
		return err
	}
	a.suggest("retrysim results show")
	return a.writeListing(format, resultsList(entries))
}

// resultsList is the table of `results ls`.
func resultsList(entries []archive.Entry) listing {
	list := listing{
		Columns: []string{"id", "label", "saved", "by", "reps", "dead letters", "scenario", "rows", "seed", "kept", "partial", "version", "goarch"},
		Hidden:  6,
	}
	for _, e := range entries {
		list.Rows = append(list.Rows, []string{
			e.ID, e.Label, e.SavedAt.Format("2006-01-02 15:04"), e.Verb, strconv.Itoa(e.Replications), reports.Count(float64(e.DeadLetters)),
			e.Scenario, strings.Join(e.Rows, " "), strconv.FormatUint(e.Seed, 10), yesNo(e.Kept), yesNo(e.Partial), e.Version, e.GOARCH,
		})
	}
	return list
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// resultsDocument is the JSON shape of `results ls`.
type resultsDocument struct {
	Schema string        `json:"schema"`
	Items  []resultEntry `json:"items"`
}

// resultEntry is one result in it.
type resultEntry struct {
	ID           string   `json:"id"`
	Label        *string  `json:"label"`
	Kept         bool     `json:"kept"`
	SavedAt      string   `json:"saved_at"`
	Verb         string   `json:"verb"`
	Scenario     string   `json:"scenario"`
	Digest       string   `json:"scenario_digest"`
	Seed         uint64   `json:"seed"`
	Replications int      `json:"replications"`
	Partial      bool     `json:"partial"`
	Policies     []string `json:"policies"`
	DeadLetters  int64    `json:"dead_letters"`
	NotStored    int64    `json:"dead_letters_not_stored"`
	Version      string   `json:"tool_version"`
	GOARCH       string   `json:"goarch"`
}

func resultsShape(entries []archive.Entry) resultsDocument {
	out := resultsDocument{Schema: "retrysim.results/v1", Items: []resultEntry{}}
	for _, e := range entries {
		item := resultEntry{
			ID: e.ID, Kept: e.Kept, SavedAt: e.SavedAt.Format("2006-01-02T15:04:05Z"), Verb: e.Verb,
			Scenario: e.Scenario, Digest: e.Digest, Seed: e.Seed, Replications: e.Replications, Partial: e.Partial,
			Policies: e.Rows, DeadLetters: e.DeadLetters, NotStored: e.NotStored, Version: e.Version, GOARCH: e.GOARCH,
		}
		if e.Label != "" {
			item.Label = &e.Label
		}
		out.Items = append(out.Items, item)
	}
	return out
}
