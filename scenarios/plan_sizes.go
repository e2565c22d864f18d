package scenarios

import (
	"retrysim/scenarios/lint/estimate"
)

// sizes tells each dependency how large the jobs are whose calls it serves, in
// the mean over the first attempts that come, or over the job types that call
// it where only clients send.
func (p *planner) sizes() {
	for i := range p.plan.Stations {
		p.plan.Stations[i].MeanSize = p.meanSize(i)
	}
}

// meanSize is 0, which says nothing, where no caller has a size.
func (p *planner) meanSize(station int) float64 {
	var sizes, calls, plain, types float64
	known := false
	for t := range p.plan.Types {
		n := float64(estimate.Calls(p.plan, t, station))
		if n == 0 {
			continue
		}
		size := 1.0
		if law := p.plan.Types[t].Size; law != nil {
			size, known = law.Mean(), true
		}
		n *= estimate.Jobs(p.plan, t, 0, p.plan.Until)
		sizes, calls = sizes+float64(n*size), calls+n
		plain, types = plain+size, types+1
	}
	switch {
	case !known:
		return 0
	case calls == 0:
		return plain / types
	}
	return sizes / calls
}
