package model

import (
	"math"
	"time"

	"retrysim/sim/chance"
)

// Arrivals is an open arrival process: the k-th arrival of a source comes at a
// time that waits for nobody's answer.
type Arrivals interface {
	// Next returns the time of arrival k (from 0) and how many jobs come with
	// it, given the time of arrival k-1 (0 before the first), or ok false when
	// no more come. s is the source's own stream.
	Next(k int64, previous time.Duration, s *chance.Stream) (at time.Duration, jobs int, ok bool)
	// Mean returns the mean rate at time t in jobs per second; a burst is 0
	// everywhere.
	Mean(t time.Duration) float64
	// String is the process in the words of a scenario file.
	String() string
}

// Remembering is an arrival process whose next arrival hangs on more than the
// last one: on the state that a modulated process is in, on the clients of a
// schedule that are still to come. The process itself stays a plain value, part
// of a plan that many runs share; each run takes its own copy with a memory.
type Remembering interface {
	Arrivals
	// Begin returns the process at time 0, to be asked for arrivals 0, 1, 2, ...
	// in this order and with one stream only. All that it remembers comes from
	// its values and that stream, so the arrivals of a source stay the same
	// whatever becomes of the jobs. Begin may allocate, the Next of what it
	// returns does not once it is warm.
	Begin() Arrivals
}

// Begin returns an arrival process ready for its first arrival: with a fresh
// memory where it has one, else the process as it is.
func Begin(a Arrivals) Arrivals {
	if r, ok := a.(Remembering); ok {
		return r.Begin()
	}
	return a
}

// Counted is an arrival process that knows how many jobs come in a stretch of
// time better than the integral of its mean rate does, since they come at few
// instants, or sooner, since its rate is costly to calculate.
type Counted interface {
	Arrivals
	// Count returns the number of jobs in [from, to).
	Count(from, to time.Duration) float64
}

// Source is one named stream of jobs: an open process, or closed clients.
type Source struct {
	Name     string
	Arrivals ArrivalLaw
	Clients  int // closed: this many clients, each with one job at a time
	Think    Law // closed: pause of a client between its jobs
	Types    []TypeWeight
}

// TypeWeight gives one job type its share of a common source.
type TypeWeight struct {
	Type   int
	Weight float64
}

// ArrivalLaw is an arrival process that prints and hashes as its text.
type ArrivalLaw struct{ Arrivals }

// MarshalText is the process in words.
func (a ArrivalLaw) MarshalText() ([]byte, error) {
	if a.Arrivals == nil {
		return []byte("none"), nil
	}
	return []byte(a.String()), nil
}

// never is later than any horizon.
const never = time.Duration(math.MaxInt64)

// seconds rounds a number of seconds to nanoseconds, saturating.
func seconds(s float64) time.Duration {
	ns := math.Round(float64(s * 1e9))
	if ns >= math.MaxInt64 {
		return never
	}
	return time.Duration(ns)
}
