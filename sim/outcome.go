package sim

import (
	"time"

	"retrysim/sim/ledger"
	"retrysim/sim/result"
)

// Options say what a run does besides its plan.
type Options struct {
	Replication int             // from 0; its seed is hash(plan seed, replication)
	Trace       func(Fact)      // called for every fact, in order; nil is no trace
	Metrics     []ledger.Metric // further metrics; they change no fingerprint
	Progress    func(now time.Duration, jobs int64)
	Letters     bool // keep every dead letter with its attempts: Outcome.Parked
}

// Outcome is what one replication of one plan found.
type Outcome struct {
	Replication int
	Partial     bool          // the context ended first
	End         time.Duration // when the last job settled, or the horizon
	Ledger      result.Ledger
	DroppedBy   [ledger.DropReasons]int64
	Values      []ledger.Value // in catalogue order; then those of one job type or effect
	Series      []ledger.Series
	Histograms  []ledger.Hist
	DeadLetters []result.DeadLetter // the first MaxDeadLetters
	Parked      *Parked             // all of them, with their attempts; nil unless Options.Letters
	Warnings    []result.Warning
	Fingerprint uint64 // of all entries, in order
}

// Fact is one line of a trace: something that happened to a job, a fault, an
// alert or a worker. Times are since the run began.
type Fact struct {
	At      time.Duration
	Job     string // "type.source.number", "" where no job is concerned
	Attempt int    // from 1; counts on over a replay
	Copy    int    // 0, or the number of the further run of the same job
	Event   string // arrive, take, start, reject, success, failure, timeout, ...
	Class   string
	Status  int
	Delay   time.Duration // retry: the wait from now; take with an anchor at the taking: see Due
	Due     time.Duration // retry, take: when the job may be taken again (dateRetry)
	HasDue  bool
	Service time.Duration // success, failure: the service time
	Policy  string
	Name    string // of the fault, alert, effect, action or reason
}

// Task is one replication of one plan.
type Task struct {
	Plan        *Plan
	Replication int
	Letters     bool // as in Options
}
