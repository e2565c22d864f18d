package study

import (
	"fmt"
	"math"
	"slices"
	"time"

	"retrysim/policies"
	"retrysim/sim"
	"retrysim/sim/model"
	"retrysim/sim/result"
)

// replayWarmUp is how long the live traffic has the dependency for itself
// before a replay begins.
const replayWarmUp = time.Minute

// leastAfter is the least time that live traffic goes on after a replay.
const leastAfter = time.Minute

// ReplayPlans are the plans of a replay: with it, and without it for the live
// traffic alone. Both are the row p after its last fault: no faults and no
// other action, live arrivals as they are from then on, for a minute before the
// replay and a minute, a tenth of it, or ten times the longest call, after it. use is the policy of the
// replayed jobs, nil for their own. They may go on for ten times as long until
// every job has come to an end.
func ReplayPlans(p *sim.Plan, r *result.Replay, use *sim.PolicyUse) (with, without *sim.Plan, err error) {
	q := *p
	q.Row, q.Faults, q.Actions, q.JobLimit, q.WarmUp = r.Row, nil, nil, 0, replayWarmUp
	if q.Parked, err = parkedJobs(p, r.Letters); err != nil {
		return nil, nil, err
	}
	a := model.Action{
		Name: "replay", Kind: model.DoReplay, At: replayWarmUp, Rate: r.RatePS, Policy: -1, Match: model.Match{JobType: -1},
		Batch: r.Batch, Newest: r.Newest,
	}
	if r.OverMS > 0 {
		a.Rate, a.Ramp = 0, model.Ramp{From: r.RatePS, To: r.ToPS, Over: time.Duration(math.Round(r.OverMS * 1e6))}
	}
	if use != nil {
		q.Policies = append(slices.Clone(p.Policies), *use)
		a.Policy = len(p.Policies)
	}
	if err := setSpan(&q, a.Ends(r.Jobs())); err != nil {
		return nil, nil, err
	}
	liveFrom(&q, min(lastFault(p), p.Until))
	alone := q
	q.Actions = []model.Action{a}
	alone.Row = r.Row + ", no replay"
	return &q, &alone, nil
}

// setSpan makes a plan last for the warm-up, a replay of that length, and what
// comes after it.
func setSpan(q *sim.Plan, replay time.Duration) error {
	if replay > sim.MaxTime/20 {
		return fmt.Errorf("the replay takes more than a year: give it a higher rate")
	}
	q.Until = replayWarmUp + replay + max(leastAfter, replay/10, 10*longestCall(q))
	q.Horizon = 10 * q.Until
	for q.Bin < q.Until/1000 || q.Bin < q.Horizon/100_000 {
		q.Bin *= 2
	}
	return nil
}

// longestCall is the longest timeout of a job type or mean service of a
// dependency.
func longestCall(q *sim.Plan) time.Duration {
	var longest time.Duration
	for t := range q.Types {
		longest = max(longest, q.Types[t].Timeout)
	}
	for i := range q.Stations {
		if law := q.Stations[i].Service; law.Set() {
			longest = max(longest, law.Mean())
		}
	}
	return min(longest, sim.MaxTime/400)
}

// liveFrom makes the arrivals of a plan those from a time of its own on.
func liveFrom(q *sim.Plan, from time.Duration) {
	later := func(sources []model.Source) []model.Source {
		sources = slices.Clone(sources)
		for i := range sources {
			if law := sources[i].Arrivals.Arrivals; law != nil {
				sources[i].Arrivals.Arrivals = model.From(law, from)
			}
		}
		return sources
	}
	q.Types = slices.Clone(q.Types)
	for t := range q.Types {
		q.Types[t].Sources = later(q.Types[t].Sources)
	}
	q.Common = later(q.Common)
}

// parkedJobs finds the types and classes of letters.
func parkedJobs(p *sim.Plan, letters []result.ParkedLetters) ([]model.ParkedJobs, error) {
	var all []model.ParkedJobs
	for _, l := range letters {
		typ := slices.IndexFunc(p.Types, func(t model.JobType) bool { return t.Name == l.JobType })
		class, ok := policies.ParseClass(l.Class)
		switch {
		case typ < 0:
			return nil, fmt.Errorf("%d dead letters are of job type %q, which scenario %s does not have", l.Jobs, l.JobType, p.Scenario)
		case !ok:
			return nil, fmt.Errorf("%d dead letters failed of %q, which is no class of failure", l.Jobs, l.Class)
		}
		all = append(all, model.ParkedJobs{Type: typ, Jobs: l.Jobs, Class: class, Status: l.Status, Attempts: max(1, l.Attempts)})
	}
	return all, nil
}

// livePS is the mean rate of fresh jobs of a plan up to the end of arrivals, of
// open sources; closed clients wait for their answers and are not counted.
func livePS(q *sim.Plan) float64 {
	var sum float64
	each := func(sources []model.Source) {
		for _, s := range sources {
			if law := s.Arrivals.Arrivals; law != nil {
				sum += meanRate(law, q.Until)
			}
		}
	}
	for t := range q.Types {
		each(q.Types[t].Sources)
	}
	each(q.Common)
	return sum
}

// meanRate is the mean rate of a process up to a time, per second: what it
// counts itself, else the mean over a thousand places.
func meanRate(a model.Arrivals, until time.Duration) float64 {
	if c, ok := a.(model.Counted); ok {
		return c.Count(0, until) / until.Seconds()
	}
	const steps = 1000
	var sum float64
	for i := range time.Duration(steps) {
		sum += a.Mean(until / steps * i)
	}
	return sum / steps
}
