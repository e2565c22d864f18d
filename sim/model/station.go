package model

import (
	"errors"
	"fmt"
	"time"
)

// Unlimited is the number of servers, workers or places that never binds.
const Unlimited = -1

// Order is the discipline of a queue.
type Order uint8

// The disciplines.
const (
	FIFO Order = iota
	LIFO
	Priority
	Shared // of a station: all calls at once, which share the speed of its servers
	Fair   // the keys of the jobs in turn, the oldest of each first
)

// Station is a dependency: servers behind a bounded room behind a rate limit.
type Station struct {
	Name         string
	Servers      int // Unlimited, or >= 0
	Service      Law // service time of one call
	Room         int // calls that may wait (Shared: that may be in service beyond Servers), Unlimited or >= 0; the next one is refused at once
	Order        Order
	RefuseStatus int           // the answer to a refused call, 503 unless said
	RefusalCost  time.Duration // server time eaten by each refusal
	Limit        RateLimit
	Silent       bool        `json:",omitzero"` // a call that finds no room is lost without an answer
	Drop         Drop        `json:",omitzero"` // which calls are dropped instead of being served
	CoDel        CoDel       `json:",omitzero"`
	Slowdown     Slowdown    `json:",omitzero"`
	ColdStart    ColdStart   `json:",omitzero"`
	Connections  Connections `json:",omitzero"` // what a call needs before it reaches the station
	Autoscale    Autoscale   `json:",omitzero"` // of Servers, which is how many there are at first
	// Leg set makes the station one row under optimistic concurrency instead:
	// an attempt reads its version, then writes, over four network legs, and
	// fails when another write came between (see docs in package sim).
	Leg Law
	// Slot above 0 makes it a slotted channel instead: a call begins in the slot
	// that is going on and is answered when it ends; of several calls in one slot
	// all fail.
	Slot time.Duration `json:",omitzero"`
	// MeanSize is the mean size of the jobs whose calls it serves, for what it
	// can serve and how long a call takes in the mean; 0 says 1.
	MeanSize float64 `json:",omitzero"`
	Shard    Shard   `json:",omitzero"`
}

// Condition is what the faults in force make of a station at one time: flat,
// so that a call only reads it. The zero value is not healthy; see
// Station.Healthy.
type Condition struct {
	Servers    int // Unlimited, or >= 0
	Refuse     bool
	Status     int // of a refusal
	Cut        bool
	CutLoses   bool // calls in a cut are lost; else held until it ends
	Hang       float64
	Errors     []Outcome
	Latency    []Delay // each is added to the answer's way back
	Speed      float64
	Limit      RateLimit
	LimitSet   bool
	Lost       float64 // share of answers lost after the work was done
	HangsServe bool    // a hung call holds a server until its caller gives up or the window ends

	Reset       float64 // share of calls reset at their arrival
	ResetAnswer float64 // share of calls reset instead of being answered, after the work
	Multiply    float64 // the answer takes so many times its service; 0 is 1
	Replace     Law     // the service time instead of the station's own
	RefuseHint  Hint    // that comes with the fault's refusal
	Hint        Hint    // what is wrong with the hints of every refusal
}

// Healthy is the station's condition without any fault.
func (s *Station) Healthy() Condition { return Condition{Servers: s.Servers, Speed: 1} }

// Validate reports everything that no run could play.
func (s *Station) Validate() error {
	return errors.Join(s.Limit.Validate(), s.CoDel.Validate(), s.Slowdown.Validate(), s.ColdStart.Validate(),
		s.Connections.Validate(), s.validateShared(), s.validateRow())
}

// validateShared reports what has no meaning where all calls are in service.
func (s *Station) validateShared() error {
	switch {
	case s.Order != Shared:
		return nil
	case s.Servers == Unlimited:
		return errors.New("servers without end are shared by nobody, want a number")
	case s.Drop != DropNone || s.CoDel.On():
		return errors.New("shared servers have no line to drop calls from")
	}
	return nil
}

// validateRow reports what a contended row or channel cannot have.
func (s *Station) validateRow() error {
	switch {
	case s.Slot < 0 || s.Slot > 0 && s.Leg.Set():
		return fmt.Errorf("a slot of %v, want at least 0, and none beside a leg", s.Slot)
	case (s.Leg.Set() || s.Slot > 0) && s.Connections.On():
		return errors.New("contention needs no connections")
	}
	return nil
}
