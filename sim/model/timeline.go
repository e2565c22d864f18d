package model

import (
	"strings"
	"time"

	"retrysim/policies"
)

// Effect kinds of a fault.
type FaultKind uint8

// What befalls a target while a fault's window is open.
const (
	FaultRefuse       FaultKind = iota // every call is answered at once with Status
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
)

// Target kinds.
type TargetKind uint8

// What a fault or an action is aimed at.
const (
	TargetStation TargetKind = iota
	TargetWorkers
	TargetDeadLetters
)

// Fault is one window on the timeline. Which fields count depends on Kind.
type Fault struct {
	Name       string
	Start, End time.Duration
	Kind       FaultKind
	Target     TargetKind
	Station    int       // of TargetStation
	Status     int       // refuse
	Loses      bool      // cut: calls in flight are lost, not held
	Errors     []Outcome // error
	Latency    Law       // latency
	Share      float64   // hang, response_lost, park_fails, park_cut, replay_cut; crash: share of the workers
	HoldsServe bool      // hang: a hung call holds a server
	Factor     float64   // capacity
	Limit      RateLimit // rate_limit
	Count      int       // crash: this many workers, when Share is 0
	Restart    time.Duration
}

// Match selects dead letters. Empty fields match everything.
type Match struct {
	Error     string // part of the error text, case ignored
	Class     string // name of the class
	JobType   int    // index, -1 for any
	OlderThan time.Duration
}

// Matches reports whether a record is selected at time now.
func (m *Match) Matches(jobType int, class policies.Class, status int, parked, now time.Duration) bool {
	switch {
	case m.JobType >= 0 && m.JobType != jobType:
		return false
	case m.Class != "" && m.Class != class.String():
		return false
	case m.OlderThan > 0 && now-parked <= m.OlderThan:
		return false
	case m.Error == "":
		return true
	}
	return strings.Contains(strings.ToLower(policies.ErrorText(class, status)), strings.ToLower(m.Error))
}

// Apply adds what the fault does to a station's condition. Where two faults
// say different things the one applied later counts; speeds multiply, delays
// and shares of errors add up.
func (f *Fault) Apply(c *Condition) {
	switch f.Kind {
	case FaultRefuse:
		c.Refuse, c.Status = true, f.Status
	case FaultCut:
		c.Cut, c.CutLoses = true, f.Loses
	case FaultError:
		c.Errors = append(c.Errors[:len(c.Errors):len(c.Errors)], f.Errors...)
	case FaultLatency:
		c.Latency = append(c.Latency[:len(c.Latency):len(c.Latency)], f.Latency)
	case FaultHang:
		c.Hang, c.HangsServe = min(1, c.Hang+f.Share), f.HoldsServe
	case FaultCapacity:
		c.Speed = float64(c.Speed * f.Factor)
	case FaultRateLimit:
		c.Limit, c.LimitSet = f.Limit, true
	case FaultResponseLost:
		c.Lost = min(1, c.Lost+f.Share)
	}
}
