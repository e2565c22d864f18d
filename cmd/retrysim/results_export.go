package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"retrysim/reports"
)

// resultsExportVerb is `results export [RESULT]`.
func (a *app) resultsExportVerb() *cobra.Command {
	var file, out string
	cmd := &cobra.Command{
		Use:   "export [RESULT]",
		Short: "write a result's JSON, byte by byte as it was saved",
		Long: "Write the JSON of a result (schema retrysim.result/v1) to stdout or a file: what\n" +
			"-o json printed. Every verb that takes a RESULT takes such a file.",
		Example: "  retrysim results export before > before.json\n" +
			"  retrysim results export --out last.json",
		Args: between(0, 1, "one result"),
		RunE: func(cmd *cobra.Command, args []string) error {
			l, err := a.load(cmd.Context(), file, orLast(args))
			if err != nil {
				return err
			}
			write := func(w io.Writer) error { _, err := w.Write(l.document); return err }
			if out == "" {
				return write(a.stdout)
			}
			if err := reports.WriteFileAtomic(out, write); err != nil {
				return fmt.Errorf("--out: %w", err)
			}
			if !a.quiet {
				fmt.Fprintf(a.stderr, "wrote %s\n", out)
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "write to this `FILE`, whole or not at all")
	addArchiveFlag(cmd.Flags(), &file)
	return cmd
}
