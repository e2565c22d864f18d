package main

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"retrysim/reports"
	"retrysim/sim/archive"
	"retrysim/sim/result"
	"retrysim/sim/study"
)

// diffVerb is `diff A [B]`.
func (a *app) diffVerb() *cobra.Command {
	var format, file string
	cmd := &cobra.Command{
		Use:   "diff A [B]",
		Short: "what differs between two results: settings, then outcome",
		Long: "Tell what differs between two results: the settings and the lines of the\n" +
			"scenario first, then the numbers of the rows that both have. A and B are labels\n" +
			"or IDs of the archive, @last (the default of B), or JSON files. A difference can\n" +
			"be chance: compare judges that, on the same random numbers.",
		Example: "  retrysim diff before\n" +
			"  retrysim diff before after -o md\n" +
			"  retrysim diff out/result.json @last -o json",
		Args: between(1, 2, "two results"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !slices.Contains(reports.DiffFormats(), format) {
				return invalidf("-o %q: unknown format%s", format, didYouMean(format, reports.DiffFormats()))
			}
			return a.diff(cmd.Context(), file, format, args[0], orLast(args[1:]))
		},
	}
	addArchiveFlag(cmd.Flags(), &file)
	cmd.Flags().StringVarP(&format, "format", "o", "table", "`HOW` to print: table, wide, json, yaml, csv, md")
	complete(cmd, "format", reports.DiffFormats())
	return cmd
}

func (a *app) diff(ctx context.Context, file, format, one, other string) error {
	x, err := a.load(ctx, file, one)
	if err != nil {
		return err
	}
	y, err := a.load(ctx, file, other)
	if err != nil {
		return err
	}
	d := study.Diff(x.Result, y.Result)
	x.describe(&d.A)
	y.describe(&d.B)
	if other == archive.Last {
		a.suggest("retrysim results show %s", one)
	}
	return reports.WriteDiff(a.stdout, format, d, reports.Options{Width: a.width(), Color: a.colored()})
}

// describe says under which name a result was asked for, and what it is called.
func (l *loaded) describe(s *result.DiffSide) {
	s.Name = l.name
	if l.saved != nil {
		s.ID, s.Label = l.saved.ID, l.saved.Label
	}
}
