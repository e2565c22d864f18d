package sim

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Run plays one replication of a plan until every job has settled and every
// action on the timeline is done, or to the horizon. When ctx ends first the
// outcome is partial: jobs alive then are unfinished. The error is about the
// plan: it is not valid, or its virtual time stands still (ErrStandsStill).
func Run(ctx context.Context, p *Plan, o Options) (*Outcome, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	w := newWorld(p, o)
	partial, err := w.loop(ctx)
	if err != nil {
		return nil, err
	}
	return w.finish(partial), nil
}

// ErrStandsStill is the error of a plan in which events without end happen at
// one instant: a retry without a wait and without a limit, or a client without
// a pause, against a dependency that answers at once.
var ErrStandsStill = errors.New("virtual time stands still")

// checkEvery is how many events pass between two looks at the context.
const checkEvery = 1 << 14

// An instant may hold so many events, and so many more for each job that has
// come from an open source: a burst of jobs with some attempts each is legal.
const (
	stillEvents       = 10_000_000
	stillEventsPerJob = 1000
)

// More jobs than this at one time, with their attempts and events, would not
// fit into the memory of an ordinary machine.
const (
	mostAlive   = 30_000_000
	bytesPerJob = 400
)

// loop plays events in order and reports whether ctx ended it.
func (w *world) loop(ctx context.Context) (partial bool, err error) {
	still := int64(0) // events since the clock last moved, as seen at the checks
	seen := int64(-1)
	for n := 1; w.open > 0; n++ {
		t, _, e, ok := w.cal.Next()
		if !ok || e.kind == evHorizon {
			w.now = int64(w.plan.Horizon)
			return false, nil
		}
		w.now = t
		w.step(e)
		if w.live > mostAlive {
			return false, w.overfull()
		}
		if n%checkEvery > 0 {
			continue
		}
		if ctx.Err() != nil {
			return true, nil
		}
		if still += checkEvery; w.now != seen {
			still, seen = 0, w.now
		}
		if still > stillEvents+stillEventsPerJob*w.fromOpen {
			return false, w.standsStill(still)
		}
		if w.opts.Progress != nil {
			w.opts.Progress(time.Duration(w.now), w.arrivals)
		}
	}
	return false, nil
}

// overfull says that memory would not suffice.
func (w *world) overfull() error {
	return fmt.Errorf("row %s: more than %d jobs are alive at %v, which takes about %d GiB; let fewer come, or give the "+
		"dependency more capacity", w.plan.Row, mostAlive, time.Duration(w.now), mostAlive*bytesPerJob>>30)
}

// standsStill says where and why time does not move, and what would help.
func (w *world) standsStill(events int64) error {
	return fmt.Errorf("row %s: %w at %v after %d events: attempts fail and come again at once, or clients ask again "+
		"at once; give the policy a wait or a limit on attempts, the clients a pause, or the dependency a service time",
		w.plan.Row, ErrStandsStill, time.Duration(w.now), events)
}
