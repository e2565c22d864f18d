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
