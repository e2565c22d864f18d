package lint

import (
	"math"

	"retrysim/reports"
	"retrysim/scenarios/lint/estimate"
	"retrysim/sim/model"
)

// impatient counts the job types that call a station: all, and those whose
// callers give up on a call at some time.
func (c *planCase) impatient(station int) (callers, timed int) {
	for t := range c.p.Types {
		if estimate.Calls(c.p, t, station) == 0 {
			continue
		}
		callers++
		if c.patience(t) > 0 {
			timed++
		}
	}
	return callers, timed
}

func dropWithoutTimeout(c *planCase) {
	for _, i := range estimate.Dependencies(c.p) {
		st := &c.p.Stations[i]
		if callers, timed := c.impatient(i); st.Drop != model.DropNone && callers > 0 && timed == 0 {
			c.say("dependencies."+st.Dependency()+".drop", "no caller of %s ever gives up, so no waiting call is %s and none is dropped; "+
				"timeout: 5s for the job types", st.Dependency(), st.Drop)
		}
	}
}

func silentWithoutTimeout(c *planCase) {
	for _, i := range estimate.Dependencies(c.p) {
		st := &c.p.Stations[i]
		if callers, timed := c.impatient(i); st.Silent && st.Room != model.Unlimited && timed < callers {
			c.say("dependencies."+st.Dependency()+".when_full", "a call that finds no room in %s is lost without an answer, and its caller "+
				"waits for ever; timeout: 5s for the job types", st.Dependency())
		}
	}
}

// congestionCollapse asks whether as many calls as there can be at once are
// served more slowly than fewer would be.
func congestionCollapse(c *planCase) {
	for _, i := range estimate.Dependencies(c.p) {
		st := &c.p.Stations[i]
		s := &st.Slowdown
		if !s.On() || s.PerCall*float64(s.From) <= 1 || st.Limit.Kind == model.Concurrency && st.Limit.Allow <= s.From {
			continue
		}
		most := math.Inf(1)
		if st.Servers != model.Unlimited {
			most = float64(st.Servers)
		}
		if n := estimate.Workers(c.p); n != model.Unlimited {
			most = min(most, float64(n))
		}
		if most <= float64(s.From) || !st.Service.Set() {
			continue
		}
		one := 1 / st.MeanService().Seconds()
		left := one / s.PerCall // with calls without end
		if !math.IsInf(most, 1) {
			left = one * most / s.Factor(int(most))
		}
		c.say("dependencies."+st.Dependency()+".slowdown", "%s serves %s with %s in service and only %s with all that can come: an overload "+
			"keeps itself alive; servers: %d, or a rate_limit by concurrency", st.Dependency(), reports.Rate(one*float64(s.From)),
			plural(s.From, "call"), reports.Rate(left), s.From)
	}
}
