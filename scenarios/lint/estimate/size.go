package estimate

import (
	"time"

	"retrysim/sim"
)

// TooLarge is the share of a type's jobs that are so large that the services of
// one attempt together take longer, in the mean, than its caller waits; a
// patience of 0 is for ever.
func TooLarge(p *sim.Plan, jobType int, patience time.Duration) float64 {
	law, one := p.Types[jobType].Size, serviceOfOne(p, jobType)
	if law == nil || patience <= 0 || one <= 0 {
		return 0
	}
	return law.Above(int(patience / one))
}

// serviceOfOne is the mean time of the calls of one attempt of a job of size 1.
func serviceOfOne(p *sim.Plan, jobType int) time.Duration {
	sum := time.Duration(0)
	for i := range p.Types[jobType].Steps {
		sum = add(sum, stepService(p, &p.Types[jobType].Steps[i]))
	}
	return sum
}
