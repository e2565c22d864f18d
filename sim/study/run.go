package study

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"retrysim/sim"
	"retrysim/sim/ledger"
	"retrysim/sim/result"
)

// Request is what to run and what to judge.
type Request struct {
	Plans         []*sim.Plan // the rows, at least one, all with the same seed, bin and window
	Baseline      int         // index of the row that the others are compared with
	Replications  int         // of every row, at least 1
	Parallel      int         // goroutines, at least 1
	Primary       []string    // metrics whose pairs form the Holm family; nil is a default list
	Thresholds    []Expression
	JudgeBaseline bool // thresholds judge the baseline too; a single row is always judged
	Progress      func(done, total int)
	Parked        func(row int, dead *sim.Parked) // gets every dead letter of a row's first replication; nil asks for none
	Scenario      result.Scenario
	Load          string // open, closed or mixed
	Version       string // of the tool
}

// runner plays tasks and calls done in their order; sim.RunAll is the one.
type runner func(ctx context.Context, tasks []sim.Task, parallel int, done func(i int, o *sim.Outcome) error) error

// study is a request on its way to a result.
type study struct {
	Request
	catalogue []result.Info
	run       runner
	rows      []*row
	pending   []*sim.Outcome // of the replication that is being gathered
	tasksDone int
	compared  []result.Comparison
}

// Run plays every plan over the replications and judges what came out. It
// returns an error, before anything runs, when rows differ in what a
// comparison needs to be equal, or when a threshold names what a plan does not
// have. When ctx ends early the result is marked partial and holds the
// replications, from the first on, that all rows completed; there may be none.
// A ledger that does not add up panics.
func Run(ctx context.Context, q Request) (*result.Result, error) {
	s := &study{Request: q, catalogue: ledger.Catalogue(), run: sim.RunAll}
	return s.result(ctx)
}

func (s *study) result(ctx context.Context) (*result.Result, error) {
	if err := s.prepare(); err != nil {
		return nil, err
	}
	err := s.run(ctx, s.tasks(), s.Parallel, s.gather)
	if err != nil && !errors.Is(err, ctx.Err()) {
		return nil, err
	}
	if s.done() < s.Replications && ctx.Err() == nil {
		panic(fmt.Sprintf("study: %d of %d replications came back and nothing ended them", s.done(), s.Replications))
	}
	return s.judge(), nil
}

// prepare checks the request and makes the rows.
func (s *study) prepare() error {
	if len(s.Plans) == 0 || s.Replications < 1 || s.Baseline < 0 || s.Baseline >= len(s.Plans) {
		panic(fmt.Sprintf("study: %d plans, %d replications, baseline %d", len(s.Plans), s.Replications, s.Baseline))
	}
	s.Parallel = max(s.Parallel, 1)
	if s.Primary == nil {
		s.Primary = primaryMetrics
	}
	first := s.Plans[0]
	for i, p := range s.Plans {
		if slices.ContainsFunc(s.Plans[:i], func(o *sim.Plan) bool { return o.Row == p.Row }) {
			return fmt.Errorf("two rows are named %q: give one of them another name", p.Row)
		}
		if p.Seed != first.Seed || p.Bin != first.Bin || p.Window != first.Window {
			return fmt.Errorf("row %q differs from row %q in seed, bin or peak window: rows can only be compared "+
				"where these are the same, so set them for all rows", p.Row, first.Row)
		}
		for i := range s.Thresholds {
			if err := s.Thresholds[i].Check(p); err != nil {
				return fmt.Errorf("row %q: %w", p.Row, err)
			}
		}
		s.rows = append(s.rows, newRow(p, s.Replications))
	}
	s.pending = make([]*sim.Outcome, len(s.Plans))
	return nil
}

// tasks interleaves the rows, so that what was done before an interrupt is
// done for all of them.
func (s *study) tasks() []sim.Task {
	var tasks []sim.Task
	for r := range s.Replications {
		for _, p := range s.Plans {
			tasks = append(tasks, sim.Task{Plan: p, Replication: r, Letters: r == 0 && s.Parked != nil})
		}
	}
	return tasks
}

// done is the number of replications folded.
func (s *study) done() int { return s.rows[0].done }

// gather takes outcomes in the order of the tasks and folds a replication when
// all rows have it. After a replication with a hole nothing more is folded.
func (s *study) gather(i int, o *sim.Outcome) error {
	if o == nil || o.Partial {
		return nil
	}
	s.tasksDone++
	if s.Progress != nil {
		s.Progress(s.tasksDone, len(s.Plans)*s.Replications)
	}
	if i/len(s.Plans) != s.done() {
		return nil
	}
	s.pending[i%len(s.Plans)] = o
	if slices.Contains(s.pending, nil) {
		return nil
	}
	for k, r := range s.rows {
		if r.done == 0 && s.Parked != nil {
			s.Parked(k, s.pending[k].Parked)
		}
		r.fold(s.pending[k])
	}
	clear(s.pending)
	return nil
}

func (s *study) isPrimary(name string) bool { return slices.Contains(s.Primary, name) }
