package model

import (
	"math"
	"time"
)

// Capacity is the most that the station can serve under c, in calls per
// second: the least of the rate limit and what its servers do at full speed,
// warm, with as many calls in service as serve it best; +Inf when nothing
// binds. A channel carries a call a slot. A refused or cut station serves nothing.
func (s *Station) Capacity(c *Condition) float64 { return s.ColdCapacity(c, 1) }

// ColdCapacity is Capacity where every service takes cold times as long as when
// warm.
func (s *Station) ColdCapacity(c *Condition, cold float64) float64 {
	if c.Refuse || c.Cut {
		return 0
	}
	limit := &s.Limit
	if c.LimitSet {
		limit = &c.Limit
	}
	most := limit.PerSecond()
	if s.Slot > 0 {
		return min(most, 1/s.Slot.Seconds())
	}
	if !s.Service.Set() || s.Service.Mean() == 0 {
		return most
	}
	mean := s.MeanService().Seconds()
	n := math.Inf(1)
	if c.Servers != Unlimited {
		n = float64(c.Servers)
	}
	if limit.Kind == Concurrency {
		n = min(n, float64(limit.Allow))
	}
	if n = s.Slowdown.best(n); math.IsInf(n, 1) {
		return most
	}
	return min(most, float64(n*c.Speed)/(mean*cold))
}

// MeanService is how long a call is served in the mean, its job's size
// included; 0 without a law.
func (s *Station) MeanService() time.Duration {
	if !s.Service.Set() {
		return 0
	}
	mean := s.Service.Mean()
	if s.MeanSize == 0 {
		return mean
	}
	return time.Duration(min(float64(mean)*s.MeanSize, math.MaxInt64/2))
}
