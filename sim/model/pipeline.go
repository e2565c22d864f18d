package model

import "time"

// Queue is where jobs wait for a worker.
type Queue struct {
	Order Order
	Room  int // ready jobs that may wait, Unlimited or >= 0; the next one is dropped: queue_full
	// InWorker: the backoff sleeps inside the worker, which stays busy.
	InWorker bool
	// InMemory: a retry is handed out at once, and waits in the memory of a
	// process without a worker: its lock runs meanwhile. Else, and unless
	// InWorker, the job waits in the queue and the worker is free.
	InMemory bool `json:",omitzero"`
	// Review > 0: a retry that is due becomes ready at the next look of a
	// poller, never before: at the next multiple of Review, unless Poller has it
	// otherwise. 0 makes it ready when it is due.
	Review time.Duration
	Poller Poller `json:",omitzero"`
	// WhenFree: with a review, a worker that frees also takes a due retry.
	WhenFree bool
	// MostPerKey > 0: so many jobs of a key are in hand at most; its others are
	// passed over. It goes with FIFO and Fair.
	MostPerKey int `json:",omitzero"`
	// MaxReceives: a job that has been handed out so often is given up when it
	// would be handed out again; 0 is no limit.
	MaxReceives int `json:",omitzero"`
}

// Workers take jobs from the queue and make the attempts.
type Workers struct {
	Count int           // Unlimited, or >= 0
	Lock  time.Duration // a taken job belongs to its worker for so long; 0 is for ever
	Renew bool          // the lock is renewed while the worker lives
	// LockCoversSleep: with InWorker, the lock runs on through the sleep; else
	// it is taken anew for every attempt.
	LockCoversSleep bool
	StaleAfter      time.Duration // no progress for so long is a stall: a fact and an alert; 0 is never
	RequeueStale    bool          // a stall puts the jobs in hand back into the queue
	Autoscale       Autoscale     `json:",omitzero"` // of Count, which is how many there are at first
	// StallsApart: a lost lock does not count as an attempt; a job that has lost
	// more than MaxStalls (Unlimited or >= 0) is given up at once.
	StallsApart bool `json:",omitzero"`
	MaxStalls   int  `json:",omitzero"`
	// AckAtStart: the lock ends when an attempt begins, and with it the job is
	// off the queue: what runs then is never handed out again, nor missed.
	AckAtStart bool `json:",omitzero"`
	// Disconnect: the queue notices after so long that a worker has died, and
	// hands its jobs out again; 0 leaves that to their locks.
	Disconnect time.Duration `json:",omitzero"`
	// ClockSkew is how far the clock of each process is off, of each worker
	// without processes: drawn once, ahead as often as behind.
	ClockSkew Law `json:",omitzero"`
	Processes int `json:",omitzero"` // that the workers belong to, in equal blocks; 0 is one
	// Prefetch is how many jobs a process reserves beyond those that its
	// workers run. They wait in the process; their locks run from there.
	Prefetch int `json:",omitzero"`
}

// InProcess is how many workers a process has.
func (k *Workers) InProcess() int {
	n := max(1, k.Processes)
	return max(1, (k.Count+n-1)/n)
}

// DeadLetters is where jobs that will not be retried are parked.
type DeadLetters struct {
	Enabled bool
	// InPlace: terminal jobs stay in their queue as failed; there is no DLQ.
	InPlace bool
	Dedupe  bool // a repeat failure of the same job raises occurrences instead of adding a record
	Keep    time.Duration
	Limit   int  // records kept, 0 is no limit
	Refuse  bool // a full queue refuses the new record; else it drops the oldest
	// FromEnqueue: the age of a record counts from the arrival of its job, or
	// its replay; else from its own arrival in the DLQ.
	FromEnqueue bool `json:",omitzero"`
	// KeepsClock: a replay does not make a job or its record younger.
	KeepsClock bool `json:",omitzero"`
}

// AlertKind is what an alert watches.
type AlertKind uint8

// The kinds of alert.
const (
	AlertGauge        AlertKind = iota // Gauge compared with Level
	AlertWindow                        // failures within Over compared with Level
	AlertRises                         // Gauge has risen all through Over
	AlertExhausted                     // a job used up its retries
	AlertFirstFailure                  // the first failure of a job, a type, or an error
	AlertStalled                       // the workers' process made no progress
	AlertGrows                         // Gauge has risen by more than Level a second, in the mean over Over
)

// Gauge is a level that an alert can watch.
type Gauge uint8

// The gauges.
const (
	GaugeFailedJobs Gauge = iota // jobs that failed for good so far: never falls
	GaugeDLQDepth
	GaugeQueueDepth
	GaugeOldestRetry // seconds since the first failure of the oldest job still being retried
	GaugeFailures    // failed attempts
	GaugeDLQOldest   // seconds since the oldest record was parked, 0 without one
)

// Scope is what an alert keeps a separate state for.
type Scope uint8

// The scopes of an alert.
const (
	PerQueue Scope = iota
	PerJobType
	PerJob
	PerError
)

// Alert is one rule.
type Alert struct {
	Name  string
	Kind  AlertKind
	Gauge Gauge
	Above bool // fires above Level, else below
	Level float64
	Over  time.Duration
	Scope Scope
	Every bool // fires at every failure while it holds; else once until it clears
	Pages bool // a page; else only counted
	Text  string
	// Clears, where Set, is the level beyond which a rule that fires is over; else
	// it is over when its condition no longer holds.
	Clears Clear `json:",omitzero"`
}

// Levelled reports whether an alert compares something with its Level.
func (a *Alert) Levelled() bool {
	return a.Kind == AlertGauge || a.Kind == AlertWindow || a.Kind == AlertGrows
}

// Clear is a separate level at which a rule is over: the gauge is below Level
// where the rule fires above, above it where the rule fires below.
type Clear struct {
	Set   bool
	Level float64
}
