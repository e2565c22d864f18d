package ledger

import (
	"time"

	"retrysim/sim/result"
)

// Metric folds entries into numbers. Observe gets every entry once, in order,
// in batches that it must not keep; Report is called once, after the last.
type Metric interface {
	Observe(batch []Entry)
	Report(r *Report)
}

// Value is one named number: NaN is no sample, +Inf is never.
type Value struct {
	Name string
	V    float64
}

// Series is one value a bin.
type Series struct {
	Name   string
	Level  bool // a level at the end of the bin, not a count within it
	Values []float64
}

// Hist is a named histogram of nanoseconds.
type Hist struct {
	Name string
	H    *result.Histogram
}

// Setting is what the metrics know of the plan that they judge.
type Setting struct {
	Types       []string // names of the job types
	Stations    []string // names of the stations, by number
	Keys        int      // how many keys jobs belong to, 0 where there are none
	Effects     []string // names of the effects, by number
	Alerts      []string // names of the alerts, by number
	AlertByType []bool   // whether an alert keeps its job types apart
	Bin, Window time.Duration
	Until       time.Duration
	WarmUp      time.Duration
	Faults      [][2]time.Duration // windows [start, end), as drawn where they are random; conditional faults tell theirs by Struck
	LastFault   time.Duration      // end of the last of them, -1 without one
	Faultless   bool               // no fault can strike, no conditional one either
	Linkless    bool               // no call needs a connection
	Capacity    float64            // fault-free, per second; +Inf is unlimited
	Budgets     bool               // some job type has a retry budget
	Permanent   []float64          // share of the jobs of each type that fail for good
	Parked      int                // dead letters that are there at the start
	Replays     bool               // they are replayed
	Replay      [2]time.Duration   // from when to when, as planned
}

// Report gathers what the metrics found.
type Report struct {
	End    time.Duration // of the run
	Values []Value
	Series []Series
	Hists  []Hist
}

// Add adds a named number.
func (r *Report) Add(name string, v float64) { r.Values = append(r.Values, Value{name, v}) }
