package main

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"retrysim/scenarios"
	"retrysim/sim"
	"retrysim/sim/result"
)

// whyFlags are the flags of `why`.
type whyFlags struct {
	row         string
	replication int
	archive     string
}

// whyVerb is `why [RESULT] JOB`.
func (a *app) whyVerb() *cobra.Command {
	var f whyFlags
	cmd := &cobra.Command{
		Use:   "why [RESULT] JOB",
		Short: "one job's story, attempt by attempt",
		Long: "Tell what happened to one job of a result. RESULT is @last (the\n" +
			"default), a label or ID of the archive (retrysim results ls), or a JSON file.\n" +
			"JOB is a job as --trace names it: type.source.number, or `dead` for the first\n" +
			"job that was dead-lettered. The run is played again from the result's own\n" +
			"scenario and seed, so that the story is the same.",
		Example: "  retrysim why @last dead\n" +
			"  retrysim why @last reindex.batch.17 --row wider\n" +
			"  retrysim why out/result.json dead --replication 3",
		Args: between(1, 2, "a job, behind a result if it is not the last"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.why(cmd.Context(), orLast(args[:len(args)-1]), args[len(args)-1], &f)
		},
	}
	cmd.Flags().StringVar(&f.row, "row", "", "a `ROW` of the result (default: the first)")
	cmd.Flags().IntVar(&f.replication, "replication", 1, "the `NUMBER` of the replication, from 1")
	addArchiveFlag(cmd.Flags(), &f.archive)
	return cmd
}

func (a *app) why(ctx context.Context, name, job string, f *whyFlags) error {
	r, err := a.load(ctx, f.archive, name)
	if err != nil {
		return err
	}
	p, err := a.planOf(r.Result, f.row)
	if err != nil {
		return err
	}
	if f.replication < 1 || f.replication > max(r.Replications, 1) {
		return invalidf("--replication %d: the result has 1 to %d", f.replication, r.Replications)
	}
	facts, err := storyOf(ctx, p, f.replication-1, job)
	if err != nil {
		return err
	}
	if len(facts) == 0 {
		return a.noSuchJob(ctx, p, f.replication-1, job)
	}
	if slices.Contains(scenarios.Names(), r.Scenario.Name) {
		a.suggest("retrysim explain %s", r.Scenario.Name)
	}
	s := storyTeller{w: a.stdout}
	s.tell(p, f.replication, r.Seed, facts)
	return s.err
}

// planOf is the plan of a row of a saved result.
func (a *app) planOf(r *result.Result, row string) (*sim.Plan, error) {
	w, err := a.reopen(r)
	if err != nil {
		return nil, err
	}
	var rows []string
	for _, p := range w.plans {
		if p.Row == row || row == "" {
			return p, nil
		}
		rows = append(rows, p.Row)
	}
	return nil, invalidf("--row %q: the result has no such row%s", row, didYouMean(row, rows))
}

// storyOf plays one replication and keeps the facts of one job, and of the
// faults and operators meanwhile. The job `dead` is the first to become a dead
// letter, so it takes a first pass to find it.
func storyOf(ctx context.Context, p *sim.Plan, replication int, job string) ([]sim.Fact, error) {
	if job == "dead" {
		var err error
		if job, err = firstDead(ctx, p, replication); err != nil || job == "" {
			return nil, err
		}
	}
	var facts []sim.Fact
	seen := false
	keep := func(f sim.Fact) {
		if f.Job == job || f.Job == "" && isWorldly(f.Event) {
			facts = append(facts, f)
			seen = seen || f.Job == job
		}
	}
	_, err := sim.Run(ctx, p, sim.Options{Replication: replication, Trace: keep})
	if !seen {
		facts = nil
	}
	return facts, err
}

// firstDead is the job of the first dead_letter or fail fact, "" without one.
func firstDead(ctx context.Context, p *sim.Plan, replication int) (job string, err error) {
	find := func(f sim.Fact) {
		if job == "" && (f.Event == "dead_letter" || f.Event == "fail") {
			job = f.Job
		}
	}
	_, err = sim.Run(ctx, p, sim.Options{Replication: replication, Trace: find})
	return job, err
}

// isWorldly reports whether a fact without a job belongs into a job's story.
func isWorldly(event string) bool {
	return slices.Contains([]string{"fault_start", "fault_end", "action"}, event)
}

// noSuchJob says what jobs there are.
func (a *app) noSuchJob(ctx context.Context, p *sim.Plan, replication int, job string) error {
	if job == "dead" {
		return invalidf("row %q: no job was dead-lettered in replication %d; name a job, as --trace shows them", p.Row, replication+1)
	}
	var prefixes []string
	note := func(f sim.Fact) {
		if dot := strings.LastIndex(f.Job, "."); f.Event == "arrive" && dot > 0 && !slices.Contains(prefixes, f.Job[:dot]) {
			prefixes = append(prefixes, f.Job[:dot])
		}
	}
	if _, err := sim.Run(ctx, p, sim.Options{Replication: replication, Trace: note}); err != nil {
		return err
	}
	return invalidf("no job %q in row %q: jobs are named %s.NUMBER", job, p.Row, strings.Join(prefixes, ".NUMBER or "))
}
