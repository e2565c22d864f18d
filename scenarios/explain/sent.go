package explain

import (
	"math"
	"time"

	"retrysim/policies"
	"retrysim/scenarios/lint/estimate"
	"retrysim/sim/model"
)

// sent is about how many attempts are made while a fault is open: for each
// attempt of a job, the jobs that come early enough to make it. +Inf where no
// wait and no limit holds them back.
func (e *explainer) sent(f *model.Fault) float64 {
	sum := 0.0
	for t := range e.p.Types {
		policy := e.p.Policies[e.p.Types[t].Policy].Policy
		b := estimate.BlowOf(e.p, f, t, policy)
		if b.Share == 0 {
			continue
		}
		tries, _ := estimate.Tries(e.p, t, policy, b, f.Start)
		early := func(late time.Duration) float64 { return estimate.Jobs(e.p, t, f.Start, f.End-late) }
		for _, try := range tries {
			if late := try.At - f.Start; late < f.End-f.Start {
				sum += early(late)
			}
		}
		sum += further(f, policy, tries, early)
	}
	return sum
}

// further is how many attempts follow those that are listed: of many it looks
// at some and takes the others to lie evenly between them.
func further(f *model.Fault, policy *policies.Policy, tries []estimate.Try, early func(time.Duration) float64) float64 {
	every, more := estimate.Rest(policy, tries)
	last := tries[len(tries)-1].At - f.Start
	room := f.End - f.Start - last
	switch {
	case more == 0 || room <= 0:
		return 0
	case every <= 0 && more < 0:
		return math.Inf(1)
	case every <= 0:
		return float64(more) * early(last)
	}
	n := int((room - 1) / every)
	if more > 0 {
		n = min(n, more)
	}
	looks, sum := min(n, 200), 0.0
	for i := range looks {
		k := (float64(i)+0.5)*float64(n)/float64(looks) + 0.5
		sum += early(last + time.Duration(k*float64(every)))
	}
	if looks == 0 {
		return 0
	}
	return sum * float64(n) / float64(looks)
}
