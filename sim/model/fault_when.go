package model

import (
	"time"

	"retrysim/sim/chance"
)

// Window is one stretch [Start, End) of a fault.
type Window struct{ Start, End time.Duration }

// MaxWindows is the most windows that one fault opens; what would come later
// does not come.
const MaxWindows = 100_000

// Drawn reports whether the windows differ between replications.
func (f *Fault) Drawn() bool { return f.Windows.Between.Set() }

// Planned lists the windows that the plan knows: one, or those that recur. A
// fault whose windows are drawn has none of them.
func (f *Fault) Planned() []Window {
	if f.Drawn() {
		return nil
	}
	out := []Window{{f.Start, f.End}}
	for k := 1; k < f.Windows.Times && k < MaxWindows; k++ {
		last := out[k-1]
		w := Window{last.Start + f.Windows.Every, last.End + f.Windows.Every}
		if w.End < w.Start || w.Start < last.Start {
			break // past the end of all time
		}
		out = append(out, w)
	}
	return out
}

// Draw lists the windows of a replication: those planned, or random ones. Those
// alternate: up for a draw of Between, then down for a draw of Lasts, from
// Start on; no window begins at or after End, and one that would go on past it
// ends there. chanceOf gives the generator of the k-th window, from 0. A window
// without length, and a wait of nothing between two, count as a nanosecond.
func (f *Fault) Draw(chanceOf func(k int) *chance.Stream) []Window {
	if !f.Drawn() {
		return f.Planned()
	}
	var out []Window
	for at := f.Start; len(out) < MaxWindows; {
		r := chanceOf(len(out))
		up, down := max(1, f.Windows.Between.Sample(r)), max(1, f.Windows.Lasts.Sample(r))
		if up >= f.End-at {
			break
		}
		at += up
		w := Window{at, f.End}
		if down < f.End-at {
			w.End = at + down
		}
		at = w.End
		out = append(out, w)
	}
	return out
}

// LastEnd is the end of the last window, or of the span of drawn ones.
func (f *Fault) LastEnd() time.Duration {
	if f.Drawn() || f.Windows.Times < 2 {
		return f.End
	}
	all := f.Planned()
	return all[len(all)-1].End
}

// Share of the span in which a drawn fault is down, in the mean; 1 for others.
func (f *Fault) downShare() float64 {
	if !f.Drawn() {
		return 1
	}
	up, down := f.Windows.Between.Mean().Seconds(), f.Windows.Lasts.Mean().Seconds()
	return down / (up + down)
}

// MeanStrength is how strong the fault is in the mean over Start to End: less
// than 1 by its ramps, and where it is down only now and then.
func (f *Fault) MeanStrength() float64 {
	share := f.downShare()
	if length := (f.End - f.Start).Seconds(); length > 0 && !f.Drawn() {
		share *= 1 - float64(f.Windows.RampIn+f.Windows.RampOut)/1e9/2/length
	}
	return share
}

// RampSteps is the number of steps of a ramp.
const RampSteps = 10

// Strength is how strong a window is at a time since its start, from 0 to 1.
// A ramp has ten steps of equal length; in the k-th one, from 1, the strength
// is (k - 1/2) / 10, so that its mean over the ramp is 1/2. A ramp out runs
// down to the window's end. In a window shorter than its ramps the ramp out
// counts where they meet.
func (w *Windows) Strength(since, length time.Duration) float64 {
	if step := w.RampOut / RampSteps; step > 0 && since >= length-RampSteps*step {
		k := min(RampSteps-1, (since-(length-RampSteps*step))/step)
		return 1 - (float64(k)+0.5)/RampSteps
	}
	if step := w.RampIn / RampSteps; step > 0 && since < RampSteps*step {
		return (float64(since/step) + 0.5) / RampSteps
	}
	return 1
}

// Steps lists the times since a window's start at which its strength changes,
// in order and strictly within the window.
func (w *Windows) Steps(length time.Duration) []time.Duration {
	var out []time.Duration
	add := func(at time.Duration) {
		if at > 0 && at < length && (len(out) == 0 || at > out[len(out)-1]) {
			out = append(out, at)
		}
	}
	in, down := w.RampIn/RampSteps, w.RampOut/RampSteps
	outAt := length - RampSteps*down
	for k := time.Duration(1); k <= RampSteps && in > 0; k++ {
		if down == 0 || k*in < outAt {
			add(k * in)
		}
	}
	for k := time.Duration(0); k < RampSteps && down > 0; k++ {
		add(outAt + k*down)
	}
	return out
}
