package ledger

import (
	"slices"
	"time"
)

// faultTime tells for times that never go back whether a fault is in force:
// from the windows that are known beforehand, and from the edges in the book of
// those that are not.
type faultTime struct {
	windows [][2]time.Duration // apart and in order
	next    int                // the first one that has not ended
	last    int64              // the end of the last fault as far as it is known, -1 without
	on      int                // conditional faults in force
}

// newFaultTime joins the windows that touch.
func newFaultTime(s Setting) faultTime {
	all := slices.Clone(s.Faults)
	slices.SortFunc(all, func(a, b [2]time.Duration) int { return int(min(1, max(-1, a[0]-b[0]))) })
	var apart [][2]time.Duration
	for _, w := range all {
		if n := len(apart); n > 0 && w[0] <= apart[n-1][1] {
			apart[n-1][1] = max(apart[n-1][1], w[1])
			continue
		}
		apart = append(apart, w)
	}
	return faultTime{windows: apart, last: int64(s.LastFault)}
}

// holds reports whether a fault is in force at t.
func (f *faultTime) holds(t int64) bool {
	for f.next < len(f.windows) && t >= int64(f.windows[f.next][1]) {
		f.next++
	}
	return f.on > 0 || f.next < len(f.windows) && t >= int64(f.windows[f.next][0])
}

// over reports whether the last fault known has ended at t.
func (f *faultTime) over(t int64) bool { return f.on == 0 && f.last >= 0 && t >= f.last }

// edge learns that a conditional fault is in force, or no longer.
func (f *faultTime) edge(e *Entry) {
	if e.Delay > 0 {
		f.on++
	} else {
		f.on--
	}
	f.last = max(f.last, e.At)
}
