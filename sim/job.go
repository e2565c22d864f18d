package sim

import (
	"math"

	"retrysim/policies"
	"retrysim/sim/model"
)

// phase is where a job is.
type phase uint8

const (
	ready    phase = iota // waits for a worker
	delayed               // waits for its retry to be due
	due                   // due, waits for a review
	active                // a worker makes an attempt
	sleeping              // its worker sleeps through the backoff
	reserved              // in a process, waits for one of its workers
	kept                  // in a process's memory until its retry is due
	settled               // in a bucket of the ledger
)

// MaxSteps is the most calls that one attempt can make.
const MaxSteps = 8

// job is one job in the slab. It stays while it is unsettled, while an attempt
// of it is alive anywhere, and while it is parked.
type job struct {
	id      uint64 // source<<numberBits | number, number from 1
	born    int64
	first   int64   // first failure of all, -1 before
	began   int64   // start of the first attempt since the arrival or the replay, -1 before
	taken   int64   // by its worker
	due     int64   // when it may be taken again
	carry   int64   // previous delay, as the policy wants it back
	waited  int64   // sum of its waits
	paid    float64 // for the retry to come, by its budget
	lease   int64   // when its lock runs out
	gone    int64   // when its subject ceases to exist
	turn    uint32
	refs    uint32 // reasons to stay in the slab
	tries   uint32 // attempts since the arrival
	attempt uint32 // attempts since the arrival or the replay
	fails   uint32 // of them those that failed: with stalls apart, what the policy counts
	stalls  uint32 // locks lost since the arrival or the replay, with stalls apart
	taking  uint32 // how often it was handed out since the arrival or the replay
	parent  uint32 // slot+1 of the job of which this is a second copy, 0 without
	key     uint32 // that it belongs to, see keys
	record  uint32 // index+1 of its dead letter, 0 without
	client  int32  // its closed client, -1 without
	worker  int32  // that has it, -1 without
	size    uint32 // services take so many times as long, 0 is 1
	status  uint16
	runs    uint16 // attempts whose worker still waits
	typ     uint8
	source  uint8
	policy  uint8
	phase   phase
	bucket  uint8
	fate    uint8 // index+1 of its permanent failure, 0 without
	class   policies.Class
	keys    uint8 // steps whose idempotency key has been used
	failed  bool  // an attempt has failed permanently
	replays bool  // it has been replayed
	pass    bool  // a gate has let it through
	applied [MaxSteps]uint8
}

// numberBits split a job's id: the source above, its number within the source
// below.
const numberBits = 40

func jobID(source int, number int64) uint64 { return uint64(source)<<numberBits | uint64(number) }

// forever is later than every horizon.
const forever = math.MaxInt64

// attempt is one attempt in the slab. It stays while its caller waits or a
// station holds it.
type attempt struct {
	paid     float64 // for this retry, by its budget
	taken    int64
	start    int64 // the call of the present step reached its station
	served   int64 // its service began, -1 before
	deadline int64 // the caller gives up
	hint     int64 // of the answer, nanoseconds
	lined    int64 // it joined the station's line
	back     int64 // the answer's way back
	service  int64
	work     int64  // that stations have done for it and no entry has booked, as Entry.Delay has it
	version  uint64 // contention: what was read, or the slot
	job      uint32
	gen      uint32
	turn     uint32 // the job's turn when this run began
	number   uint32 // the job's tries, from 1
	worker   int32
	copy     uint16
	poison   uint16 // the fault by which its job kills the worker
	status   uint16
	class    policies.Class
	state    state
	step     uint8
	station  uint8 // that its call went to
	hinted   policies.HintKind
	counted  bool // among the calls of a station with conditional faults
	over     bool // the caller no longer waits
	left     bool // the caller left during the service
	again    bool // not the first attempt since the arrival or the replay
	timer    bool // a timeout is scheduled
	rejected bool
	passed   bool // the rate limit has let it through after a wait
	linked   bool // its call has come by a connection
	link     link
	unseen   bool // effects: the check found nothing when the service began
}

// state is where the call of an attempt is.
type state uint8

const (
	nowhere    state = iota
	held             // in a cut, gets through when it ends
	waiting          // in a station's room
	serving          // holds a server
	travel           // contention: between client and row
	hung             // never answered, holds no server
	hungServe        // never answered, holds a server
	returning        // served, the answer is on its way
	heldBack         // served, the answer waits for the end of a cut
	lost             // nothing will come any more
	shaped           // waits for the rate limit to let it pass
	pooled           // waits for a connection
	backlogged       // its connection waits for the acceptor
	shaking          // its connection is being set up
)

// station is the state of one dependency.
type station struct {
	index    int // in world.stations
	spec     *model.Station
	cond     model.Condition
	line     line
	held     []ticket // calls in a cut
	answers  []ticket // answers in a cut
	hungs    []ticket // hung calls that hold a server
	busy     int
	waiting  int
	refusing int   // busy servers that only say no
	debt     int64 // server time owed for refusals
	limiter  limiter
	limiters [model.LimitKeys][]limiter // of limits that count keys, clients or types apart
	codel    codel
	cold     float64 // how much longer than when warm a service takes: excess over 1
	told     float64 // cold when the capacity was booked last
	drops    bool    // waiting calls may be dropped: see dropped
	slow     bool    // service times are not as drawn: see slowed
	timed    bool    // its work is counted by server time
	draining bool    // startWaiting is running
	version  uint64
	slots    slots // of a slotted channel
	size     size  // what an operator has scaled
	use      meter // busy servers
	have     meter // servers that there are
	scoped   []int // faults in force that leave some calls out
	mixes    []mix // the conditions of the others, as far as they were needed
	watched  []int // conditional faults
	calls    int   // with conditional faults: callers that wait
	looking  bool  // a look at the conditions is due
	stay     meter // calls in service or waiting
	fleet    fleet // of servers
	shaper   shaper
	shared   *sharing // of an order by which all calls are in service, else nil
	links    *links   // where calls need connections, else nil
}

// size is what an operator has made of a station; 0 is as the plan has it.
type size struct {
	servers int
	speed   float64
}

// meter integrates a level over time, within [from, to).
type meter struct {
	from, to int64
	at       int64
	area     float64
}

// hold counts that the level was n from the last call until now.
func (m *meter) hold(n int, now int64) {
	a, b := max(m.at, m.from), min(now, m.to)
	if b > a {
		m.area += float64(float64(n) * float64(b-a))
	}
	m.at = now
}

// mean is the mean level up to now, NaN over an empty span.
func (m *meter) mean(now int64) float64 {
	span := min(now, m.to) - m.from
	if span <= 0 {
		return math.NaN()
	}
	return m.area / float64(span)
}
