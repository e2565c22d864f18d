package model

import (
	"math"
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
)

// Station is a dependency: servers behind a bounded room behind a rate limit.
type Station struct {
	Name         string
	Servers      int // Unlimited, or >= 0
	Service      Law // service time of one call
	Room         int // calls that may wait, Unlimited or >= 0; the next one is refused at once
	Order        Order
	RefuseStatus int           // the answer to a refused call, 503 unless said
	RefusalCost  time.Duration // server time eaten by each refusal
	Limit        RateLimit
	// Leg set makes the station one row under optimistic concurrency instead:
	// an attempt reads its version, then writes, over four network legs, and
	// fails when another write came between (see docs in package sim).
	Leg Law
}

// RateLimit allows so many calls per window and answers the others at once.
type RateLimit struct {
	Allow      int           // calls per window; 0 with Per 0 is no limit
	Per        time.Duration // the fixed window; windows begin at multiples of Per
	Status     int           // the answer, 429 unless said
	RetryAfter time.Duration // the hint that comes with it; 0 is none
	UntilReset bool          // the hint is the time until the window ends, in whole seconds rounded up
}

// On reports whether there is a limit.
func (r RateLimit) On() bool { return r.Per > 0 }

// PerSecond is the rate that the limit allows, +Inf without one.
func (r RateLimit) PerSecond() float64 {
	if !r.On() {
		return math.Inf(1)
	}
	return float64(r.Allow) / r.Per.Seconds()
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

// Capacity is the rate that the station can serve under c, in calls per
// second: the least of servers x speed / mean service and the rate limit; +Inf
// when nothing binds. A refused or cut station serves nothing.
func (s *Station) Capacity(c *Condition) float64 {
	if c.Refuse || c.Cut {
		return 0
	}
	limit := s.Limit
	if c.LimitSet {
		limit = c.Limit
	}
	most := limit.PerSecond()
	if c.Servers == Unlimited || !s.Service.Set() || s.Service.Mean() == 0 {
		return most
	}
	return min(most, float64(float64(c.Servers)*c.Speed)/s.Service.Mean().Seconds())
}
