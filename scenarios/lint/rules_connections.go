package lint

import (
	"math"
	"time"

	"retrysim/reports"
	"retrysim/scenarios/lint/estimate"
	"retrysim/sim/model"
)

// shortest is the shortest time for which callers of a station wait whose work
// is not cancelled when they give up, and the type of job that waits so; 0 where
// nobody gives up.
func (c *planCase) shortest(station int) (patience time.Duration, jobType int) {
	for t := range c.p.Types {
		if p := c.patience(t); p > 0 && estimate.Calls(c.p, t, station) > 0 && !c.p.Types[t].Cancels && (patience == 0 || p < patience) {
			patience, jobType = p, t
		}
	}
	return patience, jobType
}

// sharedWithoutRoom asks whether too many calls at once can make each other
// time out. With n servers, n x patience / service of them are just done in
// time.
func sharedWithoutRoom(c *planCase) {
	for _, i := range estimate.Dependencies(c.p) {
		st := &c.p.Stations[i]
		patience, t := c.shortest(i)
		if st.Order != model.Shared || patience == 0 || !st.Service.Set() || st.MeanService() == 0 {
			continue
		}
		most := int(float64(st.Servers) * patience.Seconds() / st.MeanService().Seconds())
		n := c.p.Workers.Count
		if n != model.Unlimited && n <= most || st.Room != model.Unlimited && st.Servers+st.Room <= most {
			continue
		}
		c.say("dependencies."+st.Dependency()+".room", "all calls let in share the servers: with more than %d at once a mean call takes longer "+
			"than the %s of %s, so that hardly one is done in time, and each is retried; a room of at most %d", most,
			estimate.Text(patience), c.p.Types[t].Name, max(0, most-st.Servers))
	}
}

// reconnectStorm asks whether a dependency that can serve its load can also set
// up a connection for each call, as it must once they all time out.
func reconnectStorm(c *planCase) {
	for _, i := range estimate.Dependencies(c.p) {
		st := &c.p.Stations[i]
		load, rate := estimate.StationRate(c.p, i, 0, c.p.Until), st.Connections.SetupRate()
		if patience, _ := c.shortest(i); !st.Connections.On() || patience == 0 || load <= rate {
			continue
		}
		c.say("dependencies."+st.Dependency()+".connections", "a caller that gives up closes its connection: when all do, %s of first attempts "+
			"need a new one each and %s can be set up, so that the calls go on to time out when the cause is gone; at_once: %d, a "+
			"shorter setup, or on_timeout: cancelled", reports.Rate(load), reports.Rate(rate),
			int(math.Ceil(load*st.Connections.Setup.Mean().Seconds())))
	}
}

func backlogBeyondTimeout(c *planCase) {
	for _, i := range estimate.Dependencies(c.p) {
		n := &c.p.Stations[i].Connections
		patience, t := c.shortest(i)
		rate := n.SetupRate()
		if !n.On() || patience == 0 || n.Backlog == model.Unlimited || math.IsInf(rate, 1) {
			continue
		}
		if wait := estimate.Span(float64(n.Backlog) / rate * 1e9); wait > patience {
			c.say("dependencies."+c.p.Stations[i].Dependency()+".connections.backlog", "the last of %s waits %s for the acceptor, the client of %s "+
				"gives up after %s: it is set up for nobody; a backlog of at most %d", plural(n.Backlog, "set-up"), estimate.Text(wait),
				c.p.Types[t].Name, estimate.Text(patience), int(rate*patience.Seconds()))
		}
	}
}

func holdBeyondTimeout(c *planCase) {
	for _, i := range estimate.Dependencies(c.p) {
		l := &c.p.Stations[i].Limit
		patience, t := c.shortest(i)
		rate := l.PerSecond()
		if !l.Wait || patience == 0 || rate == 0 || math.IsInf(rate, 1) {
			continue
		}
		fits := int(rate * patience.Seconds())
		if l.Hold > 0 && l.Hold <= fits {
			continue
		}
		c.say("dependencies."+c.p.Stations[i].Dependency()+".rate_limit.hold", "calls over the limit wait for it, and the client of %s gives up "+
			"after %s: with more than %d that wait it lets only calls through whose callers are gone; hold: %d", c.p.Types[t].Name,
			estimate.Text(patience), fits, max(1, fits))
	}
}
