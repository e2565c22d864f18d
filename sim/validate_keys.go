package sim

import (
	"math"

	"retrysim/sim/model"
)

// validateKeys reports keys, shards and turns that no run could play.
func (p *Plan) validateKeys(no func(bad bool, format string, args ...any)) {
	n, most := p.totalKeys(), p.Queue.MostPerKey
	no(n > model.MaxKeys, "%d keys in all, want at most %d", n, model.MaxKeys)
	no(p.Queue.Order > model.Fair, "the queue has order %d, unknown", p.Queue.Order)
	no(most < 0 || most > math.MaxInt32, "%d jobs of a key in hand at most, want 0 for no limit, or more", most)
	no(most > 0 && p.Queue.Order != model.FIFO && p.Queue.Order != model.Fair,
		"%d jobs of a key in hand at most goes with first in, first out and with keys in turn only", most)
	for i := range p.Stations {
		no(!p.shardInPlace(i), "dependency %s is no shard that stands among the others of %s, with loads that add up to 1",
			p.Stations[i].Name, p.Stations[i].Shard.Of)
	}
}

// shardInPlace reports whether a station's shards stand side by side, each with
// its load.
func (p *Plan) shardInPlace(i int) bool {
	s := &p.Stations[i].Shard
	if s.Count == 0 {
		return *s == model.Shard{}
	}
	first := i - s.Number + 1
	if s.Number < 1 || s.Number > s.Count || first < 0 || first+s.Count > len(p.Stations) {
		return false
	}
	sum := 0.0
	for k := range s.Count {
		other := &p.Stations[first+k].Shard
		if other.Of != s.Of || other.Count != s.Count || other.Number != k+1 || !(other.Load >= 0) {
			return false
		}
		sum += other.Load
	}
	return math.Abs(sum-1) < 1e-6
}

// hasStations reports whether so many stations from one on exist; 0 is one.
func (p *Plan) hasStations(first, shards int) bool {
	return first >= 0 && shards >= 0 && first+max(1, shards) <= len(p.Stations)
}

// hasRoutes reports whether the stations exist that a step may call. A call to
// a dependency in shards is aimed at the first of them.
func (p *Plan) hasRoutes(s *model.Step) bool {
	called := func(i int) bool { return p.hasStations(i, 1) && p.Stations[i].Shard.Number <= 1 }
	for _, r := range s.Routes {
		if !called(r.Station) {
			return false
		}
	}
	return len(s.Routes) > 0 || called(s.Station)
}
