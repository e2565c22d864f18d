package model

import (
	"time"

	"retrysim/policies"
)

// FaultKind is what befalls a target.
type FaultKind uint8

// What befalls a target while a fault's window is open.
const (
	FaultRefuse       FaultKind = iota // every call is answered at once with Status, and Hint where it has one
	FaultCut                           // no call gets through and no answer back; held until the end, or lost
	FaultError                         // a share of calls fails, by class, after full service
	FaultLatency                       // the answer takes longer; no server is held
	FaultHang                          // a share of calls is never answered
	FaultCapacity                      // service runs at Factor of its speed; 0 stops it
	FaultRateLimit                     // another rate limit is in force
	FaultResponseLost                  // a share of served calls is never answered: the effect has happened
	FaultCrash                         // workers die with what they hold, at the window's start
	FaultParkFails                     // a share of dead letters cannot be written: the job is lost
	FaultParkCut                       // the worker dies between the last failure and the park: the job is lost
	FaultReplayCut                     // a share of replays is cut between re-adding and removing: run twice
	FaultReset                         // a share of calls is reset, at its arrival or instead of its answer
	FaultSlowBody                      // a share of good answers trickles in; no server is held
	FaultRetryAfter                    // the hint that comes with a refusal is wrong
	FaultPoison                        // a job that is taken kills its worker, and those of the same process
	FaultRush                          // a share of the closed clients ends its pause at once
	FaultSameSeed                      // all workers draw the same jitter
	FaultDisconnect                    // a share of the open connections is closed, at the window's start
	FaultKinds
)

// TargetKind is what a fault or an action is aimed at.
type TargetKind uint8

// The targets.
const (
	TargetStation TargetKind = iota
	TargetWorkers
	TargetDeadLetters
	TargetClients
)

// Fault is what befalls a target, once or in several windows. Which fields
// count depends on Kind.
type Fault struct {
	Name       string
	Start, End time.Duration // the first window; with Between the span in which windows begin
	Kind       FaultKind
	Target     TargetKind
	Station    int           // of TargetStation; with Shards the first of them
	Status     int           // refuse
	Loses      bool          // cut: calls in flight are lost, not held
	Errors     []Outcome     // error
	Latency    Law           // latency, slow_body: time added to the answer
	Share      float64       // hang, response_lost, park_fails, park_cut, replay_cut, reset, slow_body, rush, disconnect; crash: share of the workers
	HoldsServe bool          // hang: a hung call holds a server
	Factor     float64       // capacity
	Limit      RateLimit     // rate_limit
	Count      int           // crash: this many workers, when Share is 0; poison: workers of one process
	Restart    time.Duration // crash, poison: how long a worker is gone; 0 with Between is as long as the window

	// What follows is new to plans, and left out of their digest where unused.

	Multiply      float64       `json:",omitempty"` // latency: the answer takes so many times its service, 0 is 1; no server is held
	Replace       Law           `json:",omitzero"`  // latency: the service time instead of the station's own
	Answer        bool          `json:",omitempty"` // reset: instead of the answer, after the work
	Hint          Hint          `json:",omitzero"`  // refuse: comes with the answer; retry_after: what the hint says instead
	RestartFactor float64       `json:",omitempty"` // poison: each restart of a process takes so many times the last one; 0 is 1
	RestartCap    time.Duration `json:",omitempty"` // poison: the longest restart, 0 is none
	Windows       Windows       `json:",omitzero"`
	Scope         FaultScope    `json:",omitzero"`
	While         int           `json:",omitempty"` // in force only while more calls than this are in flight at the target; 0 is always
	Shards        int           `json:",omitempty"` // so many stations from Station on are hit together; 0 is one
}

// Hits reports whether a fault is aimed at a station.
func (f *Fault) Hits(station int) bool {
	return f.Target == TargetStation && station >= f.Station && station < f.Station+max(1, f.Shards)
}

// Windows says when a fault strikes again, and how it comes and goes.
type Windows struct {
	Every   time.Duration // between the starts of two windows, longer than a window; 0 is none
	Times   int           // windows in all, with Every
	Between Law           // random windows: from Start, or the last one's end, to the next one's start
	Lasts   Law           // random windows: how long one lasts
	RampIn  time.Duration // from a window's start until its full strength
	RampOut time.Duration // from full strength until its end
}

// FaultScope says which calls or jobs a fault hits. The zero scope is all.
type FaultScope struct {
	Types         []int   // job types, by index; empty is all
	Share         float64 // in (0, 1]: of the jobs, the same ones at every attempt; 0 is all
	ByClient      bool    // Share is of the closed clients, whose every job is hit
	FirstAttempts int     // only the first so many attempts of a job, counted since it arrived; 0 is all
}

// All reports whether the scope leaves nobody out.
func (s *FaultScope) All() bool {
	return len(s.Types) == 0 && (s.Share == 0 || s.Share == 1) && s.FirstAttempts == 0
}

// HasType reports whether jobs of a type can be hit.
func (s *FaultScope) HasType(t int) bool {
	for _, hit := range s.Types {
		if hit == t {
			return true
		}
	}
	return len(s.Types) == 0
}

// Hint is what a server says about when to come back. The zero value says
// nothing.
type Hint struct {
	Kind    HintFault
	After   time.Duration // HintSays: the wait
	Shorter time.Duration // HintShorter: the client's clock is ahead by so much
}

// HintFault is what is wrong with a hint.
type HintFault uint8

// What a hint says. A client reads a negative number, a date in the past and
// garbage alike: there was a hint and it cannot be used.
const (
	HintRight   HintFault = iota // as it should
	HintSays                     // After, whatever it should say; 0 is legal
	HintMissing                  // nothing
	HintUnread                   // a negative number, a date in the past, or garbage
	HintShorter                  // a date, read by a clock that is ahead: less Shorter, a date in the past where nothing is left
)

// Apply is the hint as the client reads it, of one that should say h.
func (f Hint) Apply(h policies.Hint) policies.Hint {
	switch f.Kind {
	case HintSays:
		return policies.Hint{Kind: policies.HintSeconds, After: f.After}
	case HintMissing:
		return policies.Hint{}
	case HintUnread:
		return policies.Hint{Kind: policies.HintGarbage}
	case HintShorter:
		if h.Kind != policies.HintSeconds {
			return h
		}
		if h.After -= f.Shorter; h.After <= 0 {
			return policies.Hint{Kind: policies.HintGarbage}
		}
	}
	return h
}
