package explain

import (
	"math"
	"time"

	"retrysim/policies"
	"retrysim/reports"
	"retrysim/scenarios/lint/estimate"
	"retrysim/sim/model"
)

// herds tells for each burst that a fault fails when it comes back together,
// and how dense: the jobs over the widest spread that a wait has given them,
// which the density of the sum of their waits cannot exceed.
func (e *explainer) herds(f *model.Fault) {
	for _, b := range estimate.Bursts(e.p) {
		if b.At < f.Start || b.At >= f.End {
			continue
		}
		policy := e.p.Policies[e.p.Types[b.Type].Policy].Policy
		blow := estimate.BlowOf(e.p, f, b.Type, policy)
		tries, ok := estimate.Tries(e.p, b.Type, policy, blow, b.At)
		if blow.Share < 1 || !ok {
			continue
		}
		e.herd(f, b, policy, tries)
	}
}

func (e *explainer) herd(f *model.Fault, b estimate.Burst, policy *policies.Policy, tries []estimate.Try) {
	rows := estimate.WaitsOf(policy).Rows
	widest := time.Duration(0)
	for i, try := range tries[1:] {
		if i < len(rows) {
			widest = max(widest, estimate.Spread(rows[i]))
		}
		if try.At < f.End {
			continue
		}
		text := "The " + reports.Count(float64(b.Jobs)) + " jobs of " + b.Source + " fail together at " + at(b.At) +
			" and make their first attempt after the end, attempt " + reports.Count(float64(try.Attempt)) + ", " + e.meet(try, b, widest)
		e.say("%s", text)
		return
	}
	e.say("The %s jobs of %s fail together at %s and have used up their attempts before the end.", reports.Count(float64(b.Jobs)),
		b.Source, at(b.At))
}

// meet says how dense a herd is when it comes, against the capacity.
func (e *explainer) meet(try estimate.Try, b estimate.Burst, widest time.Duration) string {
	capacity := estimate.JobCapacity(e.p, b.Type)
	against := ""
	if !math.IsInf(capacity, 1) {
		against = ", against a capacity of " + reports.Rate(capacity)
	}
	if every := e.p.Queue.LookEvery(); widest <= every && every > 0 && e.p.Queue.Poller.Batch == 0 {
		return "at the review at " + at(try.At) + ": all at one instant" + against + "."
	}
	if widest == 0 {
		return "at " + at(try.At) + ": all at one instant, since nothing spreads them" + against + "."
	}
	density := min(float64(b.Jobs), float64(b.Jobs)/widest.Seconds())
	return "around " + at(try.At) + ", spread over " + estimate.Text(widest) + " or more: up to about " + reports.Rate(density) +
		against + "."
}
