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

// inFlight is how many calls are at a station in the mean, by Little's law L =
// rate x time, waits left aside; each takes longer by so much.
func (e *explainer) inFlight(station int, longer time.Duration) float64 {
	st := &e.p.Stations[station]
	each := longer
	if st.Service.Set() {
		each += st.MeanService()
	}
	return estimate.StationRate(e.p, station, 0, e.p.Until) * each.Seconds()
}

// slower tells how many calls are in flight at once while answers are late but
// not too late.
func (e *explainer) slower(f *model.Fault) {
	station := e.hottestOf(f)
	rate, each := estimate.StationRate(e.p, station, 0, e.p.Until), estimate.Slowed(e.p, f)
	if rate == 0 {
		return
	}
	e.say("%s: an answer of %s takes %s in the mean, so that about %s in flight instead of %s.", f.Name, e.p.Stations[station].Name,
		estimate.Text(each), counts(rate*each.Seconds(), "call is", "calls are"), about(e.inFlight(station, 0)))
}

// hottestOf is the station that gets the most of those that a fault is aimed at.
func (e *explainer) hottestOf(f *model.Fault) int {
	hot := f.Station
	for k := f.Station; k < f.Station+max(1, f.Shards); k++ {
		if e.p.Stations[k].Shard.Load > e.p.Stations[hot].Shard.Load {
			hot = k
		}
	}
	return hot
}

// whileBusy tells what a fault does that is in force only above a load, and
// what can bring that load.
func (e *explainer) whileBusy(f *model.Fault) {
	station := e.hottestOf(f)
	usual := e.inFlight(station, 0)
	text := f.Name + " needs more than " + counted(f.While, "call", "calls") + " in flight"
	if usual > 0 {
		text += ": " + counts(usual, "is", "are") + " in the mean"
	}
	for i := range e.p.Faults {
		g := &e.p.Faults[i]
		if g.Kind != model.FaultLatency || !g.Hits(station) {
			continue
		}
		busy := estimate.StationRate(e.p, station, 0, e.p.Until) * estimate.Slowed(e.p, g).Seconds()
		text += fmt.Sprintf(", about %s during %s", about(busy), g.Name)
	}
	if w := estimate.BehindAt(e.p, station); w.AtOnce > 1 {
		text += fmt.Sprintf(", and %s come at once at %s", about(w.AtOnce), at(w.BurstAt))
	}
	e.say("%s. %s", text, e.whileWords(f, station))
}

// whileWords says what happens while such a fault is in force.
func (e *explainer) whileWords(f *model.Fault, station int) string {
	always := *f
	always.While = 0
	rate, sent, share, most := 0.0, 0.0, 0.0, 0.0
	for t := range e.p.Types {
		policy := e.p.Policies[e.p.Types[t].Policy].Policy
		b := estimate.BlowOf(e.p, &always, t, policy)
		if b.Share > 0 && estimate.Calls(e.p, t, station) > 0 {
			most = max(most, meanAttempts(policy, b))
			calls := estimate.Calls(e.p, t, station) * estimate.Rate(e.p, t, 0, e.p.Until)
			share = max(share, b.Share)
			rate += calls
			sent += calls * meanAttempts(policy, b)
		}
	}
	capacity := estimate.Capacity(e.p, station)
	against := ""
	if !math.IsInf(capacity, 1) {
		against = ", against " + reports.Rate(capacity)
	}
	switch {
	case share == 0 && f.Kind == model.FaultCapacity && !math.IsInf(capacity, 1):
		return fmt.Sprintf("Then it serves %s instead of %s.", reports.Rate(capacity*f.Factor), reports.Rate(capacity))
	case share == 0:
		return "Then calls take longer or fail, and each retry is one call more that keeps it in force."
	case rate == 0:
		again := "is tried without end"
		if !math.IsInf(most, 1) {
			again = "makes " + counts(most, "attempt", "attempts")
		}
		return fmt.Sprintf("Then %s of the attempts fail; a job whose retries meet it each time %s.", reports.Percent(share), again)
	case math.IsInf(sent, 1):
		return fmt.Sprintf("Then %s of the attempts fail and are retried without end%s: the retries keep it in force.", reports.Percent(share), against)
	}
	return fmt.Sprintf("Then %s of the attempts fail and a job makes about %s of them: %s%s.", reports.Percent(share), about(sent/rate),
		reports.Rate(sent), against)
}

// meanAttempts is how many attempts a job makes, of which a share fails each
// time: (1 - s^n) / (1 - s) of at most n, n where all fail.
func meanAttempts(policy *policies.Policy, b estimate.Blow) float64 {
	n, limited := policy.Retries()
	switch {
	case !policy.Retryable.Matches(b.Class, b.Status):
		return 1
	case b.Share >= 1 && !limited:
		return math.Inf(1)
	case b.Share >= 1:
		return float64(n + 1)
	case !limited:
		return 1 / (1 - b.Share)
	}
	return (1 - math.Pow(b.Share, float64(n+1))) / (1 - b.Share)
}

// firstAttempts tells what a fault adds that fails only the first attempts of
// each job.
func (e *explainer) firstAttempts(f *model.Fault) {
	always := *f
	always.Scope.FirstAttempts = 0
	for t := range e.p.Types {
		policy := e.p.Policies[e.p.Types[t].Policy].Policy
		b := estimate.BlowOf(e.p, &always, t, policy)
		end := min(f.End, e.p.Until)
		jobs, rate := b.Share*estimate.Jobs(e.p, t, f.Start, f.End), estimate.Rate(e.p, t, f.Start, end)
		if b.Share == 0 || jobs < 1 {
			continue
		}
		n := f.Scope.FirstAttempts
		if retries, limited := policy.Retries(); limited {
			n = min(n, retries+1)
		}
		if !policy.Retryable.Matches(b.Class, b.Status) {
			e.say("%s: about %s of %s fail at their first attempt, and are not retried.", f.Name, counts(jobs, "job", "jobs"), e.p.Types[t].Name)
			continue
		}
		which := "the first attempt"
		if n > 1 {
			which = fmt.Sprintf("the first %d attempts", n)
		}
		text := fmt.Sprintf("%s: %s of about %s of %s fails and is tried again: %s more", f.Name, which,
			counts(jobs, "job", "jobs"), e.p.Types[t].Name, counts(float64(n)*jobs, "retry", "retries"))
		if rate > 0 {
			text += fmt.Sprintf(", so that %s are sent instead of %s", reports.Rate(rate*(1+float64(n)*b.Share)), reports.Rate(rate))
		}
		if every := e.p.Queue.LookEvery(); every > 0 && rate > 0 {
			text += fmt.Sprintf("; a look every %s starts about %s of the retries together", estimate.Text(every),
				about(rate*b.Share*every.Seconds()))
		}
		e.say("%s.", text)
	}
}
