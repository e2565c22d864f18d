package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"retrysim/reports"
	"retrysim/sim/archive"
)

// consent is the flags of a verb that destroys something.
type consent struct{ dry, yes bool }

func (c *consent) addFlags(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&c.dry, "dry-run", false, "say what would go and touch nothing")
	cmd.Flags().BoolVarP(&c.yes, "yes", "y", false, "do not ask; needed where there is no terminal to ask on")
}

// given asks on a terminal, and elsewhere insists on --yes.
func (a *app) given(c consent, question string) (bool, error) {
	if c.yes {
		return true, nil
	}
	f, ok := a.stdin.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return false, invalidf("there is no terminal to ask on: give --yes, or --dry-run to see what would go")
	}
	fmt.Fprintf(a.stderr, "%s [y/N] ", question)
	answer, _ := bufio.NewReader(f).ReadString('\n')
	return slices.Contains([]string{"y", "yes"}, strings.ToLower(strings.TrimSpace(answer))), nil
}

// resultsRmVerb is `results rm RESULT...`.
func (a *app) resultsRmVerb() *cobra.Command {
	var file string
	var c consent
	cmd := &cobra.Command{
		Use:   "rm RESULT...",
		Short: "remove results and their dead letters",
		Long: "Remove results with their dead letters, all of those named or none. Asks first;\n" +
			"off a terminal it wants --yes.",
		Example: "  retrysim results rm before --dry-run\n" +
			"  retrysim results rm before 3f2a --yes",
		Args: between(1, 10_000, "the results to remove"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.resultsRm(cmd.Context(), file, args, c)
		},
	}
	c.addFlags(cmd)
	addArchiveFlag(cmd.Flags(), &file)
	return cmd
}

func (a *app) resultsRm(ctx context.Context, file string, names []string, c consent) error {
	archived, err := a.openArchive(ctx, file, names[0])
	if err != nil {
		return err
	}
	ids, lines, err := a.toRemove(ctx, archived, names)
	archived.Close()
	if err != nil {
		return err
	}
	if c.dry {
		_, err := fmt.Fprintf(a.stdout, "would remove %s\n", strings.Join(lines, "\nwould remove "))
		return err
	}
	if ok, err := a.given(c, "Remove "+strings.Join(lines, ", ")+"?"); err != nil || !ok {
		return err
	}
	if archived, err = archive.Open(ctx, a.archivePath(file)); err != nil {
		return err
	}
	defer archived.Close()
	if err := archived.Remove(ctx, ids...); err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.stdout, "removed %s\n", strings.Join(lines, "\nremoved "))
	return err
}

// toRemove finds the results of the names, each once, and says what they are.
func (a *app) toRemove(ctx context.Context, archived *archive.Archive, names []string) (ids, lines []string, err error) {
	for _, name := range names {
		s, err := archived.Get(ctx, name)
		if err != nil {
			return nil, nil, a.notFound(ctx, archived, name, err)
		}
		if slices.Contains(ids, s.ID) {
			continue
		}
		ids = append(ids, s.ID)
		what := strings.TrimSpace(s.ID + " " + s.Label)
		lines = append(lines, fmt.Sprintf("%s: %s of %s, %s dead letters", what, s.Verb, s.Scenario, reports.Count(float64(s.DeadLetters))))
	}
	return ids, lines, nil
}
