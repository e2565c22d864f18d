package lint

import (
	"time"

	"retrysim/scenarios/lint/estimate"
	"retrysim/sim/model"
)

func deadLettersOff(c *planCase) {
	d := &c.p.Dead
	if !d.Enabled && !d.InPlace {
		c.say("dead_letters.enabled", "there is no dead-letter queue: a job that used up its attempts, or failed for good, is "+
			"dropped with a log line and counts as lost; enabled: true parks it")
	}
}

func dedupeOff(c *planCase) {
	d := &c.p.Dead
	if !d.Enabled || d.Dedupe || !c.replays() {
		return
	}
	c.say("dead_letters.dedupe", "a replayed job that fails again leaves a second record, and a replay of both runs it twice; "+
		"dedupe: true raises occurrences of the first record instead")
}

// replays reports whether an operator replays dead letters.
func (c *planCase) replays() bool {
	for i := range c.p.Actions {
		if c.p.Actions[i].Kind == model.DoReplay {
			return true
		}
	}
	return false
}

// firstDead is when the first job can be dead: when the first fault begins, 0s
// without one.
func (c *planCase) firstDead() time.Duration {
	if len(c.p.Faults) == 0 {
		return 0
	}
	first := c.p.Faults[0].Start
	for i := range c.p.Faults {
		first = min(first, c.p.Faults[i].Start)
	}
	return first
}

func keepBelowReplay(c *planCase) {
	d := &c.p.Dead
	for i := range c.p.Actions {
		a := &c.p.Actions[i]
		if !d.Enabled || a.Kind != model.DoReplay || d.Keep == 0 || a.At <= d.Keep {
			continue
		}
		if age := a.At - c.firstDead(); age > d.Keep {
			c.say("dead_letters.keep", "%s comes %s after the first fault begins and a record is kept for %s: those of the first "+
				"%s are gone by then, and lost; keep them for more than %s", a.Name, estimate.Text(age), estimate.Text(d.Keep),
				estimate.Text(age-d.Keep), estimate.Text(age))
		}
	}
}
