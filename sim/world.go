package sim

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"retrysim/policies"
	"retrysim/sim/calendar"
	"retrysim/sim/chance"
	"retrysim/sim/ledger"
	"retrysim/sim/model"
)

// kind says what an event is; the one switch over kinds is in world.step.
type kind uint8

const (
	evArrive  kind = iota // slot: source
	evServed              // slot, turn: attempt; its service ends
	evBack                // slot, turn: attempt; its answer reaches the caller
	evRead                // slot, turn: attempt; its read reaches the row
	evWrite               // slot, turn: attempt; its write reaches the row
	evSlot                // slot, turn: attempt; its slot of a channel ends
	evRefused             // slot: station; a server has finished a refusal
	evTimeout             // slot, turn: attempt; its caller gives up
	evLease               // slot, turn: job; its lock runs out
	evDue                 // slot, turn: job; its retry is due
	evReview              // slot: poller; due retries become ready
	evKept                // slot, turn: reservation; what a process keeps in memory is due
	evThink               // slot: source, turn: client; a closed client sends its next job
	evOpen                // slot: fault, turn: window
	evClose               // slot: fault, turn: window
	evRamp                // slot: fault, turn: window; its strength changes
	evLook                // slot: station; have conditions changed?
	evPoison              // slot, turn: attempt; its job kills the worker
	evAction              // slot: action
	evWatch               // conditions of actions are looked at
	evRelease             // slot: gate; the next job held by it
	evReplay              // slot: action; the next record of a replay
	evRestart             // slot: worker
	evStall               // has the workers' process made progress?
	evRetain              // the oldest dead letter reaches its age
	evShared              // slot: station; the first of its shared services ends
	evPass                // slot: station; its limit lets a call pass that waits
	evSetUp               // slot, turn: attempt; its connection is set up
	evNoLink              // slot, turn: attempt; it has waited for a connection for long enough
	evLinks               // slot: station; connections for those who wait
	evIdle                // slot: station; idle connections are closed
	evSample              // levels are read at the end of a bin
	evHorizon
	evLeave   // slot, turn: job; its patience in the queue is over
	evScale   // slot: scaler; it looks at its signal
	evStarted // slot: scaler; a batch of servers or workers has started
	evStep    // slot: action, turn: step; a size changes in steps
	evGrace   // slot: worker, turn: restart; the grace of a shutdown is over
)

// event is a small value; one whose turn no longer matches is void.
type event struct {
	slot, turn uint32
	kind       kind
}

// world is the state of one run.
type world struct {
	plan *Plan
	opts Options
	seed uint64
	cal  *calendar.Calendar[event]
	now  int64
	open int // reasons to go on: unsettled jobs, live attempts, open sources, actions to come

	jobs         slab[job]
	attempts     slab[attempt]
	reservations slab[reservation]
	sources      []source
	stations     []station
	queue        line
	ready        int // jobs in the queue that a worker could take
	due          deque
	live         int // jobs that are not settled
	backing      int // jobs that wait for a retry
	flying       int // attempts whose caller waits
	pollers      []poller
	polling      int // pollers whose next look is scheduled
	pool         pool
	skewed       bool // workers' clocks are off
	faults       []faultState
	before       []condBefore // of the stations whose conditions change
	struck       struck       // by conditional faults
	poison       bool         // a fault of this kind is in the plan
	sameSeed     bool         // likewise
	timed        bool         // some station's work is counted by server time: see setTimed
	deaths       []uint32     // by poison, of each process
	dlq          parked
	memory       *memory // of attempts, nil where dead letters are not kept
	alerts       []alertState
	replays      []replay
	done         []bool // actions that have happened, by index
	watches      int    // conditions that have not held yet
	gates        []gate // that hold job types back
	gateOf       []int  // of each job type, -1 without
	levels       []int  // priority level of each job type
	keys         keys
	turns        *rota // of the keys in the work queue, nil where they take none
	perKey       bool  // so many jobs of a key are in hand at most
	routed       bool  // calls have a choice of stations
	scalers      []scaler
	resizes      []scaling // by action
	rollings     []rolling // by action

	progress int64 // last time that a worker took or finished a job
	stalled  bool
	looping  bool  // dispatch is running
	dlqOff   bool  // an operator has turned dead-lettering off
	switches []int // rollouts so far: indices of actions
	last     int64
	arrivals int64
	fromOpen int64 // arrivals of open sources
	crashes  bool  // a crash is in the plan: locks must be watched
	restarts bool  // a restart is in the plan: the number of workers changes

	draw   chance.Stream
	policy chance.Stream
	rand   *rand.Rand // over policy
	book   ledger.Book
	gauge  gauges
}

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

func newWorld(p *Plan, o Options) *world {
	w := &world{
		plan: p, opts: o, cal: calendar.New[event](),
		seed: chance.ReplicationSeed(p.Seed, o.Replication),
	}
	w.rand = rand.New(&w.policy)
	if o.Letters {
		w.memory = &memory{}
	}
	w.drawFaults()
	w.gauge.init(w)
	w.setKeys()
	w.setRoutes()
	w.book.Begin(append(ledger.Standard(w.setting()), o.Metrics...))
	w.setLevels()
	w.setPollers()
	w.setStations()
	w.setWorkers()
	w.setTimeline()
	w.setScalers()
	w.setGates()
	w.setAlerts()
	w.setParked()
	w.setSources()
	w.cal.At(int64(p.Horizon), calendar.RankHorizon, event{kind: evHorizon})
	w.cal.At(int64(p.Bin), calendar.RankSample, event{kind: evSample})
	return w
}

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

// step is the one switch over event kinds.
func (w *world) step(e event) {
	switch e.kind {
	case evArrive:
		w.arrive(int(e.slot))
	case evServed, evBack, evRead, evWrite, evSlot, evTimeout, evPoison, evSetUp, evNoLink:
		w.attemptEvent(e)
	case evRefused:
		w.refusalDone(int(e.slot))
	case evLease:
		w.leaseEnds(e)
	case evDue:
		w.retryDue(e)
	case evReview:
		w.review(int(e.slot))
	case evKept:
		w.keptDue(e)
	case evThink:
		w.pauseEnds(int(e.slot), int32(e.turn))
	case evOpen, evClose, evRamp:
		w.faultEdge(e)
	case evLook:
		w.lookAgain(int(e.slot))
	case evAction:
		w.act(int(e.slot))
		w.open--
	case evWatch:
		w.watch()
	case evRelease:
		w.releaseNext(int(e.slot))
	case evReplay:
		w.replayNext(int(e.slot))
	case evRestart:
		w.workerBack(int32(e.slot))
	case evStall:
		w.checkStall()
	case evRetain:
		w.retain()
	case evShared:
		w.sharedDone(e)
	case evPass:
		w.passDue(e)
	case evLinks:
		w.serveLine(&w.stations[e.slot])
	case evIdle:
		w.closeIdle(&w.stations[e.slot])
	case evSample:
		w.sample()
	case evLeave:
		w.patienceEnds(e)
	case evScale:
		w.scaleLook(int(e.slot))
	case evStarted:
		w.started(int(e.slot))
	case evStep:
		w.scaleStep(int(e.slot))
	case evGrace:
		w.graceEnds(int32(e.slot), e.turn)
	}
}

// attemptEvent plays an event of an attempt, unless the attempt has moved on.
func (w *world) attemptEvent(e event) {
	a := w.attempts.get(e.slot)
	if a.gen != e.turn {
		return
	}
	switch e.kind {
	case evServed:
		w.served(e.slot, a)
	case evBack:
		w.answer(e.slot, a)
	case evRead:
		w.rowRead(e.slot, a)
	case evWrite:
		w.rowWrite(e.slot, a)
	case evSlot:
		w.slotEnds(e.slot, a)
	case evTimeout:
		w.timeout(e.slot, a)
	case evPoison:
		w.takesDown(a)
	case evSetUp:
		w.isSetUp(e.slot, a)
	case evNoLink:
		w.noLink(e.slot, a)
	}
}

// at schedules an event, saturating at the horizon: what would come later
// never comes.
func (w *world) at(t int64, r calendar.Rank, e event) {
	if t <= int64(w.plan.Horizon) && t >= w.now {
		w.cal.At(t, r, e)
	}
}

// later is now + d without overflow.
func (w *world) later(d int64) int64 {
	if t := w.now + d; t >= w.now {
		return t
	}
	return forever
}

// stream keys the world's generator to a question: who asks, and for what.
func (w *world) stream(p chance.Purpose, job uint64, try, copy uint32) *chance.Stream {
	w.draw = chance.Key{Seed: w.seed, Purpose: p, Job: job, Attempt: try, Copy: copy}.Stream()
	return &w.draw
}

// policyOf is the policy of a job.
func (w *world) policyOf(j *job) *policies.Policy { return w.plan.Policies[j.policy].Policy }

// typeOf is the type of a job.
func (w *world) typeOf(j *job) *model.JobType { return &w.plan.Types[j.typ] }
