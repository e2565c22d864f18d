package lint

import (
	"time"

	"retrysim/policies"
	"retrysim/scenarios/lint/estimate"
	"retrysim/sim/model"
)

// moment is a time of the run as a file gives it.
func moment(d time.Duration) string { return policies.FormatDuration(d) }

func neverComes(c *planCase) {
	for i := range c.p.Faults {
		if f := &c.p.Faults[i]; f.Start >= c.p.Horizon {
			c.say("timeline."+f.Name, "%s begins at %s and the run ends at %s at the latest: it never comes; an earlier time, or a later run.until "+
				"or run.horizon", f.Name, moment(f.Start), moment(c.p.Horizon))
		}
	}
	for i := range c.p.Actions {
		if a := &c.p.Actions[i]; !a.When.Set() && a.At >= c.p.Horizon {
			c.say("timeline."+a.Name, "%s is due at %s and the run ends at %s at the latest: it never comes; an earlier time, or a later run.until "+
				"or run.horizon", a.Name, moment(a.At), moment(c.p.Horizon))
		}
	}
}

func withoutEffect(c *planCase) {
	for i := range c.p.Faults {
		f := &c.p.Faults[i]
		what := ""
		switch f.Kind {
		case model.FaultError:
			if all := estimate.ErrorShare(f); all == 0 {
				what = "fails 0% of the calls"
			}
		case model.FaultHang, model.FaultResponseLost, model.FaultReset, model.FaultSlowBody, model.FaultDisconnect, model.FaultRush:
			if f.Share == 0 {
				what = "hits 0% of them"
			}
		case model.FaultLatency:
			if (!f.Latency.Set() || f.Latency.Mean() == 0) && (f.Multiply == 0 || f.Multiply == 1) && !f.Replace.Set() {
				what = "makes answers 0s later"
			}
		case model.FaultCapacity:
			if f.Factor == 1 {
				what = "leaves all of the speed"
			}
		}
		if what != "" {
			c.say("timeline."+f.Name, "%s %s: it changes nothing; give it a share, a time or a factor, or leave it out", f.Name, what)
		}
	}
}

func noCapacity(c *planCase) {
	for _, i := range estimate.Dependencies(c.p) {
		st := &c.p.Stations[i]
		if a := &st.Autoscale; st.Servers == 0 && !(a.On() && a.Max > 0) && !c.scaled(i) && st.Slot == 0 && !st.Leg.Set() {
			c.say("dependencies."+st.Dependency()+".servers", "no servers: %s serves nothing, and every call to it waits or is refused for the whole "+
				"run; servers: 1, or a fault for a time without", st.Dependency())
		}
	}
}

// scaled reports whether an operator ever gives a station another size.
func (c *planCase) scaled(station int) bool {
	for i := range c.p.Actions {
		if a := &c.p.Actions[i]; a.Kind == model.DoScale && a.Target == model.TargetStation && a.Scales(station) && a.Count > 0 {
			return true
		}
	}
	return false
}

func noArrivals(c *planCase) {
	for t := range c.p.Types {
		typ := &c.p.Types[t]
		if estimate.Jobs(c.p, t, 0, c.p.Until) == 0 && estimate.Clients(c.p, t) == 0 && c.p.ParkedJobs() == 0 {
			c.say("jobs."+typ.Name+".arrive", "no job of %s comes before arrivals end at %s, so nothing is seen of it; a rate above 0, or an earlier "+
				"burst", typ.Name, moment(c.p.Until))
		}
	}
}
