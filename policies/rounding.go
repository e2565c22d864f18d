package policies

import "time"

// RoundDirection says where a delay between two multiples of the unit goes.
type RoundDirection uint8

// The directions.
const (
	RoundDown RoundDirection = iota
	RoundNearest
	RoundUp
)

var roundWords = []string{"down", "nearest", "up"}

// Rounding makes a delay a whole multiple of Unit, for systems that count in whole milliseconds or seconds.
// The zero Rounding keeps nanoseconds.
type Rounding struct {
	Unit      time.Duration
	Direction RoundDirection
}

func (r Rounding) apply(d time.Duration) time.Duration {
	if r.Unit <= 1 {
		return d
	}
	rest := d % r.Unit
	down := d - rest
	if rest == 0 || r.Direction == RoundDown || (r.Direction == RoundNearest && rest < r.Unit-rest) {
		return down
	}
	return addSat(down, r.Unit)
}
