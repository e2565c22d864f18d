package main

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"retrysim/reports"
	"retrysim/sim"
	"retrysim/sim/result"
	"retrysim/sim/study"
)

// ask is the flags of the verbs that run something: run, compare and check.
type ask struct {
	verb       string
	policies   []string
	set        []string
	seed       uint64
	seedGiven  bool
	reps       int
	parallel   int
	baseline   string
	thresholds []string
	failOn     []string
	useEnv     bool
	envFile    string
	out        []string
	format     string
	trace      string
	save       string // "" is not asked for, saveUnnamed is without a label
	archive    string
	herd       bool
	ci         ciAsk
	precision  precisionAsk
}

// addFlags adds them to a verb.
func (q *ask) addFlags(cmd *cobra.Command) {
	q.verb = cmd.Name()
	f := cmd.Flags()
	q.addScenarioFlags(f)
	f.Uint64Var(&q.seed, "seed", 0, "a `NUMBER` that all randomness comes from (default: the scenario's)")
	f.IntVarP(&q.reps, "reps", "n", 0, q.repsHelp())
	q.precision.addFlags(f)
	f.IntVarP(&q.parallel, "parallel", "j", runtime.GOMAXPROCS(0), "so many `RUNS` at the same time; changes the speed and nothing else (default: one per core)")
	if q.verb != "run" {
		f.StringVar(&q.baseline, "baseline", "", "the `ROW` that the others are compared with (default: the first)")
		f.StringArrayVar(&q.failOn, "fail-on", nil, "with `worse=5%`: exit 3 when a row is worse than the baseline by more than that")
	}
	if q.verb != "check" {
		f.BoolVar(&q.herd, "herd", q.verb == "run", "draw attempts over time under the table")
	}
	f.StringArrayVar(&q.thresholds, "threshold", nil, "one more limit as an `EXPR`, as in \"lost == 0\"; repeatable; see retrysim help thresholds")
	q.ci.addFlags(f)
	f.StringArrayVar(&q.out, "out", nil, "also write the result to `FILE|DIR`; the ending says how: .json .yaml .csv .md .txt .png .svg; a folder gets result.json, table.txt, herd.png and herd.svg; repeatable")
	f.StringVarP(&q.format, "format", "o", "table", "`HOW` to print: "+strings.Join(formatNames(), ", "))
	f.StringVar(&q.trace, "trace", "", "write every fact as a JSON line to `FILE`; without FILE print them instead of the answer")
	f.Lookup("trace").NoOptDefVal = traceToStdout
	f.StringVar(&q.save, "save", "", "keep the result for good, under a `LABEL` if one is given; else it is @last until the next run")
	f.Lookup("save").NoOptDefVal = saveUnnamed
	addArchiveFlag(f, &q.archive)
	complete(cmd, "format", formatNames())
	complete(cmd, "policy", policyNames())
}

// addScenarioFlags adds those that change a scenario.
func (q *ask) addScenarioFlags(f *pflag.FlagSet) {
	f.StringArrayVarP(&q.policies, "policy", "p", nil, "a `POLICY`, NAME[,KEY=VALUE...][@LABEL]: NAME is a row of the scenario's compare, else a policy, preset or backoff for all job types; repeatable")
	f.StringArrayVar(&q.set, "set", nil, "override a value of the scenario, `PATH=VALUE`, as in timeline.outage.for=2m; repeatable")
	f.BoolVar(&q.useEnv, "env", false, "take the settings of real systems from the environment; see retrysim help environment")
	f.StringVar(&q.envFile, "env-file", "", "take such settings from a `FILE` with lines NAME=value")
}

// repsHelp tells the default number of replications.
func (q *ask) repsHelp() string {
	if q.verb == "run" {
		return "run so many `TIMES` with fresh luck (default: the scenario's, else 1, and 1 with --trace)"
	}
	return "run so many `TIMES` with fresh luck (default: the scenario's, else 30)"
}

// formatNames are the formats of a result.
func formatNames() []string {
	var names []string
	for _, f := range reports.Formats() {
		names = append(names, f.Name)
	}
	return names
}

// check refuses flags that cannot be, before anything runs.
func (q *ask) check(cmd *cobra.Command) error {
	q.seedGiven = cmd.Flags().Changed("seed")
	switch {
	case cmd.Flags().Changed("reps") && (q.reps < 1 || q.reps > mostReps):
		return invalidf("-n %d: replications are 1 to %d", q.reps, mostReps)
	case q.parallel < 1:
		return invalidf("-j %d: at least 1 run at the same time", q.parallel)
	case !slices.Contains(formatNames(), q.format):
		return invalidf("-o %q: unknown format%s", q.format, didYouMean(q.format, formatNames()))
	case q.trace == "-":
		return invalidf("--trace -: give a FILE, or --trace alone to print the facts instead of the answer")
	}
	if _, err := parseFailOn(q.failOn); err != nil {
		return err
	}
	if err := q.ci.check(); err != nil {
		return err
	}
	if _, _, err := q.precision.parse(q.reps); err != nil {
		return err
	}
	if err := checkLabel(q.save); err != nil {
		return err
	}
	for _, path := range q.out {
		if _, err := outFiles(path); err != nil {
			return err
		}
	}
	return nil
}

// mostReps is a guard against a slip of the hand.
const mostReps = 100_000

// answer runs a world and prints what came out. It returns the verdict.
func (a *app) answer(ctx context.Context, q *ask, w *world) error {
	a.keepDead(q, w)
	r, err := a.study(ctx, q, w)
	if err != nil {
		return err
	}
	if err := a.writeTraces(ctx, q, w); err != nil {
		return err
	}
	if r.Partial && r.Replications == 0 {
		return a.nothingDone(q, r)
	}
	if q.trace != traceToStdout {
		if err := a.print(q, r); err != nil {
			return err
		}
	}
	for _, path := range q.out {
		if err := a.writeOut(path, r, q.verb); err != nil {
			return err
		}
	}
	if err := a.tellCI(&q.ci, r); err != nil {
		return err
	}
	if err := a.keep(ctx, q, w, r); err != nil {
		return err
	}
	if r.Partial || ctx.Err() != nil {
		a.next = ""
		what := "what was done is written and marked partial"
		if !r.Partial {
			what = "the result is whole, the trace ends early"
		}
		fmt.Fprintf(a.stderr, "retrysim: interrupted; %s\n", what)
		return verdict(codeInterrupted)
	}
	if strings.HasPrefix(a.next, whyDead) && noneDied(r) {
		a.next = ""
	}
	code := judge(r)
	switch {
	case a.sayBreaches(q, r):
		code = codeNegative
	case a.unjudged(q, r) && code == codeDone:
		code = codeInconclusive
	}
	return verdict(code)
}

// print writes the result to stdout.
func (a *app) print(q *ask, r *result.Result) error {
	options := reports.Options{Width: a.width(), Color: a.colored(), Verb: q.verb}
	if err := reports.Write(a.stdout, q.format, r, options); err != nil || !q.herd || q.format != "table" || len(r.Policies) == 0 {
		return err
	}
	fmt.Fprintln(a.stdout)
	return reports.WriteHerd(a.stdout, r, options)
}

// nothingDone ends a run that was interrupted before its first replication was
// finished. A table or a picture would say "no data" a hundred times, so only
// the formats for programs get the empty result, and @last stays what it was.
func (a *app) nothingDone(q *ask, r *result.Result) error {
	a.next = ""
	if q.trace != traceToStdout && (q.format == "json" || q.format == "yaml") {
		if err := a.print(q, r); err != nil {
			return err
		}
	}
	for _, path := range q.out {
		if ending := strings.ToLower(filepath.Ext(path)); ending != ".json" && ending != ".yaml" && ending != ".yml" {
			continue
		}
		if err := a.writeOut(path, r, q.verb); err != nil {
			return err
		}
	}
	fmt.Fprintf(a.stderr, "retrysim: interrupted; no replication was finished\n")
	return verdict(codeInterrupted)
}

// study runs all rows of the world over the replications.
func (a *app) study(ctx context.Context, q *ask, w *world) (*result.Result, error) {
	bar := a.progress()
	a.say("running %d rows, %d replications each, on %d goroutines", len(w.plans), w.reps, q.parallel)
	request := study.Request{
		Plans: w.plans, Baseline: w.baseline, Replications: w.reps, Parallel: q.parallel,
		Thresholds: w.thresholds, Progress: bar.step,
		Scenario: w.header, Load: w.load, Version: version,
	}
	if w.dead != nil {
		request.Parked = func(row int, dead *sim.Parked) { w.takeDead(row, dead, q.save != "") }
	}
	r, err := q.play(ctx, request)
	bar.clear()
	if err != nil {
		a.next = "" // there is no result to ask about
		return nil, invalidf("%s: %w", w.place(), err)
	}
	return r, nil
}

// judge is the exit code that thresholds give.
func judge(r *result.Result) int {
	code := codeDone
	for _, t := range r.Thresholds {
		switch t.Verdict {
		case result.VerdictFail:
			return codeNegative
		case result.VerdictInconclusive:
			code = codeInconclusive
		}
	}
	return code
}
