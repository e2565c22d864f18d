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
// recovered when its last job has settled, if any has succeeded since or none
// has failed to. NaN is no fault, or no job left to succeed after it, +Inf never
// within the run. Seconds since the end of the last fault; goodput leaves the queue's
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
		switch {
		case !alive && sum(done[min(len(done), int(s.LastFault/s.Bin)):]) == 0 && sum(done) < sum(arrivals):
			t = math.NaN() // jobs were lost and none succeeded after the fault: no recovery to time
		case !alive:
			t = max(0, (last - s.LastFault).Seconds())
		}
		return t, t
	}
	queue := r.series("queue_depth")
	limit := s.queueLimit(queue)
	return s.firstCalm(arrivals, done, queue, limit), s.firstCalm(arrivals, done, nil, 0)
}

// queueLimit is the longest queue that still counts as recovered. Without a
// limit of capacity there is no second of it.
func (s *Setting) queueLimit(queue []float64) float64 {
	if math.IsInf(s.Capacity, 1) {
		return s.before(queue)
	}
	return max(s.Capacity*1, s.before(queue))
}

// before is the 95th percentile of a level before the first fault, 0 where the
// run begins with it.
func (s *Setting) before(level []float64) float64 {
	first := s.LastFault
	for _, f := range s.Faults {
		first = min(first, f[0])
	}
	calmly := slices.Clone(level[:min(len(level), int(first/s.Bin))])
	if len(calmly) == 0 {
		return 0
	}
	slices.Sort(calmly)
	return calmly[int(math.Ceil(0.95*float64(len(calmly))))-1]
}

// firstCalm finds the first bin that begins a calm span, in seconds after the
// last fault; +Inf when none does before arrivals end. A span in which nothing
// arrives shows nothing.
func (s *Setting) firstCalm(arrivals, done, queue []float64, limit float64) float64 {
	span := max(1, int((calm+s.Bin-1)/s.Bin))
	first := int((s.LastFault + s.Bin - 1) / s.Bin)
	for i := first; time.Duration(i+span)*s.Bin <= s.Until && i+span <= len(done); i++ {
		if come := sum(arrivals[i : i+span]); come == 0 || sum(done[i:i+span]) < keepUp*come {
			continue
		}
		if queue == nil || slices.Max(queue[max(0, i-1):i+span]) <= limit { // bin i-1 ends with the level at t
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

// BacklogCleared is the time from the end of the last fault until, for 10 s,
// no more jobs wait (for a worker, at a dependency, in backoff) than at the
// 95th percentile before the first fault, or than one second of capacity if
// that is more. Unlike recovery it also sees
// what waits in backoff, and it may come after the arrivals' end. NaN is no
// fault, +Inf never within the run. Its resolution is one bin.
func BacklogCleared(s Setting, r *Report, alive bool) float64 {
	switch {
	case s.LastFault < 0 || (s.LastFault > r.End && !alive):
		return math.NaN()
	case s.LastFault > r.End:
		return math.Inf(1)
	}
	waiting := slices.Clone(r.series("queue_depth"))
	if len(waiting) == 0 {
		return 0 // the run ended as it began
	}
	for i, n := range r.series("backing_off") {
		waiting[i] += n
	}
	limit := s.queueLimit(waiting)
	span := max(1, int((calm+s.Bin-1)/s.Bin))
	for i := int((s.LastFault + s.Bin - 1) / s.Bin); i <= len(waiting); i++ {
		if slices.Max(waiting[max(0, i-1):min(len(waiting), i+span)]) <= limit {
			return max(0, (time.Duration(i)*s.Bin - s.LastFault).Seconds())
		}
	}
	if alive {
		return math.Inf(1)
	}
	return max(0, (r.End - s.LastFault).Seconds())
}
