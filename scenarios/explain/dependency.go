package explain

import (
	"fmt"

	"retrysim/reports"
	"retrysim/scenarios/lint/estimate"
	"retrysim/sim/model"
)

// dependencies sets what each can serve against what comes.
func (e *explainer) dependencies() {
	e.title("What they call")
	for _, i := range estimate.Dependencies(e.p) {
		e.station(i)
	}
	e.routes()
}

func (e *explainer) station(i int) {
	st := &e.p.Stations[i]
	if st.Leg.Set() {
		e.say("%s is one row under optimistic concurrency: read, then write; a write fails when another came between. A message "+
			"takes %s in the mean.", st.Name, estimate.Text(st.Leg.Mean()))
		return
	}
	if st.Slot > 0 {
		e.say("%s is a channel with slots of %s, so it carries at most %s; calls that begin in one slot all fail. Where many send "+
			"at random, 1/e = 37 %% of the slots carry one at best.", st.Name, estimate.Text(st.Slot), reports.Rate(1/st.Slot.Seconds()))
		return
	}
	load, capacity := estimate.StationRate(e.p, i, 0, e.p.Until), estimate.Capacity(e.p, i)
	text := st.Name + ": " + servers(st) + limited(&st.Limit) + ". " + sentence(utilisation(load, capacity)+e.burstWords(i)) + " " + roomWords(st)
	if st.Shard.Count > 1 {
		text = e.sharded(i)
	}
	e.say("%s", text)
	for _, more := range []string{connectionWords(st), autoscaleWords(&st.Autoscale, "server", "call"), dropWords(st), e.expiredWords(i), codelWords(st), slowdownWords(st), coldWords(st)} {
		if more != "" {
			e.say("%s", more)
		}
	}
}

func servers(st *model.Station) string {
	each := "which answer at once"
	if st.Service.Set() {
		each = fmt.Sprintf("of %s a call in the mean", estimate.Text(st.MeanService()))
	}
	if st.Servers == model.Unlimited {
		return "servers without end, " + each
	}
	if st.Order == model.Shared {
		each += ", shared by all calls in service"
	}
	text := counted(st.Servers, "server", "servers")
	if st.Autoscale.On() {
		text += fmt.Sprintf(" at first and %d at the most,", st.Autoscale.Max)
	}
	return text + " " + each
}

func hintWords(l *model.RateLimit) string {
	switch {
	case l.UntilReset:
		if l.Kind != model.FixedWindow {
			return " with Retry-After until a call can pass again"
		}
		return " with Retry-After until the window ends"
	case l.RetryAfter > 0:
		return " with Retry-After " + estimate.Text(l.RetryAfter)
	}
	return " without Retry-After"
}

// utilisation is load and capacity in words.
func utilisation(load, capacity float64) string {
	if capacity > 1e18 {
		if load == 0 {
			return "nothing limits it"
		}
		return "nothing limits it; first attempts come at " + reports.Rate(load)
	}
	text := "it can serve " + reports.Rate(capacity)
	if load == 0 {
		return text
	}
	text += "; first attempts come at " + reports.Rate(load)
	if capacity > 0 {
		text += ", which is " + reports.Percent(load/capacity) + " of it"
	}
	return text
}

// burstWords says which calls of bursts come beside that load; "" for none.
func (e *explainer) burstWords(i int) string {
	w := estimate.BehindAt(e.p, i)
	if w.AtOnce <= 1 {
		return ""
	}
	return ", and " + about(w.AtOnce) + " calls come at once at " + at(w.BurstAt)
}

func roomWords(st *model.Station) string {
	var text string
	switch {
	case st.Servers == model.Unlimited:
		return ""
	case st.Order == model.Shared:
		text = sharedWords(st)
	case st.Room == model.Unlimited:
		text = "Calls that find no free server wait in a line without end."
	case st.Room == 0:
		text = fmt.Sprintf("A call that finds no free server %s.", fullWords(st))
	default:
		text = fmt.Sprintf("%s may wait%s; the next one %s.", counted(st.Room, "call", "calls"), lastWaits(st), fullWords(st))
	}
	text += orderWords(st)
	if st.RefusalCost > 0 {
		text += " Each refusal costs " + estimate.Text(st.RefusalCost) + " of a server."
	}
	return text
}

func lastWaits(st *model.Station) string {
	if st.Servers == 0 || !st.Service.Set() {
		return ""
	}
	wait := estimate.Span(float64(st.Room) / float64(st.Servers) * float64(st.MeanService()))
	return " (the last of them about " + estimate.Text(wait) + ")"
}

// limitWords says what a rate limit lets through.
func limitWords(l *model.RateLimit) string {
	text := fmt.Sprintf("%d calls per %s", l.Allow, estimate.Text(l.Per))
	switch l.Kind {
	case model.SlidingWindow:
		text = fmt.Sprintf("%d calls in any %s", l.Allow, estimate.Text(l.Per))
	case model.TokenBucket:
		text += fmt.Sprintf(", filled in continuously, and %d at once", l.Burst)
	case model.Concurrency:
		text = counted(l.Allow, "call", "calls") + " in it at once, waiting or in service"
	}
	return text + apartWords(l)
}

// fullWords says what befalls a call that finds no room.
func fullWords(st *model.Station) string {
	if st.Silent {
		return "is lost without an answer"
	}
	return fmt.Sprintf("is refused with %d at once", st.RefuseStatus)
}

// orderWords says which waiting call is next where it is not the oldest.
func orderWords(st *model.Station) string {
	switch {
	case st.Room == 0 || st.Order == model.FIFO || st.Order == model.Shared:
		return ""
	case st.Order == model.LIFO:
		return " The newest of them is served first."
	case st.Order == model.Fair:
		return " The keys of the jobs take turns."
	}
	return " The one of the highest priority is served first."
}
