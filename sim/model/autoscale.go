package model

import (
	"errors"
	"fmt"
	"math"
	"time"
)

// ScaleSignal is what an autoscaler looks at.
type ScaleSignal uint8

// The signals. The zero value is no autoscaler.
const (
	ScaleOff         ScaleSignal = iota
	ScaleUtilisation             // mean share of the servers or workers that were busy since the last look
	ScaleQueue                   // what waits: ready jobs, or calls in the dependency's room
	ScaleDepth                   // what waits and what is in hand
	ScaleSignals
)

// String is the signal's word in scenario files.
func (s ScaleSignal) String() string {
	return [...]string{"off", "utilisation", "queue", "depth"}[s]
}

// Autoscale sets the number of a dependency's servers, or of the workers. It
// looks every Every, first at Every; what it starts is there after Delay.
//
//	utilisation: wanted = ceil(there * mean utilisation / Target)   (Kubernetes HPA)
//	queue, depth: wanted = ceil(signal / Target)                    (KEDA)
//
// It starts what is wanted beyond those there, those still starting counted or
// not; what is too many stops: those still starting first, where they are
// counted, then those there, which end what they have in hand.
type Autoscale struct {
	Signal         ScaleSignal
	Target         float64       // utilisation: in (0, 1]; queue and depth: jobs for each worker, or calls for each server
	Every          time.Duration // between two looks, > 0
	Delay          time.Duration // from the decision until a new one is there
	Min, Max       int           // of those there and starting together
	IgnoreStarting bool          `json:",omitzero"` // those still starting are not counted: they are started again at each look
	CountsDelayed  bool          `json:",omitzero"` // workers: jobs in backoff count as waiting
	Step           int           `json:",omitzero"` // most started or stopped at one look; 0 is no limit
	CoolDown       time.Duration `json:",omitzero"` // only what no look within this time wanted is stopped
	Tolerance      float64       `json:",omitzero"` // a wish that differs by no more than this share from those there is none
}

// On reports whether there is an autoscaler.
func (a *Autoscale) On() bool { return a.Signal != ScaleOff }

// Wanted is how many there should be, given those there and the signal:
// how many of them were busy, or what waits.
func (a *Autoscale) Wanted(there int, signal float64) int {
	n := signal / a.Target
	if there > 0 && math.Abs(n/float64(there)-1) <= a.Tolerance {
		return there
	}
	// A quotient that rounding has put above a whole number is that number.
	return max(a.Min, min(int(math.Ceil(min(n, math.MaxInt32)-1e-9)), a.Max))
}

// Validate reports numbers with which nothing could scale.
func (a *Autoscale) Validate(count int) error {
	if !a.On() {
		return nil
	}
	var errs []error
	no := func(bad bool, format string, args ...any) {
		if bad {
			errs = append(errs, fmt.Errorf("autoscale: "+format, args...))
		}
	}
	no(a.Signal >= ScaleSignals, "signal %d, want at most %d", a.Signal, ScaleSignals-1)
	no(!(a.Target > 0) || math.IsInf(a.Target, 1), "target %v, want above 0", a.Target)
	no(a.Signal == ScaleUtilisation && a.Target > 1, "target %v of a utilisation, want at most 1", a.Target)
	no(a.Every <= 0, "looks every %v, want above 0", a.Every)
	no(a.Delay < 0 || a.CoolDown < 0, "delay %v and cool-down %v, want neither below 0", a.Delay, a.CoolDown)
	no(a.Min < 0 || a.Max < a.Min || a.Max < 1, "between %d and %d, want 0 <= min <= max, max >= 1", a.Min, a.Max)
	no(a.Signal == ScaleUtilisation && a.Min < 1, "min %d, want at least 1: nothing is busy where nothing is", a.Min)
	no(count < a.Min || count > a.Max, "%d at the start, want %d to %d", count, a.Min, a.Max)
	no(a.Step < 0, "step %d, want at least 0", a.Step)
	no(a.Tolerance < 0 || a.Tolerance >= 1, "tolerance %v, want 0 to 1", a.Tolerance)
	return errors.Join(errs...)
}

// String is the autoscaler in the words of a scenario file.
func (a Autoscale) String() string {
	if !a.On() {
		return "none"
	}
	return fmt.Sprintf("{signal: %v, target: %v, every: %v, delay: %v, min: %d, max: %d, counts_starting: %v, counts_delayed: %v, "+
		"step: %d, cool_down: %v, tolerance: %v}", a.Signal, a.Target, a.Every, a.Delay, a.Min, a.Max, !a.IgnoreStarting,
		a.CountsDelayed, a.Step, a.CoolDown, a.Tolerance)
}
