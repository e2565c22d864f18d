package policies

import (
	"math"
	"time"
)

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

// meanOf is the mean of U[lo, hi) rounded: of the integral of the rounded value, which is a staircase. The error is
// below 1e-9 of the mean.
func (r Rounding) meanOf(lo, hi time.Duration) time.Duration {
	if hi <= lo {
		return r.apply(lo)
	}
	if r.Unit <= 1 {
		return lo + (hi-lo)/2
	}
	shift := map[RoundDirection]float64{RoundDown: 0, RoundNearest: 0.5, RoundUp: 1}[r.Direction]
	unit := float64(r.Unit)
	from, to := float64(lo)/unit+shift, float64(hi)/unit+shift
	return toDuration(unit * (stairs(to) - stairs(from)) / (to - from))
}

// stairs is the integral of floor(x) from 0 to x >= 0: full steps of heights 0 to n-1 and a part of step n.
func stairs(x float64) float64 {
	n := math.Floor(x)
	return float64(n*(n-1)/2) + float64(n*(x-n))
}
