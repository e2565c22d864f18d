package estimate

import (
	"time"

	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/model"
)

// Called are the stations that a step's call can be aimed at, of a dependency
// in shards the first one.
func Called(s *model.Step) []int {
	if len(s.Routes) == 0 {
		return []int{s.Station}
	}
	var out []int
	for _, r := range s.Routes {
		if r.Weight > 0 {
			out = append(out, r.Station)
		}
	}
	return out
}

// Reached are the stations that a step's call can go to.
func Reached(p *sim.Plan, s *model.Step) []int {
	var out []int
	for _, first := range Called(s) {
		for k := range max(1, p.Stations[first].Shard.Count) {
			if p.Goes(s, first+k) > 0 {
				out = append(out, first+k)
			}
		}
	}
	return out
}

// Dependencies are the stations of a plan, of those in shards the first ones.
func Dependencies(p *sim.Plan) []int {
	var out []int
	for i := range p.Stations {
		if p.Stations[i].Shard.Number <= 1 {
			out = append(out, i)
		}
	}
	return out
}

// hitBy is the number of stations from f.Station on that a fault hits.
func hitBy(f *model.Fault) int { return max(1, f.Shards) }

// Struck is how many calls one attempt of a job type makes to what a fault is
// aimed at.
func Struck(p *sim.Plan, jobType int, f *model.Fault) float64 {
	sum := 0.0
	for k := range hitBy(f) {
		sum += Calls(p, jobType, f.Station+k)
	}
	return sum
}

// StruckCapacity is what the stations that a fault is aimed at can serve
// together without it, in calls per second.
func StruckCapacity(p *sim.Plan, f *model.Fault) float64 {
	sum := 0.0
	for k := range hitBy(f) {
		sum += Capacity(p, f.Station+k)
	}
	return sum
}

// GroupRate and GroupCapacity are the load and the capacity of a dependency by
// its first station, all of its shards together.
func GroupRate(p *sim.Plan, first int, from, to time.Duration) float64 {
	sum := 0.0
	for k := range max(1, p.Stations[first].Shard.Count) {
		sum += StationRate(p, first+k, from, to)
	}
	return sum
}

// GroupCapacity: see GroupRate.
func GroupCapacity(p *sim.Plan, first int) float64 {
	sum := 0.0
	for k := range max(1, p.Stations[first].Shard.Count) {
		sum += Capacity(p, first+k)
	}
	return sum
}

// Hottest is the shard of a dependency that gets the most, the first of them
// where several do.
func Hottest(p *sim.Plan, first int) int {
	hot := first
	for i := first; i < first+p.Stations[first].Shard.Count; i++ {
		if p.Stations[i].Shard.Load > p.Stations[hot].Shard.Load {
			hot = i
		}
	}
	return hot
}

// BiggestKey is the share of a type's jobs that its first key has.
func BiggestKey(k model.Keys) float64 {
	switch {
	case k.Count <= 1:
		return 1
	case k.Skew == 0:
		return 1 / float64(k.Count)
	}
	return chance.NewZipf(k.Count, k.Skew).Chance(0)
}

// Over is the rate of the calls at a station, of first attempts, that a limit
// refuses because they come faster than it allows; clients that it counts
// apart are left aside.
func Over(p *sim.Plan, station int, l *model.RateLimit, from, to time.Duration) float64 {
	if !l.On() || l.Kind == model.Concurrency || l.Key == model.LimitPerClient {
		return 0
	}
	each := float64(l.Allow) / l.Per.Seconds()
	if l.Key == model.LimitAll {
		return max(0, StationRate(p, station, from, to)-each)
	}
	sum := 0.0
	for t := range p.Types {
		rate := Calls(p, t, station) * Rate(p, t, from, to)
		if keys := p.Types[t].Keys; l.Key == model.LimitPerKey && keys.Count > 1 {
			law := chance.NewZipf(keys.Count, keys.Skew)
			for k := range keys.Count {
				over := float64(rate*law.Chance(k)) - each
				if over <= 0 {
					break // the others have less
				}
				sum += over
			}
			continue
		}
		sum += max(0, rate-each)
	}
	return sum
}
