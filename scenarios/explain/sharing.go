package explain

import (
	"fmt"
	"math"

	"retrysim/reports"
	"retrysim/scenarios/lint/estimate"
	"retrysim/sim/model"
)

// sharedWords says how calls share the servers, and how many may.
func sharedWords(st *model.Station) string {
	text := fmt.Sprintf("No call waits: all are in service at once, and with more than %s each works the slower.",
		counted(st.Servers, "call", "calls"))
	if st.Room == model.Unlimited {
		return text + " Any number is let in."
	}
	most := st.Servers + st.Room
	text += fmt.Sprintf(" %s let in at once", counted(most, "call is", "calls are"))
	if st.Servers > 0 && st.Service.Set() {
		slowest := estimate.Span(float64(most) / float64(st.Servers) * float64(st.MeanService()))
		text += fmt.Sprintf(" (a mean call among them takes %s)", estimate.Text(slowest))
	}
	return text + fmt.Sprintf("; the next one %s.", fullWords(st))
}

// overWords says what becomes of calls over a limit.
func overWords(l *model.RateLimit) string {
	answered := fmt.Sprintf("answered %d%s", l.Status, hintWords(l))
	switch {
	case !l.Wait:
		return "the others " + answered
	case l.Hold == 0:
		return "for which the others wait"
	}
	return fmt.Sprintf("for which %s may wait (the last of them %s), the others %s", counted(l.Hold, "other", "others"),
		estimate.Text(estimate.Span(float64(l.Hold)/l.PerSecond()*1e9)), answered)
}

// connectionWords says what a call needs before it gets to the station.
func connectionWords(st *model.Station) string {
	c := &st.Connections
	if !c.On() {
		return ""
	}
	text := "A call needs a connection, and uses an idle one where there is one. "
	if c.Most == model.Unlimited {
		text += "Any number may be open."
	} else {
		text += fmt.Sprintf("At most %s open; when all are in use a call waits for one", counted(c.Most, "is", "are"))
		if c.Wait > 0 {
			text += ", for " + estimate.Text(c.Wait) + " at most, then it fails without a call"
		}
		text += "."
	}
	text += " A new one takes " + estimate.Text(c.Setup.Mean())
	if c.AtOnce == model.Unlimited {
		text += ", however many are set up at once."
	} else {
		text += fmt.Sprintf(", %d at a time", c.AtOnce)
		if rate := c.SetupRate(); !math.IsInf(rate, 1) {
			text += ": " + reports.Rate(rate) + " can be set up"
		}
		text += "; " + backlogWords(c)
	}
	text += " It is closed when its caller gives up or it is reset"
	if c.Idle > 0 {
		text += ", and when idle for " + estimate.Text(c.Idle)
	}
	return text + "."
}

func backlogWords(c *model.Connections) string {
	switch c.Backlog {
	case model.Unlimited:
		return "any number of set-ups may wait."
	case 0:
		return "no further set-up may wait, it is refused."
	}
	return fmt.Sprintf("%d set-ups may wait, the next one is refused.", c.Backlog)
}
