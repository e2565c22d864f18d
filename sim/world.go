package sim

import (
	"math/rand/v2"

	"retrysim/policies"
	"retrysim/policies/guard"
	"retrysim/sim/calendar"
	"retrysim/sim/chance"
	"retrysim/sim/ledger"
	"retrysim/sim/model"
)

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
	keyed        map[keyUse]int64 // when keys that expire were used
	memory       *memory          // of attempts, nil where dead letters are not kept
	alerts       []alertState
	replays      []replay
	done         []bool // actions that have happened, by index
	watches      int    // conditions that have not held yet
	gates        []gate // that hold job types back
	gateOf       []int  // of each job type, -1 without
	levels       []int  // priority level of each job type
	keys         keys
	budgets      [][]guard.Purse // of each job type, one a client; nil without any
	turns        *rota           // of the keys in the work queue, nil where they take none
	perKey       bool            // so many jobs of a key are in hand at most
	routed       bool            // calls have a choice of stations
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
	w.setBudgets()
	w.setAlerts()
	w.setParked()
	w.setSources()
	w.cal.At(int64(p.Horizon), calendar.RankHorizon, event{kind: evHorizon})
	w.cal.At(int64(p.Bin), calendar.RankSample, event{kind: evSample})
	return w
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
