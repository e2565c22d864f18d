package model

import (
	"time"

	"retrysim/policies"
	"retrysim/sim/chance"
)

// Law is a distribution that prints and hashes as its text.
type Law struct{ chance.Distribution }

// MarshalText is the law in words: a plan's digest is made from it.
func (l Law) MarshalText() ([]byte, error) {
	return []byte(l.String()), nil
}

// String is the law in words.
func (l Law) String() string {
	if l.Distribution == nil {
		return "none"
	}
	return l.Distribution.String()
}

// Set reports whether there is a law at all.
func (l Law) Set() bool { return l.Distribution != nil }

// JobType is one kind of job: where it comes from, what it calls, and what it
// may suffer.
type JobType struct {
	Name     string
	Sources  []Source      // its own arrivals
	Weight   float64       // its share of the scenario's common arrivals, 0 without
	Steps    []Step        // at least one: the calls that an attempt makes, in order
	Timeout  time.Duration // per attempt, over all its steps; 0 is none
	Cancels  bool          // on_timeout: cancelled. Else the dependency works on
	Deadline time.Duration // a job older than this expires instead of being taken; 0 is none
	Patience Law           `json:",omitzero"` // instead of Deadline, drawn once per job: the age at which it leaves unless it is in hand
	Priority int           // higher is taken first by a queue ordered by priority
	// Permanent failures: the share of jobs whose every attempt fails so.
	Permanent []Outcome
	// Gone is the time from arrival until the job's subject no longer exists;
	// an attempt after that fails with a broken business rule.
	Gone Law
	// Size, drawn once a job, is how many times as long its services take.
	Size       Size        `json:",omitzero"`
	Payload    string      // JSON kept in dead letters, "" for none
	Replayable float64     // share of its dead letters that can be run again
	Policy     int         // index into Plan.Policies
	Keys       Keys        `json:",omitzero"`
	Budget     RetryBudget `json:",omitzero"`
}

// Step is one call of an attempt and the effect that it has when served.
type Step struct {
	Name    string
	Station int // index into Plan.Stations; without meaning where there are routes
	Effect  Effect
	Routes  []Route `json:",omitempty"` // each call goes to one of them
	RouteBy RouteBy `json:",omitzero"`
}

// Effect is a side effect that must happen once.
type Effect struct {
	Name  string // "" is no effect
	Guard Guard
	Scope KeyScope
	// Expires > 0: a key older than this no longer guards.
	Expires time.Duration `json:",omitzero"`
}

// Guard says how a repeated effect is kept from happening again.
type Guard uint8

// The guards. Unique is atomic (insert or ignore, upsert). CheckThenInsert
// looks when the call's service begins and writes when it ends, so two calls
// that overlap both write.
const (
	GuardNone Guard = iota
	GuardIdempotencyKey
	GuardUnique
	GuardCheckThenInsert
)

// KeyScope says how long an idempotency key lives.
type KeyScope uint8

// The scopes: the original job keeps its key for ever; a job gets a new key
// when it is replayed; an attempt gets one every time, which guards nothing.
const (
	ScopeOriginalJob KeyScope = iota
	ScopeJob
	ScopeAttempt
)

// Outcome is one way an attempt can fail and how often.
type Outcome struct {
	Class  policies.Class
	Status int     // HTTP status, 0 where there is none
	Share  float64 // in [0, 1]
}

// PermanentShare is the share of the jobs that fail for good, whatever happens.
func (t *JobType) PermanentShare() float64 {
	var sum float64
	for _, o := range t.Permanent {
		sum += o.Share
	}
	return min(1, sum)
}
