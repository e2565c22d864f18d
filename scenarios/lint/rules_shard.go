package lint

import (
	"time"

	"retrysim/reports"
	"retrysim/scenarios/lint/estimate"
	"retrysim/sim/model"
)

// called are the stations that the calls of a type are aimed at, of a
// dependency in shards the first one.
func (c *planCase) called(t int) []int {
	var out []int
	for i := range c.p.Types[t].Steps {
		out = append(out, estimate.Called(&c.p.Types[t].Steps[i])...)
	}
	return out
}

// hints is the longest hint of a station, or of any shard from it on.
func (c *planCase) hints(first int) time.Duration {
	longest := time.Duration(0)
	for k := range max(1, c.p.Stations[first].Shard.Count) {
		longest = max(longest, estimate.Hints(c.p, first+k))
	}
	return longest
}

// shares reports whether a station gets only a part of the calls of the only
// type that calls it: the workers are not its own.
func (c *planCase) shares(i int) bool {
	for t := range c.p.Types {
		if n := estimate.Calls(c.p, t, i); n > 0 && n < 1 {
			return true
		}
	}
	return false
}

// cooler reports whether another shard of the same dependency gets more.
func (c *planCase) cooler(i int) bool {
	if c.p.Stations[i].Shard.Count <= 1 {
		return false
	}
	first, _ := c.p.Group(i)
	return estimate.Hottest(c.p, first) != i
}

// hotShard looks for a shard that cannot serve its part though all of them
// together could serve everything.
func hotShard(c *planCase) {
	for _, i := range estimate.Dependencies(c.p) {
		n := c.p.Stations[i].Shard.Count
		hot := estimate.Hottest(c.p, i)
		load, capacity := c.stationLoad(hot)
		all, most := estimate.GroupRate(c.p, i, 0, c.p.Until), estimate.GroupCapacity(c.p, i)
		if n <= 1 || load <= capacity || all > most {
			continue
		}
		c.say("dependencies."+c.p.Stations[i].Dependency()+".shards", "the %d shards could serve %s and %s arrive, but %s of that fall "+
			"on %s, which can serve %s: its backlog grows by %s without any fault, while the others have capacity to spare; an "+
			"even load, or more shards", n, reports.Rate(most), reports.Rate(all), reports.Rate(load), c.p.Stations[hot].Name,
			reports.Rate(capacity), reports.Rate(load-capacity))
	}
}

// keyOverLimit looks for a key that alone sends more than a limit lets through
// of each.
func keyOverLimit(c *planCase) {
	for _, i := range estimate.Dependencies(c.p) {
		l := &c.p.Stations[i].Limit
		if !l.On() || l.Key != model.LimitPerKey {
			continue
		}
		each := float64(l.Allow) / l.Per.Seconds()
		for t := range c.p.Types {
			typ := &c.p.Types[t]
			sent := estimate.Calls(c.p, t, i) * estimate.Rate(c.p, t, 0, c.p.Until) * estimate.BiggestKey(typ.Keys)
			if sent <= each {
				continue
			}
			c.say("dependencies."+c.p.Stations[i].Dependency()+".rate_limit", "the biggest key of %s sends %s in the mean and %s are let "+
				"through of each key: the rest is refused for ever, and retried; a higher limit, or fewer jobs of that key",
				typ.Name, reports.Rate(sent), reports.Rate(each))
		}
	}
}
