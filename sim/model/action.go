package model

import "time"

// ActionKind is what an operator does.
type ActionKind uint8

// The operator's actions.
const (
	DoReplay      ActionKind = iota // dead letters go back into the queue, at a rate
	DoDiscard                       // dead letters are thrown away
	DoPause                         // no job of the types is taken any more; what is in hand goes on
	DoResume                        // they are taken again, at most so many a second where Most is set
	DoScale                         // a dependency or the workers get another size
	DoPurge                         // the waiting jobs of the types are dropped
	DoSwitch                        // jobs of the types are retried by another policy, from their next failure on
	DoDeadLetters                   // dead-lettering is turned on or off
	DoThrottle                      // as DoResume, without a pause before: from now on at most so many a second are taken
	DoRestart                       // workers stop taking, end what they have in hand, go, and come back
	Actions                         // how many kinds there are
)

var actionWords = [Actions]string{
	"replay", "discard", "pause", "resume", "scale", "purge", "switch_policy", "dead_letters",
	"throttle", "restart",
}

// String is the action's word in scenario files.
func (k ActionKind) String() string { return actionWords[k] }

// Action is one thing that an operator does, at a time or when a condition
// holds. Which fields count depends on Kind.
type Action struct {
	Name    string
	At      time.Duration // with a condition: not looked at before
	When    Watch
	Kind    ActionKind
	Match   Match
	Rate    float64    // replay: records per second; 0 is all at once
	Policy  int        // replay, switch: index into Plan.Policies; of a replay -1 keeps the jobs' own
	Types   []int      // pause, resume, purge, switch: the job types
	Most    float64    // resume: takes per second of all these types together; 0 is no limit
	Target  TargetKind // scale: a station or the workers
	Station int        // with Shards the first of them
	Shards  int        `json:",omitempty"` // so many stations from Station on; 0 is one
	Factor  float64    // scale: of the plan's speed of service, or of its number of workers; 0 when Count says
	Count   int        // scale: so many servers or workers
	Share   float64    // switch: share of the jobs, the same ones whenever asked; restart: of the workers
	Enabled bool       // dead_letters

	// What follows is new to plans, and left out of their digest where unused.

	Ramp    Ramp      `json:",omitzero"` // replay, resume, throttle: instead of Rate and Most, per second
	Steps   SizeSteps `json:",omitzero"` // scale: the size changes bit by bit
	Restart Restart   `json:",omitzero"`
	Batch   int       `json:",omitzero"` // replay at a rate: so many records go together; 0 is one
	Newest  bool      `json:",omitzero"` // replay: the newest first, else the oldest
	// MostCycles > 0, replay: the record of a job that has been replayed so often is refused.
	MostCycles int `json:",omitzero"`
}

// Scales reports whether an action is aimed at a station.
func (a *Action) Scales(station int) bool {
	return station >= a.Station && station < a.Station+max(1, a.Shards)
}

// Meets reports whether two actions are aimed at a station in common.
func (a *Action) Meets(b *Action) bool { return a.Scales(b.Station) || b.Scales(a.Station) }

// SizeSteps says in how many equal steps a size changes, and over which time: the
// k-th of them comes at k/Count of Over, the last at its end. The zero value is
// at once.
type SizeSteps struct {
	Count int
	Over  time.Duration
}

// At is when step k, from 1, comes after the beginning.
func (s SizeSteps) At(k int) time.Duration {
	q, r := s.Over/time.Duration(s.Count), s.Over%time.Duration(s.Count)
	return q*time.Duration(k) + r*time.Duration(k)/time.Duration(s.Count)
}

// Restart is how workers are restarted.
type Restart struct {
	Grace   time.Duration // for so long a worker may end what it has in hand; then it is killed
	Down    time.Duration // how long a worker is gone
	Rolling float64       // share of them that is away at once, at least one; 0 is all
	Requeue bool          // a killed worker gives its job back at once; else it stays locked until its lock runs out
}

// WatchGauge is a level that a condition looks at.
type WatchGauge uint8

// The levels of conditions. The first of them is no condition.
const (
	WatchNothing  WatchGauge = iota
	WatchDepth               // calls in service or waiting at a station, abandoned ones included
	WatchQueue               // jobs that wait for a worker
	WatchDLQ                 // dead letters
	WatchInFlight            // attempts whose callers wait
)

// Watch is a condition on a level. It is looked at ten times a second, once
// everything has happened that stands before it on its list: the action number
// After (-1 is none), and whatever has a time.
type Watch struct {
	Gauge   WatchGauge
	Station int
	Shards  int  `json:",omitempty"` // the sum over so many stations from Station on; 0 is one
	Below   bool // holds at Level or below; else at Level or above
	Level   int
	After   int
}

// Set reports whether there is a condition.
func (w *Watch) Set() bool { return w.Gauge != WatchNothing }
