package sim

import (
	"retrysim/sim/chance"
	"retrysim/sim/model"
)

// setRoutes finds out whether any call has a choice at all.
func (w *world) setRoutes() {
	for t := range w.plan.Types {
		for i := range w.plan.Types[t].Steps {
			w.routed = w.routed || len(w.plan.Types[t].Steps[i].Routes) > 0
		}
	}
	for i := range w.plan.Stations {
		w.routed = w.routed || w.plan.Stations[i].Shard.Count > 1
	}
}

// route says which station the call of the attempt's present step goes to.
func (w *world) route(j *job, a *attempt) {
	s := &w.typeOf(j).Steps[a.step]
	if !w.routed {
		a.station = uint8(s.Station)
		return
	}
	a.station = uint8(w.shard(j, w.pickRoute(j, a, s)))
}

// pickRoute draws one of a step's routes by weight.
func (w *world) pickRoute(j *job, a *attempt, s *model.Step) int {
	if len(s.Routes) == 0 {
		return s.Station
	}
	copy := uint32(a.step) + 1 // 0 draws the job's type
	var u float64
	switch s.RouteBy {
	case model.RouteByKey:
		u = w.stream(chance.Shard, uint64(j.key), 0, copy).Float64()
	case model.RouteByAttempt:
		u = w.stream(chance.Route, j.id, a.number, copy).Float64()
	default:
		u = w.stream(chance.Route, j.id, 0, copy).Float64()
	}
	sum := 0.0
	for _, r := range s.Routes {
		sum += r.Weight
	}
	last := 0
	for i, r := range s.Routes {
		if r.Weight == 0 {
			continue
		}
		if last = i; u*sum < r.Weight {
			break
		}
		u -= r.Weight / sum
	}
	return s.Routes[last].Station
}

// byShard keeps the draws of shards by job apart from those of routes.
const byShard = 1 << 16

// shard is the station that the job's key falls on, where a dependency is in
// shards; first is the first of them.
func (w *world) shard(j *job, first int) int {
	n := w.plan.Stations[first].Shard.Count
	if n <= 1 {
		return first
	}
	s := w.stream(chance.Shard, uint64(j.key), uint32(first), byShard)
	if w.typeOf(j).Keys.Count <= 1 {
		s = w.stream(chance.Route, j.id, uint32(first), byShard)
	}
	u := s.Float64()
	for i := first; i < first+n-1; i++ {
		if u -= w.plan.Stations[i].Shard.Load; u < 0 {
			return i
		}
	}
	return first + n - 1
}

// Goes is the chance of a step's call to go to a station.
func (p *Plan) Goes(s *model.Step, station int) float64 {
	if len(s.Routes) == 0 {
		return p.falls(s.Station, station)
	}
	sum := 0.0
	for i, share := range s.Shares() {
		sum += float64(share * p.falls(s.Routes[i].Station, station))
	}
	return sum
}

// falls is the chance of a call to a dependency to fall on a station.
func (p *Plan) falls(first, station int) float64 {
	n := max(1, p.Stations[first].Shard.Count)
	switch {
	case station < first || station >= first+n:
		return 0
	case n == 1:
		return 1
	}
	return p.Stations[station].Shard.Load
}

// Group is the dependency that a station belongs to: its first station, and how
// many there are, more than one where it is in shards.
func (p *Plan) Group(station int) (first, n int) {
	if s := &p.Stations[station].Shard; s.Count > 1 {
		return station - s.Number + 1, s.Count
	}
	return station, 1
}

// TargetName is the name of what a fault, an action or a condition is aimed at:
// a station, or the dependency whose shards all are.
func (p *Plan) TargetName(station, shards int) string {
	if shards > 1 {
		return p.Stations[station].Shard.Of
	}
	return p.Stations[station].Name
}
