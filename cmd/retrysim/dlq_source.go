package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"retrysim/sim"
	"retrysim/sim/archive"
	"retrysim/sim/result"
)

// redriveFlags choose dead letters and where they go back to.
type redriveFlags struct {
	letterFlags
	against, archive, policy string
	set                      []string
	limit                    int
}

// addFlags adds them to a verb.
func (f *redriveFlags) addFlags(cmd *cobra.Command) {
	o := cmd.Flags()
	f.letterFlags.addFlags(cmd, "the `ROW` of the result whose dead letters go back (default: the first that has any); of a scenario that brings its own, a row of it")
	o.IntVar(&f.limit, "jobs", 0, "so many `JOBS` at most (default: all)")
	o.StringVar(&f.policy, "policy", "", "retry the replayed jobs by this `POLICY`, NAME[,KEY=VALUE...] (default: their own)")
	o.StringVar(&f.against, "against", "", "put them back into this `SCENARIO` (default: the run's own); alone it brings its own, dead_letters.parked")
	o.StringArrayVar(&f.set, "set", nil, "with --against: override a value of that scenario, `PATH=VALUE`; repeatable")
	addArchiveFlag(o, &f.archive)
	complete(cmd, "policy", policyNames())
}

// check reads the flags that are more than text.
func (f *redriveFlags) check(cmd *cobra.Command) error {
	if err := f.letterFlags.check(); err != nil {
		return err
	}
	if cmd.Flags().Changed("jobs") && f.limit < 1 {
		return invalidf("--jobs %d: at least 1", f.limit)
	}
	if f.against == "" && len(f.set) > 0 {
		return invalidf("--set goes with --against: the run's own scenario is as it was")
	}
	return nil
}

// redrive is dead letters on their way back.
type redrive struct {
	world   *world
	plan    *sim.Plan
	spec    result.Replay
	use     *sim.PolicyUse
	ids     []int64 // in the archive; none of letters that a scenario brings
	letters []archive.Letter
	refused int // letters that cannot be run again
	name    string
}

// redrive finds the letters and the plan that they go back into.
func (a *app) redrive(ctx context.Context, args []string, f *redriveFlags) (*redrive, error) {
	r := &redrive{}
	var err error
	if f.against != "" {
		if err = r.into(a, f, ""); err != nil {
			return nil, err
		}
	}
	if len(args) == 0 && r.plan != nil && r.plan.ParkedJobs() > 0 {
		if f.row != "" {
			if err := r.into(a, f, f.row); err != nil {
				return nil, err
			}
		}
		r.ofScenario(f.limit)
	} else if err := r.ofResult(ctx, a, orLast(args), f); err != nil {
		return nil, err
	}
	r.spec.Row = r.plan.Row
	if f.policy != "" {
		r.spec.Policy = f.policy
		if r.use, err = r.world.policyUse(f.policy); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// into opens the scenario that the letters go back into: a row of it, "" is the
// first.
func (r *redrive) into(a *app, f *redriveFlags, row string) (err error) {
	q := &ask{verb: "run", set: f.set}
	if row != "" {
		q.policies = []string{row}
	}
	if r.world, err = a.open(f.against, q); err == nil {
		r.plan = r.world.plans[0]
	}
	return err
}

// ofScenario takes the letters that a scenario brings.
func (r *redrive) ofScenario(limit int) {
	r.name = r.world.header.Name
	for _, k := range r.plan.Parked {
		n := k.Jobs
		if limit > 0 {
			n = min(n, limit-r.spec.Jobs())
		}
		if n > 0 {
			r.spec.Letters = append(r.spec.Letters, result.ParkedLetters{
				JobType: r.plan.Types[k.Type].Name, Class: k.Class.String(), Status: k.Status, Attempts: k.Attempts, Jobs: n,
			})
		}
	}
}

// ofResult takes the letters of a result in the archive.
func (r *redrive) ofResult(ctx context.Context, a *app, name string, f *redriveFlags) error {
	l, err := a.load(ctx, f.archive, name)
	if err != nil {
		return err
	}
	if l.saved == nil {
		return invalidf("%s is a file, and a file holds no dead letters: name a result of the archive (retrysim results ls)", name)
	}
	r.spec.Of, r.name = l.saved.ID, strings.TrimSpace(l.saved.ID+" "+l.saved.Label)
	archived, err := a.openArchive(ctx, f.archive, name)
	if err != nil {
		return err
	}
	defer archived.Close()
	row, err := r.choose(ctx, archived, l, f)
	if err != nil {
		return err
	}
	if r.plan != nil {
		return nil
	}
	s := &l.Result.Scenario // of a replay the run that it goes back to in the end
	q := &ask{verb: "why", policies: s.Rows, seed: l.Result.Seed, seedGiven: true}
	if r.world, err = makeWorld(s.File, []byte(s.Source), restored(s.Set), q); err != nil {
		return err
	}
	r.plan, err = r.world.plan(row)
	return err
}

// choose reads the letters that the flags select, of one row, and returns it.
func (r *redrive) choose(ctx context.Context, archived *archive.Archive, l *loaded, f *redriveFlags) (row string, err error) {
	row = f.row
	which := f.which
	which.State = archive.Parked
	for d, err := range archived.Letters(ctx, l.saved.ID, which) {
		switch {
		case err != nil:
			return "", err
		case row == "":
			row = d.Row
		}
		if d.Row != row {
			break // the rows come one after the other
		}
		r.letters = append(r.letters, *d)
	}
	r.take(f.limit)
	if len(r.ids) == 0 {
		return "", r.none(l, f)
	}
	return row, nil
}

// take makes groups of the letters, in their order, and counts those that
// cannot be run again.
func (r *redrive) take(limit int) {
	kept := r.letters[:0]
	for _, d := range r.letters {
		if !d.Replayable {
			r.refused++
			continue
		}
		if limit > 0 && len(r.ids) == limit {
			break
		}
		kept, r.ids = append(kept, d), append(r.ids, d.ID)
		g := result.ParkedLetters{JobType: d.JobType, Class: d.FailureReason, Status: d.Status, Attempts: d.Attempts, Jobs: 1}
		if n := len(r.spec.Letters); n > 0 {
			last := &r.spec.Letters[n-1]
			if g.Jobs = last.Jobs; *last == g {
				last.Jobs++
				continue
			}
			g.Jobs = 1
		}
		r.spec.Letters = append(r.spec.Letters, g)
	}
	r.letters = kept
}

// none says why there is nothing to replay.
func (r *redrive) none(l *loaded, f *redriveFlags) error {
	switch {
	case r.refused > 0:
		return invalidf("%s: none of the %d dead letters can be run again", r.name, r.refused)
	case l.saved.NotStored > 0:
		return invalidf("%s: its dead letters are counted but not stored; run it again with --save", r.name)
	case l.saved.DeadLetters > 0:
		return invalidf("%s: no dead letter that is still parked matches", r.name)
	}
	return invalidf("%s has no dead letters", r.name)
}

// plan is the plan of a row.
func (w *world) plan(row string) (*sim.Plan, error) {
	for _, p := range w.plans {
		if p.Row == row {
			return p, nil
		}
	}
	return nil, fmt.Errorf("%s has no row %q", w.place(), row)
}

// policyUse is a policy by its name, as -p takes it.
func (w *world) policyUse(name string) (*sim.PolicyUse, error) {
	p, err := w.scenario.PlanFor(name)
	if err != nil {
		return nil, invalidf("--policy %s: %w", name, err)
	}
	use := p.Policies[p.Types[0].Policy]
	return &use, nil
}
