package ledger

import (
	"math"
	"slices"
	"time"
)

// calm is how long goodput must keep up for the system to have recovered.
const calm = 10 * time.Second

// keepUp is the share of the arrivals that goodput must reach meanwhile.
const keepUp = 0.95

// Recovered finds the first time t at or after the end of the last fault such
// that within [t, t + 10 s] goodput is at least 0.95 of the arrivals and the
// queue is at most the larger of its 95th percentile before the first fault
// and one second of capacity. It works on the series, so its resolution is
// one bin. A workload whose last job arrives before that end is finite: it has
// recovered when its last job has settled. NaN is no fault, +Inf never within
// the run. Seconds since the end of the last fault; goodput leaves the queue's
// condition out.
func Recovered(s Setting, r *Report, last time.Duration, alive bool) (withQueue, goodput float64) {
	switch {
	case s.LastFault < 0 || (s.LastFault > r.End && !alive):
		return math.NaN(), math.NaN() // no fault, or one that outlasts every job
	case s.LastFault > r.End:
		return math.Inf(1), math.Inf(1)
	}
	arrivals, done := r.series("arrivals"), r.series("completed")
	if sum(arrivals[min(len(arrivals), int(s.LastFault/s.Bin)):]) == 0 {
		t := math.Inf(1)
		if !alive {
			t = max(0, (last - s.LastFault).Seconds())
		}
		return t, t
	}
	queue := r.series("queue_depth")
	limit := s.queueLimit(queue)
	return s.firstCalm(arrivals, done, queue, limit), s.firstCalm(arrivals, done, nil, 0)
}

// queueLimit is the longest queue that still counts as recovered.
func (s *Setting) queueLimit(queue []float64) float64 {
	first := s.LastFault
	for _, f := range s.Faults {
		first = min(first, f[0])
	}
	before := slices.Clone(queue[:min(len(queue), int(first/s.Bin))])
	limit := s.Capacity * 1
	if len(before) > 0 {
		slices.Sort(before)
		limit = max(limit, before[int(math.Ceil(0.95*float64(len(before))))-1])
	}
	return limit
}

// firstCalm finds the first bin that begins a calm span, in seconds after the
// last fault; +Inf when none does before arrivals end.
func (s *Setting) firstCalm(arrivals, done, queue []float64, limit float64) float64 {
	span := max(1, int((calm+s.Bin-1)/s.Bin))
	first := int((s.LastFault + s.Bin - 1) / s.Bin)
	for i := first; time.Duration(i+span)*s.Bin <= s.Until && i+span <= len(done); i++ {
		if sum(done[i:i+span]) < keepUp*sum(arrivals[i:i+span]) {
			continue
		}
		if queue == nil || slices.Max(queue[i:i+span]) <= limit {
			return max(0, (time.Duration(i)*s.Bin - s.LastFault).Seconds())
		}
	}
	return math.Inf(1)
}

func (r *Report) series(name string) []float64 {
	for _, s := range r.Series {
		if s.Name == name {
			return s.Values
		}
	}
	panic("ledger: no series " + name)
}

func sum(v []float64) float64 {
	var t float64
	for _, x := range v {
		t += x
	}
	return t
}
