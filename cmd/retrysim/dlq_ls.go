package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"retrysim/reports"
	"retrysim/sim/archive"
)

// allRows is the help of --row where a verb takes the letters of all rows.
const allRows = "only those of this `ROW` of the result (default: all rows)"

// lsFlags are the flags of `dlq ls`.
type lsFlags struct {
	letterFlags
	sort, state, format, archive string
}

// sortWords are the values of --sort.
var sortWords = []string{
	"parked", string(archive.ByFailure), string(archive.ByFirst), string(archive.ByAttempts), string(archive.ByOccurrences),
	string(archive.ByType), string(archive.ByClass), string(archive.ByError), string(archive.ByJob),
}

// stateWords are the values of --state.
var stateWords = []string{archive.Parked, archive.Replayed, archive.Discarded, archive.Expired, "all"}

// dlqLs is `dlq ls [RESULT]`.
func (a *app) dlqLs() *cobra.Command {
	var f lsFlags
	cmd := &cobra.Command{
		Use:   "ls [RESULT]",
		Short: "list dead letters, page by page",
		Long: "List the dead letters of a result that are still parked, in the order in which\n" +
			"they were. stderr says how many there are in all and gives the command for the\n" +
			"next page. Times are those of the run.",
		Example: "  retrysim dlq ls\n" +
			"  retrysim dlq ls before --class rate_limited --sort failed --reverse\n" +
			"  retrysim dlq ls --error timeout --limit 0 -o csv",
		Args: between(0, 1, "one result"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.listLetters(cmd, args, &f)
		},
	}
	f.letterFlags.addFlags(cmd, allRows)
	o := cmd.Flags()
	addState(cmd, &f.state)
	o.StringVar(&f.sort, "sort", "parked", "the `ORDER`: "+strings.Join(sortWords, ", "))
	o.BoolVar(&f.which.Reverse, "reverse", false, "the other way round")
	o.IntVar(&f.which.Limit, "limit", 50, "so many `LETTERS` at most; 0 is all")
	o.IntVar(&f.which.Offset, "offset", 0, "pass over so many `LETTERS`, as in 50")
	addArchiveFlag(o, &f.archive)
	listingFlag(cmd, &f.format)
	complete(cmd, "sort", sortWords)
	return cmd
}

// addState adds --state.
func addState(cmd *cobra.Command, state *string) {
	cmd.Flags().StringVar(state, "state", archive.Parked, "only those in this `STATE`: "+strings.Join(stateWords, ", "))
	complete(cmd, "state", stateWords)
}

// takeState reads --state.
func (f *letterFlags) takeState(state string) error {
	if !slices.Contains(stateWords, state) {
		return invalidf("--state %q: no such state%s", state, didYouMean(state, stateWords))
	}
	if state != "all" {
		f.which.State = state
	}
	return nil
}

// checkLs reads the flags.
func (f *lsFlags) checkLs() error {
	if err := f.check(); err != nil {
		return err
	}
	switch {
	case !slices.Contains(sortWords, f.sort):
		return invalidf("--sort %q: no such order%s", f.sort, didYouMean(f.sort, sortWords))
	case f.which.Limit < 0:
		return invalidf("--limit %d: 0, which is all, or more", f.which.Limit)
	case f.which.Offset < 0:
		return invalidf("--offset %d: 0 or more", f.which.Offset)
	}
	if f.sort != "parked" {
		f.which.Sort = archive.Sort(f.sort)
	}
	return f.takeState(f.state)
}

// listLetters is what it does.
func (a *app) listLetters(cmd *cobra.Command, args []string, f *lsFlags) error {
	if err := f.checkLs(); err != nil {
		return err
	}
	ctx := cmd.Context()
	s, archived, err := a.deadOf(ctx, f.archive, orLast(args))
	if err != nil {
		return err
	}
	defer archived.Close()
	total, err := archived.Count(ctx, s.ID, f.which)
	if err != nil {
		return err
	}
	var page []archive.Letter
	for d, err := range archived.Letters(ctx, s.ID, f.which) {
		if err != nil {
			return err
		}
		page = append(page, *d)
	}
	if len(page) == 0 && f.format == "table" {
		_, err := fmt.Fprintf(a.stdout, "No dead letter of %s matches.\n", nameOf(s))
		return err
	}
	if err := a.writeLetters(f.format, s.ID, total, f.which.Offset, page); err != nil {
		return err
	}
	a.sayPage(cmd, args, f, len(page), total)
	return nil
}

// sayPage says how much of all a page is, and how to get the next one.
func (a *app) sayPage(cmd *cobra.Command, args []string, f *lsFlags, page int, total int64) {
	next := f.which.Offset + page
	text := fmt.Sprintf("%s of %s", reports.Count(float64(page)), reports.Count(float64(total)))
	if int64(next) >= total {
		if page > 0 {
			a.suggest("retrysim dlq groups %s", strings.Join(args, " "))
		}
		if int64(page) < total {
			fmt.Fprintln(a.stderr, text)
		}
		return
	}
	fmt.Fprintln(a.stderr, wrapCommand(fmt.Sprintf("%s; next: %s --offset %d", text, commandAgain(cmd, args, "offset"), next)))
}

// commandAgain is a command with its flags but one, to copy into a shell.
func commandAgain(cmd *cobra.Command, args []string, without string) string {
	words := []string{cmd.CommandPath()}
	for _, arg := range args {
		words = append(words, shellWord(arg))
	}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		switch {
		case f.Name == without:
		case f.Value.Type() == "bool":
			words = append(words, "--"+f.Name)
		default:
			words = append(words, "--"+f.Name, shellWord(f.Value.String()))
		}
	})
	return strings.Join(words, " ")
}

// shellWord is a word as a POSIX shell takes it, in quotes where it needs them.
func shellWord(word string) string {
	plain := func(r rune) bool {
		return strings.ContainsRune("@%+=:,./_-", r) || '0' <= r && r <= '9' || 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z'
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// deadOf opens the archive and finds a result whose dead letters are there.
func (a *app) deadOf(ctx context.Context, file, name string) (*archive.Saved, *archive.Archive, error) {
	if isFile(name) {
		return nil, nil, invalidf("%s is a file, and a file holds no dead letters: name a result of the archive (retrysim results ls)", name)
	}
	archived, err := a.openArchive(ctx, file, name)
	if err != nil {
		return nil, nil, err
	}
	s, err := archived.Get(ctx, name)
	if err != nil {
		err = a.notFound(ctx, archived, name, err)
		archived.Close()
		return nil, nil, err
	}
	if s.NotStored > 0 {
		a.warn("%s dead letters of %s are counted but not stored; run it again with --save", reports.Count(float64(s.NotStored)), nameOf(s))
	}
	return s, archived, nil
}

// nameOf is a result's ID and label.
func nameOf(s *archive.Saved) string { return strings.TrimSpace(s.ID + " " + s.Label) }
