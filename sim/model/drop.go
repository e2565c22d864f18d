package model

import (
	"fmt"
	"math"
	"time"
)

// Drop says which waiting calls a station drops when their turn comes, instead
// of serving them. A dropped call costs the station's refusal cost.
type Drop uint8

// The kinds of dropping.
const (
	// DropNone serves every call, also those whose callers have given up.
	DropNone Drop = iota
	// DropExpired drops a call whose caller has given up.
	DropExpired
	// DropHopeless drops, too, a call that could not be answered before its
	// caller gives up if it took the mean service time: it is refused.
	DropHopeless
	Drops
)

// String is the word in scenario files.
func (d Drop) String() string { return [...]string{"none", "expired", "hopeless"}[d] }

// CoDel drops calls while the line stands: once calls have waited longer than
// Target for a whole Interval it refuses the call whose turn has come, the next
// one Interval/sqrt(2) later, then Interval/sqrt(3), and so on, until a call has
// waited less. It leaves short bursts alone. (Nichols, Jacobson, McGregor and
// Iyengar: Controlled Delay Active Queue Management, RFC 8289, 2018.)
type CoDel struct {
	Target   time.Duration // the longest wait that a standing line may have; 0 is no CoDel
	Interval time.Duration // above the slowest round trip of a caller
}

// On reports whether there is any.
func (c CoDel) On() bool { return c.Target > 0 }

// Next is how long after a drop the next one is due, when so many calls have
// been dropped since dropping began.
func (c CoDel) Next(drops int) int64 {
	return int64(math.Round(float64(c.Interval) / math.Sqrt(float64(drops))))
}

// Validate reports times below 0 and a target without an interval.
func (c CoDel) Validate() error {
	if c.Target < 0 || c.Interval < 0 || c.On() && c.Interval == 0 {
		return fmt.Errorf("CoDel with target %v and interval %v, want both above 0", c.Target, c.Interval)
	}
	return nil
}
