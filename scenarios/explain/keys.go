package explain

import (
	"fmt"

	"retrysim/reports"
	"retrysim/scenarios/lint/estimate"
	"retrysim/sim/model"
)

// keys says whom the jobs belong to.
func (e *explainer) keys() {
	for t := range e.p.Types {
		typ := &e.p.Types[t]
		if typ.Keys.Count <= 1 {
			continue
		}
		share := reports.Percent(estimate.BiggestKey(typ.Keys))
		text := "each with " + share + " of them"
		if typ.Keys.Skew > 0 {
			text = fmt.Sprintf("the biggest with %s of them, by Zipf's law with exponent %v", share, typ.Keys.Skew)
		}
		e.say("The jobs of %s belong to %d keys, %s.", typ.Name, typ.Keys.Count, text)
	}
}

// routes says where calls go that have a choice.
func (e *explainer) routes() {
	for t := range e.p.Types {
		for i := range e.p.Types[t].Steps {
			s := &e.p.Types[t].Steps[i]
			if len(s.Routes) == 0 {
				continue
			}
			var parts []string
			for k, share := range s.Shares() {
				parts = append(parts, reports.Percent(share)+" to "+e.p.Stations[s.Routes[k].Station].Dependency())
			}
			of := e.p.Types[t].Name
			if s.Name != "" {
				of += ", step " + s.Name
			}
			e.say("Of the calls of %s go %s: %s.", of, estimate.List(parts), routeWords[s.RouteBy])
		}
	}
}

var routeWords = map[model.RouteBy]string{
	model.RouteByJob:     "a job goes the same way at every attempt",
	model.RouteByAttempt: "every attempt chooses anew, so a retry may go the other way",
	model.RouteByKey:     "all jobs of a key go the same way",
}

// sharded says what a dependency in shards can serve, together and where most
// falls.
func (e *explainer) sharded(first int) string {
	st := &e.p.Stations[first]
	load, capacity := estimate.GroupRate(e.p, first, 0, e.p.Until), estimate.GroupCapacity(e.p, first)
	text := fmt.Sprintf("%s is in %d shards, each with %s%s. Together: %s", st.Dependency(), st.Shard.Count, servers(st),
		limited(&st.Limit), utilisation(load, capacity))
	hot := estimate.Hottest(e.p, first)
	share := e.p.Stations[hot].Shard.Load
	if float64(share*float64(st.Shard.Count)) < 1+1e-9 {
		return text + "; each gets as much. " + fallWords(e) + " " + roomWords(st)
	}
	text += fmt.Sprintf(". The hottest, %s, gets %s of that: %s. ", e.p.Stations[hot].Name, reports.Percent(share),
		utilisation(estimate.StationRate(e.p, hot, 0, e.p.Until), estimate.Capacity(e.p, hot)))
	return text + fallWords(e) + " " + roomWords(st)
}

// fallWords says what sends a call to a shard.
func fallWords(e *explainer) string {
	with, without := 0, 0
	for t := range e.p.Types {
		if e.p.Types[t].Keys.Count > 1 {
			with++
		} else {
			without++
		}
	}
	switch {
	case without == 0:
		return "A call goes to the shard of its job's key."
	case with == 0:
		return "A job calls the same shard at every attempt."
	}
	return "A call goes to the shard of its job's key, or of its job where that has none."
}

// limited says what a rate limit of a station does.
func limited(l *model.RateLimit) string {
	if !l.On() {
		return ""
	}
	return fmt.Sprintf(", and a limit of %s, %s", limitWords(l), overWords(l))
}

// apartWords says for whom a limit counts apart.
func apartWords(l *model.RateLimit) string {
	return map[model.LimitKey]string{
		model.LimitPerKey: " for each key of the jobs", model.LimitPerClient: " for each client", model.LimitPerType: " for each job type",
	}[l.Key]
}

// perKeyWords says how many jobs of a key are in hand at most.
func perKeyWords(q *model.Queue) string {
	if q.MostPerKey == 0 {
		return ""
	}
	return fmt.Sprintf(". At most %s of a key %s in hand at once; its others are passed over", counted(q.MostPerKey, "job", "jobs"),
		map[bool]string{true: "is", false: "are"}[q.MostPerKey == 1])
}
