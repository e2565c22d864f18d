package explain

import (
	"fmt"
	"math"
	"time"

	"retrysim/policies"
	"retrysim/reports"
	"retrysim/scenarios/lint/estimate"
	"retrysim/sim/model"
)

// dropWords says which waiting calls are dropped.
func dropWords(st *model.Station) string {
	switch st.Drop {
	case model.DropExpired:
		return "A call whose caller has given up is dropped when its turn comes, instead of being served in vain."
	case model.DropHopeless:
		return fmt.Sprintf("A call is dropped when its turn comes, instead of being served, where its caller has given up or would give up "+
			"before a mean service ends; a caller that still waits is answered %d.", st.RefuseStatus)
	}
	return ""
}

// expiredWords says what dropping only what has expired does in an overload
// that retries keep alive: the call whose turn comes is the oldest that has not
// expired, so that its caller waits no longer than until the next one came.
func (e *explainer) expiredWords(i int) string {
	st := &e.p.Stations[i]
	if st.Drop != model.DropExpired || st.Order != model.FIFO || !e.outlasts(i) {
		return ""
	}
	text := "When calls wait as long as their callers, the one whose turn comes has a caller who is about to give up: it has the time " +
		"between two calls left, which is less than a service. "
	if st.Service.Distribution.CV2() == 0 && e.steady() {
		return text + "Service and arrivals are the same at all times, so hardly a call is answered in time, for as long as calls and " +
			"retries are more than can be served: dropping what has expired is not enough. Dropping what is hopeless, too, is."
	}
	return text + "Most calls are still served in vain. Only chance ends that, short services or a lull in the arrivals: the more " +
		"there is of both the sooner. Dropping what is hopeless, too, ends it at once."
}

// outlasts reports whether a station's line can become older than its callers'
// patience, and stay so because the calls and all their retries on timeouts are
// more than it can serve.
func (e *explainer) outlasts(station int) bool {
	sent, capacity := 0.0, estimate.Capacity(e.p, station)
	for t := range e.p.Types {
		typ, policy := &e.p.Types[t], e.p.Policies[e.p.Types[t].Policy].Policy
		calls := estimate.Calls(e.p, t, station)
		patience := estimate.Patience(typ, policy)
		if calls == 0 || typ.Cancels || patience == 0 || lineAge(&e.p.Stations[station]) <= patience || !policy.Retryable.Matches(policies.Timeout, 0) {
			continue
		}
		n, limited := policy.Retries()
		if !limited {
			return true
		}
		sent += calls * estimate.Rate(e.p, t, 0, e.p.Until) * float64(n+1)
	}
	return sent > capacity
}

// lineAge is about how old the last call of a full line is when it is served,
// by a warm server.
func lineAge(st *model.Station) time.Duration {
	if st.Room == model.Unlimited {
		return math.MaxInt64
	}
	return estimate.Span(float64(st.Room) / float64(max(1, st.Servers)) * float64(st.MeanService()))
}

// steady reports whether all arrivals are evenly spaced.
func (e *explainer) steady() bool {
	even := func(sources []model.Source) bool {
		for i := range sources {
			if _, ok := sources[i].Arrivals.Arrivals.(model.Steady); !ok {
				return false
			}
		}
		return true
	}
	for t := range e.p.Types {
		if !even(e.p.Types[t].Sources) {
			return false
		}
	}
	return even(e.p.Common)
}

// codelWords says when CoDel refuses calls.
func codelWords(st *model.Station) string {
	c := &st.CoDel
	if !c.On() {
		return ""
	}
	return fmt.Sprintf("When calls have waited more than %s for a whole %s, the one whose turn has come is answered %d instead, the next "+
		"%s later, and then more and more often, until one has waited less.", estimate.Text(c.Target), estimate.Text(c.Interval),
		st.RefuseStatus, estimate.Text(time.Duration(c.Next(2))))
}

// slowdownWords says how service slows down under load.
func slowdownWords(st *model.Station) string {
	s := &st.Slowdown
	if !s.On() {
		return ""
	}
	text := fmt.Sprintf("With more than %s in service a call takes %s longer for each further one", counted(s.From, "call", "calls"),
		reports.Percent(s.PerCall))
	if s.PerCall*float64(s.From) > 1 {
		return text + ": beyond that it serves less the more it is asked."
	}
	return text + "."
}

// coldWords says when service is cold and how it becomes warm.
func coldWords(st *model.Station) string {
	c := &st.ColdStart
	if !c.On() {
		return ""
	}
	when := "When it is back after refusing everything or standing still"
	if c.AtStart {
		when = "At the start, and when it is back after refusing everything or standing still,"
	}
	return fmt.Sprintf("%s, it is cold: a call takes %.4g times as long, and half of the excess is gone after %s.", when, c.Factor,
		counts(0.693*float64(c.Calls), "call", "calls"))
}
