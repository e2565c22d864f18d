package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"retrysim/policies"
	"retrysim/reports"
	"retrysim/scenarios"
	"retrysim/sim/archive"
	"retrysim/sim/result"
)

// replayFlags are the flags of `dlq replay`.
type replayFlags struct {
	redriveFlags
	consent
	rate, ramp, order, format string
	batch, reps, parallel     int
}

// dlqReplay is `dlq replay [RESULT]`.
func (a *app) dlqReplay() *cobra.Command {
	var f replayFlags
	cmd := &cobra.Command{
		Use:   "replay [RESULT]",
		Short: "put dead letters back, simulated first",
		Long: "Simulate what happens when the dead letters of a result go back beside the\n" +
			"live traffic: the run's own scenario after its last fault, without faults and\n" +
			"operators. The answer is a result of its own, @last; the one with the letters\n" +
			"is kept. Ends with 3 when the replay does not hold in every replication.\n\n" +
			"It holds if 95 % at least of two groups of fresh jobs complete before arrivals\n" +
			"end: of those that arrive in its last tenth (a minute at least), and of those\n" +
			"that arrive in the first half of what follows (a minute, or a tenth of the\n" +
			"replay); jobs that fail permanently are left out; and if each replayed job comes\n" +
			"to an end before ten times the time of the run. If not, it collapses.\n\n" +
			"Records are marked as replayed only with --yes, all or none, and only where it\n" +
			"holds.",
		Example: "  retrysim dlq replay --rate 50/s\n" +
			"  retrysim dlq replay before --ramp 10/s..50/s/10m --class timeout\n" +
			"  retrysim dlq replay before --rate 20/s --yes",
		Args: between(0, 1, "one result"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.replayLetters(cmd, args, &f)
		},
	}
	o := cmd.Flags()
	o.StringVar(&f.rate, "rate", "", "at this `RATE`, as in 50/s")
	o.StringVar(&f.ramp, "ramp", "", "at a rate that rises, `FROM..TO/TIME`, as in 10/s..50/s/10m")
	o.IntVar(&f.batch, "batch", 1, "so many `RECORDS` together, at that rate in the mean")
	o.StringVar(&f.order, "order", "oldest", "`WHICH` go first: oldest or newest")
	f.redriveFlags.addFlags(cmd)
	o.IntVarP(&f.reps, "reps", "n", 10, "simulate it so many `TIMES` with fresh luck")
	o.IntVarP(&f.parallel, "parallel", "j", runtime.GOMAXPROCS(0), "so many `RUNS` at the same time; changes the speed and nothing else (default: one per core)")
	o.StringVarP(&f.format, "format", "o", "table", "`HOW` to print: "+strings.Join(formatNames(), ", "))
	o.BoolVar(&f.dry, "dry-run", false, "list the records that would go and simulate nothing")
	o.BoolVarP(&f.yes, "yes", "y", false, "mark the records as replayed, if it holds")
	complete(cmd, "format", formatNames())
	complete(cmd, "order", []string{"oldest", "newest"})
	return cmd
}

// replayLetters is what it does.
func (a *app) replayLetters(cmd *cobra.Command, args []string, f *replayFlags) error {
	ctx := cmd.Context()
	var pace result.Replay
	if err := errors.Join(f.check(cmd), f.pace(&pace)); err != nil {
		return invalid(err)
	}
	r, err := a.redrive(ctx, args, &f.redriveFlags)
	if err != nil {
		return err
	}
	pace.Of, pace.Row, pace.Letters, pace.Policy = r.spec.Of, r.spec.Row, r.spec.Letters, r.spec.Policy
	r.spec = pace
	if f.dry {
		return a.dryReplay(r, f.format)
	}
	out, err := a.simulateReplay(ctx, r, f)
	if err != nil {
		return err
	}
	if f.format == "table" {
		a.sayReplay(r, out)
	} else if err := reports.Write(a.stdout, f.format, out, reports.Options{Verb: "compare"}); err != nil {
		return err
	}
	return a.moveReplayed(ctx, r, f, out)
}

// pace reads how fast the records go.
func (f *replayFlags) pace(p *result.Replay) error {
	switch {
	case f.reps < 1 || f.reps > mostReps:
		return fmt.Errorf("-n %d: replications are 1 to %d", f.reps, mostReps)
	case f.batch < 1:
		return fmt.Errorf("--batch %d: at least 1", f.batch)
	case f.order != "oldest" && f.order != "newest":
		return fmt.Errorf("--order %q: it is oldest or newest", f.order)
	case !slices.Contains(formatNames(), f.format):
		return fmt.Errorf("-o %q: unknown format%s", f.format, didYouMean(f.format, formatNames()))
	case f.dry && f.rate == "" && f.ramp == "":
		return nil
	case (f.rate == "") == (f.ramp == ""):
		return errors.New("give a --rate, as in 50/s, or a --ramp, as in 10/s..50/s/10m; retrysim dlq plan finds one that holds")
	}
	p.Batch, p.Newest = f.batch, f.order == "newest"
	if f.batch == 1 {
		p.Batch = 0
	}
	if f.ramp != "" {
		return f.parseRamp(p)
	}
	rate, err := parseRate("--rate", f.rate)
	p.RatePS, p.ToPS = rate, rate
	return err
}

// parseRate reads a rate above 0.
func parseRate(flag, text string) (float64, error) {
	rate, err := scenarios.ParseRate(text)
	if err == nil && rate <= 0 {
		err = errors.New("more than 0/s")
	}
	if err != nil {
		return 0, fmt.Errorf("%s %q: %w", flag, text, err)
	}
	return float64(rate), nil
}

// parseRamp reads FROM..TO/TIME.
func (f *replayFlags) parseRamp(p *result.Replay) error {
	from, rest, ok := strings.Cut(f.ramp, "..")
	cut := strings.LastIndex(rest, "/")
	if !ok || strings.Count(rest, "/") != 2 {
		return fmt.Errorf("--ramp %q is not FROM..TO/TIME, as in 10/s..50/s/10m", f.ramp)
	}
	over, err := policies.ParseDuration(rest[cut+1:])
	if err == nil && over <= 0 {
		err = errors.New("it takes a TIME above 0s")
	}
	if err != nil {
		return fmt.Errorf("--ramp %q: %w", f.ramp, err)
	}
	p.OverMS = float64(over) / 1e6
	var errFrom, errTo error
	p.RatePS, errFrom = parseRate("--ramp", from)
	p.ToPS, errTo = parseRate("--ramp", rest[:cut])
	return errors.Join(errFrom, errTo)
}

// dryReplay lists the records.
func (a *app) dryReplay(r *redrive, format string) error {
	if r.spec.Of == "" {
		return invalidf("the dead letters of a scenario are no records: --dry-run lists those of a result")
	}
	if err := a.writeLetters(format, r.spec.Of, int64(len(r.letters)), 0, r.letters); err != nil {
		return err
	}
	fmt.Fprintf(a.stderr, "%s dead letters of %s would be replayed; nothing was changed\n", reports.Count(float64(len(r.ids))), r.name)
	return nil
}

// simulateReplay plays the replay and keeps what came out, and the result that
// the letters are of.
func (a *app) simulateReplay(ctx context.Context, r *redrive, f *replayFlags) (*result.Result, error) {
	spec := r.spec
	if err := r.world.asReplay(&spec); err != nil {
		return nil, err
	}
	r.world.reps = f.reps
	q := &ask{verb: "dlq replay", reps: f.reps, parallel: max(1, f.parallel), archive: f.archive}
	a.keepDead(q, r.world)
	out, err := a.study(ctx, q, r.world)
	if err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		a.next = ""
		return nil, verdict(codeInterrupted)
	}
	if r.spec.Of != "" {
		if err := a.inArchive(ctx, f.archive, func(archived *archive.Archive) error { return archived.Keep(ctx, r.spec.Of) }); err != nil {
			return nil, err
		}
	}
	return out, a.keep(ctx, q, r.world, out)
}

// inArchive does something in the archive.
func (a *app) inArchive(ctx context.Context, file string, do func(*archive.Archive) error) error {
	archived, err := archive.Open(ctx, a.archivePath(file))
	if err != nil {
		return err
	}
	return errors.Join(do(archived), archived.Close())
}

// moveReplayed marks the records, where that is asked for and the replay holds.
func (a *app) moveReplayed(ctx context.Context, r *redrive, f *replayFlags, out *result.Result) error {
	switch {
	case !replayHolds(out):
		if f.yes && !a.quiet {
			fmt.Fprintln(a.stderr, "the records stay parked, since it does not hold")
		}
		a.suggest("retrysim dlq plan %s", r.again())
		return verdict(codeNegative)
	case r.spec.Of == "" || !f.yes:
		if r.spec.Of != "" {
			a.suggest("retrysim dlq replay %s %s --yes", r.spec.Of, f.paceWords())
		}
		return nil
	}
	text, err := document(out)
	if err != nil {
		return err
	}
	into := archive.ID(text)
	err = a.inArchive(ctx, f.archive, func(archived *archive.Archive) error { return archived.Replay(ctx, r.ids, into, time.Now()) })
	if err != nil {
		return fmt.Errorf("no record was marked as replayed: %w", err)
	}
	_, err = fmt.Fprintf(a.stdout, "%s records of %s are marked as replayed\n", reports.Count(float64(len(r.ids))), r.name)
	return err
}

// paceWords are the flags of the pace again.
func (f *replayFlags) paceWords() string {
	if f.ramp != "" {
		return "--ramp " + f.ramp
	}
	return "--rate " + f.rate
}

// again names where the letters come from, for another command.
func (r *redrive) again() string {
	if r.spec.Of != "" {
		return r.spec.Of
	}
	return "--against " + r.world.place()
}
