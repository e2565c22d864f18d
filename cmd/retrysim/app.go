package main

import (
	"context"
	"fmt"
	"io"
	"runtime/debug"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// app is one call of the program: where it reads and writes, and the flags
// that every verb has.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	environ        []string                    // NAME=value
	env            func(string) (string, bool) // looks into environ

	quiet, verbose bool
	color          string
	next           string        // the likely next command, printed at the end
	twins          []*pflag.Flag // those that the environment set
}

// Main runs one command line and returns its exit code (see exit.go). It
// reads and writes nothing but its arguments and the files that they name; the
// end of ctx interrupts a run, which then writes what is done and returns 130.
func Main(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer, environ []string) (code int) {
	a := &app{stdin: stdin, stdout: stdout, stderr: stderr, environ: environ, env: lookupIn(environ)}
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(stderr, "retrysim: internal error: %v\n", r)
			if a.verbose {
				fmt.Fprintf(stderr, "%s", debug.Stack())
			} else {
				fmt.Fprintln(stderr, "This is a bug in retrysim. The same command with -v shows where; please report it.")
			}
			code = codeFailed
		}
	}()
	root := a.root()
	root.SetArgs(joinOptional(args))
	err := root.ExecuteContext(ctx)
	return a.finish(err)
}

// finish reports the error, if any, then the next command, and gives the code.
func (a *app) finish(err error) int {
	if err != nil && err.Error() != "" {
		fmt.Fprintln(a.stderr, "retrysim: "+nameTwins(err.Error(), a.twins))
	}
	if a.next != "" && !a.quiet {
		fmt.Fprintln(a.stderr, wrapCommand("Next: "+a.next))
	}
	return exitCode(err)
}

// root builds the tree of commands.
func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "retrysim",
		Short: "Was this retry setting a good idea? Find out before the rollout.",
		Long: "retrysim simulates jobs, a queue, workers and a failing dependency under your\n" +
			"retry policies, and shows the herd, the recovery, the dead letters and the\n" +
			"wasted work side by side.",
		Args:              cobra.ArbitraryArgs,
		SilenceErrors:     true,
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error { return a.prepare(cmd) },
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownCommand(cmd, args[0])
			}
			return a.welcome()
		},
	}
	root.SetIn(a.stdin)
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	root.SetFlagErrorFunc(flagError)
	setTemplates(root)
	flags := root.PersistentFlags()
	flags.SortFlags = false
	flags.BoolVarP(&a.quiet, "quiet", "q", false, "print the answer and nothing else")
	flags.BoolVarP(&a.verbose, "verbose", "v", false, "say on stderr what is being done")
	flags.StringVar(&a.color, "color", "auto", "`WHEN` to use colours: auto, always or never")
	root.AddGroup(
		&cobra.Group{ID: "answer", Title: "Ask a question:"},
		&cobra.Group{ID: "input", Title: "Look at scenarios and policies:"},
		&cobra.Group{ID: "kept", Title: "Work with results that were kept:"},
		&cobra.Group{ID: "more", Title: "More:"},
	)
	a.addVerbs(root)
	addTopics(root)
	return root
}

// addVerbs adds the verbs, one line each, in the order of the help.
func (a *app) addVerbs(root *cobra.Command) {
	cobra.EnableCommandSorting = false
	add := func(group string, commands ...*cobra.Command) {
		for _, c := range commands {
			c.GroupID = group
			c.Flags().SortFlags = false
			root.AddCommand(c)
		}
	}
	add("answer", a.runVerb(), a.compareVerb(), a.checkVerb(), a.explainVerb(), a.whyVerb())
	add("input", a.policyVerb(), a.scenarioVerb(), a.validateVerb(), a.initVerb())
	add("kept", a.resultsVerb(), a.diffVerb(), a.dlqVerb())
	add("more", a.completionVerb(), a.versionVerb())
	root.SetHelpCommandGroupID("more")
	root.SetHelpCommand(a.helpVerb())
}

// prepare runs before every verb: the environment twins, then the checks of
// the flags that every verb has.
func (a *app) prepare(cmd *cobra.Command) error {
	var err error
	if a.twins, err = applyTwins(cmd.Flags(), a.env); err != nil {
		return err
	}
	a.warnUnknown(cmd.Root())
	switch a.color {
	case "auto", "always", "never":
		return nil
	}
	return invalidf("--color %q: it is auto, always or never", a.color)
}
