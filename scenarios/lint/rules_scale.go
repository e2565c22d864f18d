package lint

import (
	"math"
	"time"

	"retrysim/policies"
	"retrysim/scenarios/lint/estimate"
	"retrysim/sim/model"
)

// autoscalers calls f for each autoscaler, with its path.
func (c *planCase) autoscalers(f func(path string, a *model.Autoscale)) {
	if a := &c.p.Workers.Autoscale; a.On() {
		f("workers.autoscale", a)
	}
	for _, i := range estimate.Dependencies(c.p) {
		if a := &c.p.Stations[i].Autoscale; a.On() {
			f("dependencies."+c.p.Stations[i].Dependency()+".autoscale", a)
		}
	}
}

// startingNotCounted counts the looks that come before what the first one has
// started is there.
func startingNotCounted(c *planCase) {
	c.autoscalers(func(path string, a *model.Autoscale) {
		if looks := int(math.Ceil(float64(a.Delay) / float64(a.Every))); a.IgnoreStarting && looks > 1 {
			c.say(path+".counts_starting", "a new one takes %s to start and is not counted until then, and a look comes every %s: "+
				"each wish is fulfilled %d times over; counts_starting: true, or a look every %s", estimate.Text(a.Delay),
				estimate.Text(a.Every), looks, estimate.Text(a.Delay))
		}
	})
}

// coolDownBelowStart looks at what stops sooner than it starts: it is gone when
// the retries that follow an outage want it.
func coolDownBelowStart(c *planCase) {
	c.autoscalers(func(path string, a *model.Autoscale) {
		if a.Delay > 0 && a.CoolDown < a.Delay && a.Max > a.Min {
			had := "no cool_down"
			if a.CoolDown > 0 {
				had = "a cool_down of " + estimate.Text(a.CoolDown)
			}
			c.say(path+".cool_down", "a new one takes %s to start, and with %s it stops at the first look that can do without it: when "+
				"load comes and goes faster than that it is never there in time; a cool_down of %s or more", estimate.Text(a.Delay),
				had, estimate.Text(a.Delay))
		}
	})
}

// restartCuts looks at restarts that leave no time for a mean attempt.
func restartCuts(c *planCase) {
	for i := range c.p.Actions {
		a := &c.p.Actions[i]
		if a.Kind != model.DoRestart {
			continue
		}
		for t := range c.p.Types {
			run := estimate.Service(c.p, t)
			if patience := c.patience(t); patience > 0 {
				run = min(run, patience)
			}
			if a.Restart.Grace >= run || run == 0 || c.lockedForever(t) && !a.Restart.Requeue {
				continue // lock-forever tells the worst of it
			}
			c.say("timeline."+a.Name+".grace", "an attempt of %s takes %s in the mean and a worker that restarts is killed after %s: %s; "+
				"a grace of %s or more", c.p.Types[t].Name, estimate.Text(run), estimate.Text(a.Restart.Grace),
				cutWords(a, c.p.Workers.Lock), estimate.Text(max(run, c.patience(t))))
		}
	}
}

// cutWords says what becomes of a job in the hands of a worker that is killed.
func cutWords(a *model.Action, lock time.Duration) string {
	if a.Restart.Requeue {
		return "most jobs in hand are cut, and done again from the start"
	}
	return "most jobs in hand are cut, and nobody touches them before the end of their lock of " + estimate.Text(lock)
}

// lockedForever reports whether nobody sees a job of a type again whose worker
// died.
func (c *planCase) lockedForever(t int) bool {
	return c.p.Workers.Lock == 0 && c.policy(t).Anchor != policies.AnchorTaken
}

// kills lists what lets workers die with what they hold.
func (c *planCase) kills() []string {
	var names []string
	for i := range c.p.Faults {
		if f := &c.p.Faults[i]; f.Kind == model.FaultCrash || f.Kind == model.FaultPoison {
			names = append(names, f.Name)
		}
	}
	for i := range c.p.Actions {
		if a := &c.p.Actions[i]; a.Kind == model.DoRestart && !a.Restart.Requeue && a.Restart.Grace < c.longestRun() {
			names = append(names, a.Name)
		}
	}
	return names
}

// longestRun is the longest that an attempt can take: its patience, or without
// end.
func (c *planCase) longestRun() time.Duration {
	longest := time.Duration(0)
	for t := range c.p.Types {
		if c.patience(t) == 0 {
			return math.MaxInt64
		}
		longest = max(longest, c.patience(t))
	}
	return longest
}
