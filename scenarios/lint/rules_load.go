package lint

import (
	"math"
	"slices"
	"time"

	"retrysim/policies"
	"retrysim/reports"
	"retrysim/scenarios/lint/estimate"
	"retrysim/sim/model"
)

// stationLoad is what arrives at a station and what it can serve, both in
// calls per second.
func (c *planCase) stationLoad(i int) (load, capacity float64) {
	return estimate.StationRate(c.p, i, 0, c.p.Until), estimate.Capacity(c.p, i)
}

func overload(c *planCase) {
	for _, i := range estimate.Dependencies(c.p) {
		load, capacity := estimate.GroupRate(c.p, i, 0, c.p.Until), estimate.GroupCapacity(c.p, i)
		if load <= capacity || load == 0 {
			continue
		}
		c.say("dependencies."+c.p.Stations[i].Dependency(), "%s of first attempts arrive and %s can be served: the backlog grows by "+
			"%s without any fault, and no policy can help; more capacity, or fewer jobs",
			reports.Rate(load), reports.Rate(capacity), reports.Rate(load-capacity))
	}
}

// calling is the mean rate of all jobs, and the mean time for which one of
// their attempts holds a worker.
func (c *planCase) calling() (rate float64, mean time.Duration) {
	held := 0.0
	for t := range c.p.Types {
		r := estimate.Rate(c.p, t, 0, c.p.Until)
		rate += r
		held += float64(r * estimate.Service(c.p, t).Seconds())
	}
	if rate > 0 {
		mean = estimate.Span(held / rate * float64(time.Second))
	}
	return rate, mean
}

func workersBelowLoad(c *planCase) {
	n := estimate.Workers(c.p)
	rate, mean := c.calling()
	if n == model.Unlimited || mean == 0 || c.leaving() {
		return
	}
	if most := float64(n) / mean.Seconds(); most < rate {
		c.say("workers.count", "at %s an attempt at most %s are done by %s, and %s arrive: the queue grows by %s without any "+
			"fault; %d workers are the least", estimate.Text(mean), reports.Rate(most), plural(n, "worker"), reports.Rate(rate),
			reports.Rate(rate-most), int(math.Ceil(rate*mean.Seconds())))
	}
}

// leaving reports whether jobs leave the queue by themselves, so that it does
// not grow without end.
func (c *planCase) leaving() bool {
	return slices.ContainsFunc(c.p.Types, func(t model.JobType) bool { return t.Patience.Set() })
}

// onlyCaller is the type whose attempts are one call, which can go to a
// station, -1 where there is none or several.
func (c *planCase) onlyCaller(station int) int {
	caller := -1
	for t := range c.p.Types {
		if estimate.Calls(c.p, t, station) == 0 {
			continue
		}
		if caller >= 0 || len(c.p.Types[t].Steps) != 1 {
			return -1
		}
		caller = t
	}
	return caller
}

func workersBelowCapacity(c *planCase) {
	n := estimate.Workers(c.p)
	for i := range c.p.Stations {
		st := &c.p.Stations[i]
		capacity := estimate.Capacity(c.p, i)
		if n == model.Unlimited || math.IsInf(capacity, 1) || !st.Service.Set() || c.onlyCaller(i) < 0 || c.shares(i) {
			continue
		}
		mean := st.MeanService().Seconds()
		if most := float64(n) / mean; most < capacity*(1-1e-9) {
			c.say("workers.count", "at most %s reach %s from %s, and it could serve %s: a backlog drains at the workers' pace; %d "+
				"workers would keep it busy", reports.Rate(most), st.Name, plural(n, "worker"), reports.Rate(capacity),
				int(math.Ceil(capacity*mean)))
		}
	}
}

func timeoutsAboveCapacity(c *planCase) {
	n := estimate.Workers(c.p)
	for i := range c.p.Stations {
		t := c.onlyCaller(i)
		capacity := estimate.Capacity(c.p, i)
		if t < 0 || n == model.Unlimited || c.p.Types[t].Cancels || math.IsInf(capacity, 1) || c.shares(i) {
			continue
		}
		patience := estimate.Patience(&c.p.Types[t], c.policy(t))
		if patience == 0 {
			continue
		}
		if most := float64(n) / patience.Seconds(); most > capacity*(1+1e-9) {
			c.say("workers.count", "when every call times out after %s, %s send %s again while %s serves %s and works on "+
				"abandoned calls: the overload can keep itself alive; at most %d workers, or on_timeout: cancelled",
				estimate.Text(patience), plural(n, "worker"), reports.Rate(most), c.p.Stations[i].Name, reports.Rate(capacity),
				int(capacity*patience.Seconds()))
		}
	}
}

// metastable asks what one type alone sends when all of its calls time out:
// every job makes all of its attempts. If that is more than the dependency can
// serve, and a waiting call can outlast its caller, the overload needs no cause
// any more. Last in, first out serves callers who are still there, and so does
// who drops what is hopeless: they are left alone.
func metastable(c *planCase) {
	for i := range c.p.Stations {
		t := c.onlyCaller(i)
		if t < 0 || c.cooler(i) {
			continue
		}
		load, capacity := c.stationLoad(i)
		w, patience := c.waitsOf(t), c.patience(t)
		wait, ends := fullRoomWait(&c.p.Stations[i])
		if c.p.Stations[i].Order == model.LIFO || c.p.Stations[i].Drop == model.DropHopeless || c.p.Types[t].Cancels || patience == 0 || load == 0 || load > capacity || ends && wait <= patience ||
			!c.policy(t).Retryable.Matches(policies.Timeout, 0) || c.p.Stations[i].Servers == model.Unlimited {
			continue
		}
		most, attempts := math.Inf(1), "attempts without end"
		if w.Limited {
			most, attempts = load*float64(w.Retries+1), plural(w.Retries+1, "attempt")
		}
		if n := estimate.Workers(c.p); n != model.Unlimited {
			most = min(most, float64(n)/patience.Seconds())
		}
		if most <= capacity {
			continue
		}
		sent := reports.Rate(most)
		if math.IsInf(most, 1) {
			sent = "more and more"
		}
		c.say(c.policyPath(t)+".max_attempts", "once calls of %s time out, each job makes its %s and %s arrive where %s are "+
			"served, for callers who are gone: after a short cut the overload stays though its cause is gone; on_timeout: "+
			"cancelled, a room of less than %s of work, or fewer attempts", c.p.Types[t].Name, attempts, sent,
			reports.Rate(capacity), estimate.Text(patience))
	}
}

// sleepHoldsWorkers counts the jobs of one full outage that sleep at once:
// arrivals times the shorter of the outage and all waits.
func sleepHoldsWorkers(c *planCase) {
	n := estimate.Workers(c.p)
	if !c.p.Queue.InWorker || n == model.Unlimited {
		return
	}
	for i := range c.p.Faults {
		f := &c.p.Faults[i]
		asleep := 0.0
		for t := range c.p.Types {
			if b := estimate.BlowOf(c.p, f, t, c.policy(t)); b.Share > 0 && c.policy(t).Retryable.Matches(b.Class, b.Status) {
				span := min(f.End-f.Start, c.waitsOf(t).Mean)
				asleep += b.Share * estimate.Jobs(c.p, t, f.Start, f.Start+span)
			}
		}
		if asleep > float64(n) {
			c.say("queue.wait_in", "the backoff sleeps in the worker: during %s about %s jobs want to sleep in %s, so the "+
				"rest waits untried behind them; wait_in: queue frees the workers, or %s of them",
				f.Name, reports.Count(math.Round(asleep)), plural(n, "worker"), reports.Count(math.Ceil(asleep)))
		}
	}
}

func noRoom(c *planCase) {
	for _, i := range estimate.Dependencies(c.p) {
		st := &c.p.Stations[i]
		if st.Room != 0 || st.Servers == model.Unlimited || st.Leg.Set() || st.Slot > 0 {
			continue
		}
		c.say("dependencies."+st.Dependency()+".room", "no room to wait: a call that finds all %s busy is refused with %d at once and "+
			"costs a retry, also on a healthy day%s; a room of %d would hold a second of its capacity",
			plural(st.Servers, "server"), st.RefuseStatus, c.blocked(i), int(math.Ceil(estimate.Capacity(c.p, i))))
	}
}

// blocked is the share of calls that a station without room refuses when calls
// arrive at random: Erlang's loss formula B(n) = a B(n-1) / (n + a B(n-1)), a
// = load x mean service.
func (c *planCase) blocked(i int) string {
	st := &c.p.Stations[i]
	load, _ := c.stationLoad(i)
	if load == 0 || !st.Service.Set() || st.Servers == 0 {
		return ""
	}
	a, b := load*st.MeanService().Seconds(), 1.0
	for n := 1; n <= st.Servers; n++ {
		b = a * b / (float64(n) + float64(a*b))
	}
	return ", about " + reports.Percent(b) + " of all calls"
}

func roomBelowBurst(c *planCase) {
	for _, b := range estimate.Bursts(c.p) {
		together := b.Jobs
		if n := c.p.Workers.Count; n != model.Unlimited {
			together = min(together, n)
		}
		first := &c.p.Types[b.Type].Steps[0]
		st := &c.p.Stations[first.Station]
		if len(first.Routes) > 0 || st.Shard.Count > 1 || st.Room <= 0 || st.Servers == model.Unlimited || together <= st.Room+st.Servers {
			continue
		}
		c.say("dependencies."+st.Dependency()+".room", "%d of the %d jobs of %s call at once; %s and a room of %d take %d, so about %d "+
			"are refused with %d and come back as retries; a room of %d holds them, or fewer workers", together, b.Jobs,
			b.Source, plural(st.Servers, "server"), st.Room, st.Room+st.Servers, together-st.Room-st.Servers, st.RefuseStatus,
			together-st.Servers)
	}
}

func queueBelowBurst(c *planCase) {
	room := c.p.Queue.Room
	if room == model.Unlimited || c.p.Workers.Count == model.Unlimited {
		return
	}
	for _, b := range estimate.Bursts(c.p) {
		if over := b.Jobs - room - c.p.Workers.Count; over > 0 {
			c.say("queue.room", "%s brings %d jobs at once; a room of %d and %s take %d: about %d are dropped and lost; a room "+
				"of %d holds them", b.Source, b.Jobs, room, plural(c.p.Workers.Count, "worker"), room+c.p.Workers.Count, over,
				b.Jobs-c.p.Workers.Count)
		}
	}
}

func refusalCost(c *planCase) {
	for _, i := range estimate.Dependencies(c.p) {
		st := &c.p.Stations[i]
		if st.RefusalCost > 0 && st.Servers == model.Unlimited {
			c.say("dependencies."+st.Dependency()+".refusal_cost", "a refusal costs %s of a server, but the servers are unlimited, so it "+
				"costs nothing; say how many servers there are", estimate.Text(st.RefusalCost))
		}
	}
}

func burstWaves(c *planCase) {
	for _, b := range estimate.Bursts(c.p) {
		capacity := estimate.JobCapacity(c.p, b.Type)
		longest := c.waitsOf(b.Type).Most
		if math.IsInf(capacity, 1) || capacity == 0 || longest == 0 || float64(b.Jobs) <= capacity*longest.Seconds() {
			continue
		}
		need := estimate.Span(float64(b.Jobs) / capacity * float64(time.Second))
		c.say(c.policyPath(b.Type)+".cap", "the %d jobs of %s need %s at %s, and the longest wait is %s: whoever "+
			"is refused is back before the others are served, wave after wave, each costing an attempt; waits of up to %s, "+
			"or more room at the dependency", b.Jobs, b.Source, estimate.Text(need), reports.Rate(capacity),
			estimate.Text(longest), estimate.Text(need))
	}
}
