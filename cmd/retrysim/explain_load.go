package main

import (
	"fmt"
	"math"
	"time"

	"retrysim/reports"
	"retrysim/sim"
	"retrysim/sim/model"
)

// source says what one source of arrivals brings.
func (e explainer) source(p *sim.Plan, to string, s *model.Source) {
	if s.Arrivals.Arrivals == nil {
		e.line("  %s.%s: %s, each with one job at a time", to, s.Name, counted(s.Clients, "client"))
		return
	}
	text := fmt.Sprintf("  %s.%s: %s", to, s.Name, s.Arrivals)
	if rate := meanRate(p, s); rate > 0 {
		text += fmt.Sprintf(", %s on average", reports.Rate(rate))
	}
	e.line("%s", text)
}

// rateSamples is at how many times a changing rate is looked at.
const rateSamples = 1000

// meanRate is the mean rate of an open source over the arrivals' time, in jobs
// per second; a burst has none.
func meanRate(p *sim.Plan, s *model.Source) float64 {
	sum := 0.0
	for i := range rateSamples {
		sum += s.Arrivals.Mean(p.Until / rateSamples * time.Duration(i))
	}
	return sum / rateSamples
}

// capacity sets what each dependency can serve against what is expected.
func (e explainer) capacity(p *sim.Plan) {
	e.title("Dependencies")
	healthy := model.Healthy()
	for i := range p.Stations {
		s := &p.Stations[i]
		capacity, load := s.Capacity(&healthy), stationLoad(p, i)
		switch {
		case s.Leg.Set():
			e.line("  %s: one row under optimistic concurrency, %s a message", s.Name, s.Leg)
		case math.IsInf(capacity, 1):
			e.line("  %s: nothing limits it; first attempts come at %s", s.Name, reports.Rate(load))
		default:
			e.line("  %s: serves %s; first attempts come at %s, which is %s of it", s.Name,
				reports.Rate(capacity), reports.Rate(load), reports.Percent(load/capacity))
		}
	}
}

// stationLoad is the mean rate of first attempts at a station from open
// sources, bursts left aside.
func stationLoad(p *sim.Plan, station int) float64 {
	load := 0.0
	for i := range p.Types {
		t := &p.Types[i]
		calls := 0.0
		for _, step := range t.Steps {
			if step.Station == station {
				calls++
			}
		}
		for k := range t.Sources {
			if t.Sources[k].Arrivals.Arrivals != nil {
				load += float64(calls * meanRate(p, &t.Sources[k]))
			}
		}
		for k := range p.Common {
			if p.Common[k].Arrivals.Arrivals != nil {
				load += float64(calls * meanRate(p, &p.Common[k]) * shareOf(&p.Common[k], i))
			}
		}
	}
	return load
}

// shareOf is a job type's share of a common source.
func shareOf(s *model.Source, jobType int) float64 {
	own, all := 0.0, 0.0
	for _, w := range s.Types {
		all += w.Weight
		if w.Type == jobType {
			own += w.Weight
		}
	}
	if all == 0 {
		return 0
	}
	return own / all
}
