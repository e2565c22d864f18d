package main

import (
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"retrysim/reports"
	"retrysim/sim/result"
	"retrysim/sim/study"
)

// planFlags are the flags of `dlq plan`.
type planFlags struct {
	redriveFlags
	risk, format   string
	reps, parallel int
	seed           uint64
	out            []string
}

// dlqPlan is `dlq plan [RESULT]`.
func (a *app) dlqPlan() *cobra.Command {
	var f planFlags
	cmd := &cobra.Command{
		Use:   "plan [RESULT]",
		Short: "find the fastest replay that holds",
		Long: "Search the fastest rate at which the dead letters of a result can go back beside\n" +
			"the live traffic so that the probability of a collapse over the whole replay is\n" +
			"at most --risk: the upper end of its exact 95 % interval (Clopper-Pearson) is.\n" +
			"`retrysim dlq replay --help` tells when a replay holds. All rates meet the same\n" +
			"luck; the search begins at what the dependency has to spare and halves from\n" +
			"there to two digits. Where two replications come out the same nothing is random,\n" +
			"and they are enough. Ends with 3 where no rate holds.",
		Example: "  retrysim dlq plan\n" +
			"  retrysim dlq plan before --risk 1% -n 400\n" +
			"  retrysim dlq plan --against replay-rate --out plan.svg",
		Args: between(0, 1, "one result"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.planReplay(cmd, args, &f)
		},
	}
	o := cmd.Flags()
	o.StringVar(&f.risk, "risk", "5%", "the `SHARE` of replays that may collapse")
	f.redriveFlags.addFlags(cmd)
	o.IntVarP(&f.reps, "reps", "n", 100, "play each rate up to so many `TIMES`; 5% takes 72 at least, 1% takes 368")
	o.Uint64Var(&f.seed, "seed", 0, "a `NUMBER` that all randomness comes from (default: the result's)")
	o.IntVarP(&f.parallel, "parallel", "j", runtime.GOMAXPROCS(0), "so many `RUNS` at the same time; changes the speed and nothing else (default: one per core)")
	o.StringVarP(&f.format, "format", "o", "table", "`HOW` to print: "+strings.Join(reports.ReplayFormats, ", "))
	o.StringArrayVar(&f.out, "out", nil, "also draw rate against collapse and goodput into `FILE`; the ending says how: .png .svg; repeatable")
	complete(cmd, "format", reports.ReplayFormats)
	return cmd
}

// planReplay is what it does.
func (a *app) planReplay(cmd *cobra.Command, args []string, f *planFlags) error {
	risk, err := f.checkPlan(cmd)
	if err != nil {
		return invalid(err)
	}
	r, err := a.redrive(cmd.Context(), args, &f.redriveFlags)
	if err != nil {
		return err
	}
	if cmd.Flags().Changed("seed") {
		r.plan.Seed = f.seed
	}
	p, err := study.PlanReplay(cmd.Context(), study.ReplaySearch{
		Plan: r.plan, Replay: r.spec, Use: r.use, Risk: risk, Replications: f.reps, Parallel: max(1, f.parallel),
		Tried: a.tellTrial, Scenario: r.world.header, Version: version,
	})
	switch {
	case cmd.Context().Err() != nil:
		return verdict(codeInterrupted)
	case err != nil:
		return invalidf("%s: %w", r.world.place(), err)
	}
	if err := reports.WriteReplayPlan(a.stdout, f.format, p); err != nil {
		return err
	}
	if err := a.drawPlan(f.out, p); err != nil {
		return err
	}
	if p.Best == nil {
		return verdict(codeNegative)
	}
	a.suggest("retrysim dlq replay %s --rate %s/s", r.again(), strconv.FormatFloat(p.Best.RatePS, 'g', -1, 64))
	return nil
}

// checkPlan reads the flags.
func (f *planFlags) checkPlan(cmd *cobra.Command) (risk float64, err error) {
	if err := f.check(cmd); err != nil {
		return 0, err
	}
	percent, ok := strings.CutSuffix(f.risk, "%")
	if risk, err = strconv.ParseFloat(percent, 64); ok {
		risk /= 100
	}
	switch {
	case err != nil || !(risk > 0 && risk < 1):
		return 0, fmt.Errorf("--risk %q: a share above 0%% and below 100%%, as in 5%%", f.risk)
	case f.reps > mostReps:
		return 0, fmt.Errorf("-n %d: replications are at most %d", f.reps, mostReps)
	case f.reps < study.LeastReplications(risk):
		return 0, fmt.Errorf("-n %d: so few replications can never show that at most %s collapse; that takes %d at least", f.reps, f.risk, study.LeastReplications(risk))
	case !slices.Contains(reports.ReplayFormats, f.format):
		return 0, fmt.Errorf("-o %q: unknown format%s", f.format, didYouMean(f.format, reports.ReplayFormats))
	}
	for _, path := range f.out {
		if ending := strings.ToLower(filepath.Ext(path)); ending != ".png" && ending != ".svg" {
			return 0, fmt.Errorf("--out %s: a plan is drawn as .png or .svg", path)
		}
	}
	return risk, nil
}

// tellTrial says what a rate did.
func (a *app) tellTrial(t *result.ReplayTrial) {
	a.say("%s: %d of %d collapse", reports.Rate(t.RatePS), t.Collapses, t.Replications)
}

// drawPlan writes the pictures.
func (a *app) drawPlan(files []string, p *result.ReplayPlan) error {
	chart := reports.ReplayChart(p)
	for _, file := range files {
		draw := chart.WriteSVG
		if strings.ToLower(filepath.Ext(file)) == ".png" {
			draw = chart.WritePNG
		}
		if err := reports.WriteFileAtomic(file, draw); err != nil {
			return fmt.Errorf("--out: %w", err)
		}
		if !a.quiet {
			fmt.Fprintf(a.stderr, "wrote %s\n", file)
		}
	}
	return nil
}
