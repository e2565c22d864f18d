package estimate

import (
	"math"
	"slices"
	"time"

	"retrysim/sim"
	"retrysim/sim/model"
)

// Behind is how far first attempts alone get ahead of what a station serves:
// open sources, bursts and rushes of clients, against its capacity and the
// faults that lower it. Retries and full outages are left aside.
type Behind struct {
	Mean, Peak float64       // calls per second, bursts left aside
	AtOnce     float64       // calls of the largest burst
	BurstAt    time.Duration // when that is
	Least      float64       // the lowest capacity in force while anything comes
	From       time.Duration // when calls first come faster than they are served
	Most       float64       // calls more than could be served, at the worst
	At         time.Duration // when that is
	CaughtUp   time.Duration // when the last of them can be served; Longest is never
}

// BehindAt looks at a station over the whole run.
func BehindAt(p *sim.Plan, station int) Behind {
	usual := Capacity(p, station)
	w := Behind{Mean: StationRate(p, station, 0, p.Until), Least: usual}
	bursts, behind := rushes(p, station), 0.0
	edges, rate := edgesOf(p, station, bursts), rateOf(p, station)
	for i, from := range edges {
		for _, b := range bursts {
			if b.at == from {
				behind += b.calls
				if b.calls > w.AtOnce {
					w.AtOnce, w.BurstAt = b.calls, b.at
				}
			}
		}
		if i == 0 && behind > 0 {
			w.From = from
		}
		w.note(behind, from)
		to := p.Until
		if i+1 < len(edges) {
			to = edges[i+1]
		}
		mid := from + (to-from)/2
		rate, capacity := rate(mid), lowered(p, station, mid, usual)
		w.Peak, w.Least = max(w.Peak, rate), min(w.Least, capacity)
		grows := (rate - capacity) * (to - from).Seconds()
		if behind == 0 && grows > 0 {
			w.From = from
		}
		if behind > 0 && behind+grows <= 0 {
			w.CaughtUp = from + Span(behind/(capacity-rate)*1e9)
		}
		behind = max(0, behind+grows)
	}
	w.note(behind, p.Until)
	if behind > 0 {
		w.CaughtUp = add(p.Until, Span(behind/lowered(p, station, p.Until, usual)*1e9))
	}
	return w
}

// note keeps the worst.
func (w *Behind) note(behind float64, at time.Duration) {
	if behind > w.Most {
		w.Most, w.At = behind, at
	}
}

// rush is calls that come to a station at one instant.
type rush struct {
	at    time.Duration
	calls float64
}

// rushes are the bursts that no rate counts, and the clients that a fault makes
// send at once.
func rushes(p *sim.Plan, station int) []rush {
	var out []rush
	for _, b := range singles(p) {
		if n := Calls(p, b.Type, station); n > 0 && b.At < p.Until {
			out = append(out, rush{b.At, n * float64(b.Jobs)})
		}
	}
	for i := range p.Faults {
		f := &p.Faults[i]
		if f.Kind != model.FaultRush || f.Start >= p.Until {
			continue
		}
		for t := range p.Types {
			if n := Calls(p, t, station) * Clients(p, t) * f.Share; n > 0 {
				out = append(out, rush{f.Start, n})
			}
		}
	}
	return out
}

// Clients is how many closed clients send jobs of a type, in the mean where
// they have a choice.
func Clients(p *sim.Plan, jobType int) float64 {
	n := 0.0
	for i := range p.Types[jobType].Sources {
		n += float64(p.Types[jobType].Sources[i].Clients)
	}
	for i := range p.Common {
		n += float64(float64(p.Common[i].Clients) * Share(&p.Common[i], jobType))
	}
	return n
}

// ClientRate is the most that closed clients can send to a station while it is
// healthy, in calls per second: each waits for its pause and its calls.
func ClientRate(p *sim.Plan, station int) float64 {
	sum := 0.0
	for t := range p.Types {
		calls, service := Calls(p, t, station), Service(p, t)
		each := func(s *model.Source, share float64) {
			cycle := service
			if s.Think.Set() {
				cycle = add(cycle, s.Think.Mean())
			}
			if s.Clients > 0 && cycle > 0 {
				sum += float64(calls * share * float64(s.Clients) / cycle.Seconds())
			}
		}
		for i := range p.Types[t].Sources {
			each(&p.Types[t].Sources[i], 1)
		}
		for i := range p.Common {
			each(&p.Common[i], Share(&p.Common[i], t))
		}
	}
	return sum
}

// edgesOf are the times between which rate and capacity are looked at once.
func edgesOf(p *sim.Plan, station int, bursts []rush) []time.Duration {
	var out []time.Duration
	for i := range samples {
		out = append(out, time.Duration(float64(p.Until)*float64(i)/samples))
	}
	for _, b := range bursts {
		out = append(out, b.at)
	}
	for i := range p.Faults {
		if f := &p.Faults[i]; slows(f, station) {
			for _, w := range f.Planned() {
				out = append(out, w.Start, w.End)
			}
		}
	}
	out = slices.DeleteFunc(out, func(t time.Duration) bool { return t < 0 || t >= p.Until })
	slices.Sort(out)
	return slices.Compact(out)
}

// slows reports whether a fault lowers the speed of a station for all, and not
// to nothing.
func slows(f *model.Fault, station int) bool {
	return f.Kind == model.FaultCapacity && f.Hits(station) && f.Factor > 0 && f.While == 0 && f.Scope.All()
}

// lowered is a station's capacity at a time.
func lowered(p *sim.Plan, station int, at time.Duration, capacity float64) float64 {
	for i := range p.Faults {
		f := &p.Faults[i]
		if !slows(f, station) {
			continue
		}
		for _, w := range f.Planned() {
			if at >= w.Start && at < w.End {
				capacity *= f.Factor
			}
		}
	}
	return capacity
}

// rateOf gives the rate of first calls at a station at each moment; of sources
// that count their jobs it is the mean of the run.
func rateOf(p *sim.Plan, station int) func(at time.Duration) float64 {
	steady := 0.0
	var laws []model.Arrivals
	var weights []float64
	source := func(s *model.Source, calls float64) {
		_, counted := s.Arrivals.Arrivals.(model.Counted)
		switch {
		case s.Arrivals.Arrivals == nil || calls == 0:
		case counted:
			steady += float64(calls * SourceRate(s, 0, p.Until))
		default:
			laws, weights = append(laws, s.Arrivals.Arrivals), append(weights, calls)
		}
	}
	for t := range p.Types {
		calls := Calls(p, t, station)
		for i := range p.Types[t].Sources {
			source(&p.Types[t].Sources[i], calls)
		}
		for i := range p.Common {
			source(&p.Common[i], calls*Share(&p.Common[i], t))
		}
	}
	return func(at time.Duration) float64 {
		sum := steady
		for i, law := range laws {
			sum += float64(weights[i] * law.Mean(at))
		}
		return sum
	}
}

// JobCapacity is how many jobs of a type can be done per second: what the
// station serves that one attempt asks most of, over the calls that it makes
// there.
func JobCapacity(p *sim.Plan, jobType int) float64 {
	least := math.Inf(1)
	for i := range p.Stations {
		if n := Calls(p, jobType, i); n > 0 {
			least = min(least, Capacity(p, i)/n)
		}
	}
	return least
}
