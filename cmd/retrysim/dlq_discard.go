package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"retrysim/reports"
	"retrysim/sim/archive"
)

// discardFlags are the flags of `dlq discard`.
type discardFlags struct {
	letterFlags
	consent
	expired bool
	archive string
}

// dlqDiscard is `dlq discard [RESULT]`.
func (a *app) dlqDiscard() *cobra.Command {
	var f discardFlags
	cmd := &cobra.Command{
		Use:   "discard [RESULT]",
		Short: "discard dead letters that nobody will replay",
		Long: "Mark parked dead letters as discarded, all that the flags choose or none: they\n" +
			"can no longer be replayed, and `retrysim dlq stats` goes on counting them. Asks\n" +
			"first; off a terminal it wants --yes. Without a filter it is all of them. With\n" +
			"--expired they are counted as expired, which takes an age.",
		Example: "  retrysim dlq discard --older-than 7d --expired --dry-run\n" +
			"  retrysim dlq discard before --class invalid_data --yes",
		Args: between(0, 1, "one result"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.discardLetters(cmd.Context(), orLast(args), &f)
		},
	}
	f.letterFlags.addFlags(cmd, allRows)
	cmd.Flags().BoolVar(&f.expired, "expired", false, "with --older-than: count them as expired, not as discarded")
	f.consent.addFlags(cmd)
	addArchiveFlag(cmd.Flags(), &f.archive)
	return cmd
}

// discardLetters is what it does. What is asked about and what goes are read
// one after the other; the answer says what went.
func (a *app) discardLetters(ctx context.Context, name string, f *discardFlags) error {
	if err := f.check(); err != nil {
		return err
	}
	if f.expired && f.older == "" {
		return invalidf("--expired takes an age, as in --older-than 7d")
	}
	f.which.State = archive.Parked
	s, archived, err := a.deadOf(ctx, f.archive, name)
	if err != nil {
		return err
	}
	n, err := archived.Count(ctx, s.ID, f.which)
	archived.Close()
	if err != nil {
		return err
	}
	what := reports.Count(float64(n)) + " dead letters of " + nameOf(s)
	switch {
	case f.dry:
		_, err := fmt.Fprintf(a.stdout, "would discard %s\n", what)
		return err
	case n == 0:
		_, err := fmt.Fprintf(a.stdout, "No parked dead letter of %s matches.\n", nameOf(s))
		return err
	}
	if ok, err := a.given(f.consent, "Discard "+what+"?"); err != nil || !ok {
		return err
	}
	return a.discard(ctx, s, f)
}

// discard marks them.
func (a *app) discard(ctx context.Context, s *archive.Saved, f *discardFlags) error {
	state, word := archive.Discarded, "discarded %s dead letters of %s\n"
	if f.expired {
		state, word = archive.Expired, "discarded %s dead letters of %s as expired\n"
	}
	var n int64
	err := a.inArchive(ctx, f.archive, func(archived *archive.Archive) (err error) {
		n, err = archived.Discard(ctx, s.ID, f.which, state, time.Now())
		return err
	})
	if err != nil {
		return fmt.Errorf("no dead letter was discarded: %w", err)
	}
	a.suggest("retrysim dlq stats %s", s.ID)
	_, err = fmt.Fprintf(a.stdout, word, reports.Count(float64(n)), nameOf(s))
	return err
}
