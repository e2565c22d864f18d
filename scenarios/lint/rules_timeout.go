package lint

import (
	"math"
	"time"

	"retrysim/policies"
	"retrysim/reports"
	"retrysim/scenarios/lint/estimate"
	"retrysim/sim/model"
)

// patience is how long the caller of a type waits; 0 is for ever.
func (c *planCase) patience(t int) time.Duration {
	return estimate.Patience(&c.p.Types[t], c.policy(t))
}

// timeoutPath is where the timeout of a type is, or should be.
func (c *planCase) timeoutPath(t int) string {
	if p := c.policy(t); p.NoTimeout || p.Timeout > 0 {
		return c.policyPath(t) + ".timeout"
	}
	return "jobs." + c.p.Types[t].Name + ".timeout"
}

// leavesUnanswered reports whether a fault leaves calls of a type without an
// answer for ever.
func (c *planCase) leavesUnanswered(f *model.Fault, t int) bool {
	if f.Target != model.TargetStation || estimate.Struck(c.p, t, f) == 0 || f.End <= f.Start {
		return false
	}
	switch f.Kind {
	case model.FaultHang, model.FaultResponseLost:
		return f.Share > 0
	case model.FaultCut:
		return f.Loses
	}
	return false
}

func unanswered(c *planCase) {
	for t := range c.p.Types {
		if c.patience(t) > 0 {
			continue
		}
		for i := range c.p.Faults {
			f := &c.p.Faults[i]
			if !c.leavesUnanswered(f, t) {
				continue
			}
			share := f.Share
			if f.Kind == model.FaultCut {
				share = 1
			}
			then := "each is unfinished at the horizon and holds its worker until then"
			if c.locked(t) {
				then = "each holds its worker for ever, and after the lock of " + estimate.Text(c.p.Workers.Lock) +
					" another worker runs the job too"
			}
			c.say(c.timeoutPath(t), "%s leaves calls of %s without an answer (%s of those that are sent meanwhile, about %s), "+
				"and nothing times out: %s; set a timeout", f.Name, c.p.Types[t].Name, reports.Percent(share),
				reports.Count(math.Round(share*estimate.Jobs(c.p, t, f.Start, f.End))), then)
		}
	}
}

// locked reports whether a lock of the workers ends while an attempt of a type
// may go on.
func (c *planCase) locked(t int) bool {
	return c.p.Workers.Lock > 0 && !c.p.Workers.Renew && !c.p.Workers.AckAtStart && c.policy(t).Anchor != policies.AnchorTaken
}

func noTimeout(c *planCase) {
	for t := range c.p.Types {
		if c.patience(t) > 0 {
			continue
		}
		usual := ""
		if mean := estimate.Service(c.p, t); mean > 0 {
			usual = " (the mean is " + estimate.Text(mean) + ")"
		}
		c.say(c.timeoutPath(t), "an attempt of %s has no timeout: one answer that never comes holds a worker for ever and its "+
			"job is never retried; set one above the slowest good answer%s", c.p.Types[t].Name, usual)
	}
}

func timeoutBelowService(c *planCase) {
	for t := range c.p.Types {
		patience, mean := c.patience(t), estimate.Service(c.p, t)
		if patience > 0 && patience < mean {
			c.say(c.timeoutPath(t), "the client of %s gives up after %s and a served attempt takes %s in the mean: most calls "+
				"are abandoned on a healthy day and retried; set it to several times the mean", c.p.Types[t].Name,
				estimate.Text(patience), estimate.Text(mean))
		}
	}
}

func roomBeyondTimeout(c *planCase) {
	for t := range c.p.Types {
		patience := c.patience(t)
		for _, i := range c.called(t) {
			st := &c.p.Stations[i]
			wait, ok := fullRoomWait(st)
			if patience == 0 || !ok || c.p.Types[t].Cancels || wait <= patience {
				continue
			}
			fits := int(float64(st.Servers) / st.MeanService().Seconds() * patience.Seconds())
			c.say("dependencies."+st.Dependency()+".room", "the last of %d waiting calls waits %s, the client of %s gives up after %s: "+
				"a full room is served for callers who are gone, and each of them retries; a room of at most %d", st.Room,
				estimate.Text(wait), c.p.Types[t].Name, estimate.Text(patience), fits)
		}
	}
}

// fullRoomWait is how long the last call of a full room waits; ok is false
// where the room has no end or no servers, or no call waits.
func fullRoomWait(st *model.Station) (time.Duration, bool) {
	if st.Room == model.Unlimited || st.Order == model.Shared || st.Servers <= 0 || !st.Service.Set() {
		return 0, false
	}
	return estimate.Span(float64(st.Room) / float64(st.Servers) * float64(st.MeanService())), true
}
