package model

import (
	"fmt"
	"math"
	"time"
)

// Connections are what a call needs before it reaches its station: one of a
// pool that all callers share. An idle one is used at once, the newest first.
// Without an idle one, and with fewer than Most open or being set up, the call
// sets one up. The acceptor of the station works on AtOnce set-ups at a time,
// each for a draw of Setup, and lets Backlog others wait; the next one is
// refused. With Most in use a call waits for one, in the order of coming, for
// at most Wait.
//
// A connection goes back to the pool with the answer. A caller that gives up,
// and one whose connection is reset, closes it. A caller that gives up while
// its connection is being set up leaves the set-up to the acceptor, which works
// on it in vain unless the caller cancels: so a station whose requests are
// cheap can still be kept busy by connections that nobody uses.
//
// Set-ups per second are at most AtOnce / mean of Setup.
type Connections struct {
	Most    int           // open at once, Unlimited or >= 1; 0 is no need of connections
	Setup   Law           // how long the acceptor works on one
	AtOnce  int           // set-ups worked on at a time, Unlimited or >= 1
	Backlog int           // set-ups that may wait, Unlimited or >= 0
	Wait    time.Duration // the longest wait for one of Most, 0 is without limit
	Idle    time.Duration // an unused connection is closed after this, 0 is never
}

// On reports whether calls need connections.
func (c *Connections) On() bool { return c.Most != 0 }

// SetupRate is the most connections that can be set up per second, +Inf where
// nothing limits them.
func (c *Connections) SetupRate() float64 {
	if c.AtOnce == Unlimited || !c.Setup.Set() {
		return math.Inf(1)
	}
	return float64(c.AtOnce) / c.Setup.Mean().Seconds()
}

// Validate reports numbers out of range.
func (c *Connections) Validate() error {
	if !c.On() {
		return nil
	}
	switch {
	case c.Most < Unlimited:
		return fmt.Errorf("at most %d connections, want at least 1", c.Most)
	case c.AtOnce < Unlimited || c.AtOnce == 0:
		return fmt.Errorf("%d connections set up at once, want at least 1", c.AtOnce)
	case c.Backlog < Unlimited:
		return fmt.Errorf("a backlog of %d connections, want at least 0", c.Backlog)
	case c.Wait < 0 || c.Idle < 0:
		return fmt.Errorf("a wait of %v and an idle time of %v, want neither below 0s", c.Wait, c.Idle)
	}
	return nil
}
