package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"retrysim/reports"
)

// resultsShowVerb is `results show [RESULT]`.
func (a *app) resultsShowVerb() *cobra.Command {
	var format, file string
	var again bool
	cmd := &cobra.Command{
		Use:   "show [RESULT]",
		Short: "print a result, or run it again and compare the bytes",
		Long: "Print a result in any format. With --rerun run it again instead, from what the\n" +
			"archive holds: the scenario's text, overrides, rows, seed and replications; and\n" +
			"compare the bytes. Ends with 3 when they differ, as they may from one version or\n" +
			"GOARCH to another.",
		Example: "  retrysim results show\n" +
			"  retrysim results show before -o md\n" +
			"  retrysim results show before --rerun",
		Args: between(0, 1, "one result"),
		RunE: func(cmd *cobra.Command, args []string) error {
			l, err := a.load(cmd.Context(), file, orLast(args))
			switch {
			case err != nil:
				return err
			case !slices.Contains(formatNames(), format):
				return invalidf("-o %q: unknown format%s", format, didYouMean(format, formatNames()))
			case again:
				return a.rerun(cmd.Context(), l, format)
			}
			return a.resultsShow(l, format)
		},
	}
	cmd.Flags().BoolVar(&again, "rerun", false, "run it again and compare the bytes")
	addArchiveFlag(cmd.Flags(), &file)
	cmd.Flags().StringVarP(&format, "format", "o", "table", "`HOW` to print: "+strings.Join(formatNames(), ", "))
	complete(cmd, "format", formatNames())
	return cmd
}

// resultsShow prints a result; as JSON the very bytes that were saved.
func (a *app) resultsShow(l *loaded, format string) error {
	if format == "json" {
		_, err := a.stdout.Write(l.document)
		return err
	}
	verb := "compare"
	if l.saved != nil {
		verb = l.saved.Verb
	}
	a.suggest("retrysim why %s dead", l.name)
	if l.saved != nil && format == "table" {
		if _, err := io.WriteString(a.stdout, l.heading()+"\n\n"); err != nil {
			return err
		}
	}
	return reports.Write(a.stdout, format, l.Result, reports.Options{Width: a.width(), Color: a.colored(), Verb: verb})
}

// heading says what the archive knows about a result.
func (l *loaded) heading() string {
	s := l.saved
	text := s.ID
	if s.Label != "" {
		text += " (" + s.Label + ")"
	}
	text += fmt.Sprintf(", made by %s on %s UTC", s.Verb, s.SavedAt.Format("2006-01-02 15:04"))
	if !s.Kept {
		text += ", kept until the next run"
	}
	if s.NotStored > 0 {
		text += fmt.Sprintf("; %s of its %s dead letters are counted but not stored", reports.Count(float64(s.NotStored)), reports.Count(float64(s.DeadLetters)))
	}
	return text
}

// rerun runs a saved result again and says whether the same bytes come out.
func (a *app) rerun(ctx context.Context, l *loaded, format string) error {
	if l.Partial {
		return invalidf("%s was interrupted: run to its end it would be another result", l.name)
	}
	q := l.question()
	w, err := a.reopenAs(l.Result, q)
	if err != nil {
		return err
	}
	r, err := a.study(ctx, q, w)
	if err != nil {
		return err
	}
	if ctx.Err() != nil {
		return verdict(codeInterrupted)
	}
	text, err := document(r)
	if err != nil {
		return err
	}
	same := bytes.Equal(text, l.document)
	if err := a.sayRerun(l, format, same); err != nil || same {
		return err
	}
	return verdict(codeNegative)
}

// question is the flags that made a saved result.
func (l *loaded) question() *ask {
	q := &ask{
		verb: "compare", policies: l.Scenario.Rows, seed: l.Seed, seedGiven: true,
		reps: l.Replications, parallel: runtime.GOMAXPROCS(0),
	}
	if l.saved == nil {
		return q
	}
	q.verb = l.saved.Verb
	for _, f := range l.saved.Flags {
		switch f.Name {
		case "threshold":
			q.thresholds = append(q.thresholds, f.Value)
		case "baseline":
			q.baseline = f.Value
		}
	}
	return q
}

// sayRerun prints what came of running it again.
func (a *app) sayRerun(l *loaded, format string, same bool) error {
	if format != "table" && format != "wide" {
		return a.writeListing(format, listing{
			Schema:  "retrysim.rerun/v1",
			Columns: []string{"result", "same", "bytes", "version", "goarch", "this_version", "this_goarch"},
			Rows:    [][]string{{l.name, strconv.FormatBool(same), strconv.Itoa(len(l.document)), l.Tool.Version, l.Tool.GOARCH, version, runtime.GOARCH}},
			Single:  true,
		})
	}
	if same {
		_, err := fmt.Fprintf(a.stdout, "%s: run again, the same %s bytes\n", l.name, reports.Count(float64(len(l.document))))
		return err
	}
	why := "the program differs, though version and GOARCH are the same"
	if l.Tool.Version != version || l.Tool.GOARCH != runtime.GOARCH {
		why = fmt.Sprintf("it was made by version %s on %s, this is %s on %s", l.Tool.Version, l.Tool.GOARCH, version, runtime.GOARCH)
	}
	_, err := fmt.Fprintf(a.stdout, "%s: run again, other bytes came out: %s\n", l.name, why)
	return err
}
