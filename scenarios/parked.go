package scenarios

import (
	"fmt"

	"retrysim/policies"
	"retrysim/sim/model"
)

// parked are the dead letters that are there when a run begins.
func (p *planner) parked(d *DeadLetters) {
	for i := range d.Parked {
		p.plan.Parked = append(p.plan.Parked, model.ParkedJobs{
			Type: p.f.Jobs.Index(d.Parked[i].Name), Jobs: int(d.Parked[i].Value), Class: policies.Timeout, Attempts: 1,
		})
	}
}

// checkParked sees that they are of a job type, so many, and have a place.
func (c *checker) checkParked() {
	d := &c.f.DeadLetters
	for i := range d.Parked {
		k := &d.Parked[i]
		switch {
		case c.f.Jobs.Index(k.Name) < 0:
			c.failKey(k.Src, fmt.Sprintf("unknown job type %q", shorten(k.Name)), hint(k.Name, c.f.Jobs.Names()))
		case k.Value < 1:
			c.fail(k.Src, "that many dead letters cannot be there", "write a whole number from 1 on")
		}
	}
	switch {
	case len(d.Parked) == 0:
	case d.InPlace:
		c.failKey(d.Src.get("parked"), "jobs that stay in place as failed leave no dead letters", "leave in_place out, or parked")
	case !d.Enabled:
		c.failKey(d.Src.get("parked"), "there is no dead-letter queue that could hold them", "leave enabled: false out, or parked")
	}
}
