package model

import (
	"time"

	"retrysim/policies"
	"retrysim/sim/chance"
)

// From is an arrival process from a time of its own on, as if the run began
// then: arrivals before it are passed over, a burst among them. A process that
// is the same at all times is left as it is.
func From(a Arrivals, from time.Duration) Arrivals {
	switch a.(type) {
	case nil, Poisson, *Poisson, Steady, *Steady:
		return a
	}
	if from <= 0 {
		return a
	}
	return &shifted{of: a, from: from}
}

// shifted passes over what came before from. It remembers where its process is.
type shifted struct {
	of   Arrivals
	from time.Duration
	k    int64         // of the process: its next arrival
	last time.Duration // and its last one
}

// Begin returns the process at its time 0, with a memory of its own.
func (l *shifted) Begin() Arrivals { return &shifted{of: Begin(l.of), from: l.from} }

// Next returns the next arrival at or after from.
func (l *shifted) Next(_ int64, _ time.Duration, s *chance.Stream) (at time.Duration, jobs int, ok bool) {
	for {
		at, jobs, ok = l.of.Next(l.k, l.last, s)
		if !ok {
			return 0, 0, false
		}
		l.k, l.last = l.k+1, at
		if at >= l.from {
			return at - l.from, jobs, true
		}
	}
}

// Mean is that of the process so much later.
func (l *shifted) Mean(t time.Duration) float64 { return l.of.Mean(t + l.from) }

// Count is that of the process where it counts, else the integral of its mean
// rate in a thousand places.
func (l *shifted) Count(from, to time.Duration) float64 {
	if c, ok := l.of.(Counted); ok {
		return c.Count(from+l.from, to+l.from)
	}
	const steps = 1000
	var sum float64
	for i := range time.Duration(steps) {
		sum += float64(l.Mean(from+(to-from)/steps*i) * ((to - from) / steps).Seconds())
	}
	return sum
}

// String is the process in words.
func (l *shifted) String() string {
	return l.of.String() + " from " + policies.FormatDuration(l.from) + " on"
}
