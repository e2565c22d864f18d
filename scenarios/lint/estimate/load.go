package estimate

import (
	"math"
	"time"

	"retrysim/sim"
	"retrysim/sim/model"
)

// samples is at how many times a changing rate is looked at.
const samples = 1000

// SourceRate is the mean rate of an open source in [from, to), in jobs per
// second; a single burst has none, closed clients have none either.
func SourceRate(s *model.Source, from, to time.Duration) float64 {
	if s.Arrivals.Arrivals == nil || to <= from {
		return 0
	}
	if c, ok := s.Arrivals.Arrivals.(model.Counted); ok {
		return c.Count(from, to) / (to - from).Seconds()
	}
	sum := 0.0
	for i := range samples {
		sum += s.Arrivals.Mean(from + time.Duration(float64(to-from)*float64(i)/samples))
	}
	return sum / samples
}

// Share is a job type's share of a source that several types have in common.
func Share(s *model.Source, jobType int) float64 {
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

// Rate is the mean rate at which jobs of a type arrive in [from, to), closed
// clients and single bursts left aside. Nothing arrives after the plan's
// Until.
func Rate(p *sim.Plan, jobType int, from, to time.Duration) float64 {
	end := min(to, p.Until)
	if to <= from || end <= from {
		return 0
	}
	sum := 0.0
	for i := range p.Types[jobType].Sources {
		sum += SourceRate(&p.Types[jobType].Sources[i], from, end)
	}
	for i := range p.Common {
		sum += float64(SourceRate(&p.Common[i], from, end) * Share(&p.Common[i], jobType))
	}
	return sum * float64(end-from) / float64(to-from)
}

// Calls is how many calls to a station one attempt of a job type makes, in the
// mean where they have a choice.
func Calls(p *sim.Plan, jobType, station int) float64 {
	n := 0.0
	for i := range p.Types[jobType].Steps {
		n += p.Goes(&p.Types[jobType].Steps[i], station)
	}
	return n
}

// StationRate is the mean rate of the calls of first attempts at a station in
// [from, to), single bursts left aside.
func StationRate(p *sim.Plan, station int, from, to time.Duration) float64 {
	sum := 0.0
	for t := range p.Types {
		if n := Calls(p, t, station); n > 0 {
			sum += float64(n * Rate(p, t, from, to))
		}
	}
	return sum
}

// Burst is jobs of one type that come at one instant.
type Burst struct {
	Source string
	Type   int
	At     time.Duration
	Jobs   int
}

// mostBursts is how many bursts of one source are looked at.
const mostBursts = 1000

// Bursts lists the jobs of a plan that come together, two or more at once.
func Bursts(p *sim.Plan) []Burst {
	var out []Burst
	for t := range p.Types {
		for i := range p.Types[t].Sources {
			out = append(out, burstsOf(p, &p.Types[t].Sources[i], t, 1)...)
		}
	}
	for i := range p.Common {
		for t := range p.Types {
			out = append(out, burstsOf(p, &p.Common[i], t, Share(&p.Common[i], t))...)
		}
	}
	return out
}

// burstsOf finds the bursts of a source. It looks at processes without chance
// alone, which need no stream.
func burstsOf(p *sim.Plan, s *model.Source, jobType int, share float64) []Burst {
	if !together(s.Arrivals.Arrivals) || share == 0 {
		return nil
	}
	var out []Burst
	arrivals, previous := model.Begin(s.Arrivals.Arrivals), time.Duration(0)
	for k := range int64(mostBursts) {
		at, jobs, ok := arrivals.Next(k, previous, nil)
		if !ok || at >= p.Until {
			break
		}
		if n := int(math.Round(float64(jobs) * share)); n > 1 {
			out = append(out, Burst{Source: s.Name, Type: jobType, At: at, Jobs: n})
		}
		previous = at
	}
	return out
}

// together reports whether jobs of a process come several at once.
func together(a model.Arrivals) bool {
	switch a := a.(type) {
	case model.Between:
		return together(a.Inner)
	case *model.Between:
		return together(a.Inner)
	case model.Burst, *model.Burst, model.Batches, *model.Batches:
		return true
	case model.Schedule:
		return a.Spread == "none" || a.Spread == ""
	}
	return false
}

// Jobs is how many jobs of a type arrive in [from, to), the bursts in it
// included.
func Jobs(p *sim.Plan, jobType int, from, to time.Duration) float64 {
	sum := Rate(p, jobType, from, to) * (to - from).Seconds()
	for _, b := range singles(p) {
		if b.Type == jobType && b.At >= from && b.At < to {
			sum += float64(b.Jobs)
		}
	}
	return sum
}

// singles are the bursts that no mean rate counts already: batches have one.
func singles(p *sim.Plan) []Burst {
	var out []Burst
	for t := range p.Types {
		for i := range p.Types[t].Sources {
			if s := &p.Types[t].Sources[i]; SourceRate(s, 0, p.Until) == 0 {
				out = append(out, burstsOf(p, s, t, 1)...)
			}
		}
		for i := range p.Common {
			if s := &p.Common[i]; SourceRate(s, 0, p.Until) == 0 {
				out = append(out, burstsOf(p, s, t, Share(s, t))...)
			}
		}
	}
	return out
}

// Capacity is what a station can serve without any fault, in calls per second;
// +Inf where nothing limits it. An autoscaler has given it all servers that it
// may.
func Capacity(p *sim.Plan, station int) float64 {
	healthy := p.Stations[station].Healthy()
	if a := &p.Stations[station].Autoscale; a.On() {
		healthy.Servers = a.Max
	}
	return p.Stations[station].Capacity(&healthy)
}

// Workers is how many workers there can be, model.Unlimited without a limit: all
// that the autoscaler may start, where there is one.
func Workers(p *sim.Plan) int {
	if a := &p.Workers.Autoscale; a.On() {
		return a.Max
	}
	return p.Workers.Count
}

// Service is the mean time of the calls of one attempt, waiting left aside.
func Service(p *sim.Plan, jobType int) time.Duration {
	sum := serviceOfOne(p, jobType)
	if size := p.Types[jobType].Size; size != nil {
		sum = Span(float64(sum) * size.Mean())
	}
	return sum
}

// stepService is the mean time of one call, over the stations that it can go to.
func stepService(p *sim.Plan, s *model.Step) time.Duration {
	if len(s.Routes) == 0 {
		if law := p.Stations[s.Station].Service; law.Set() {
			return law.Mean()
		}
		return 0
	}
	sum := 0.0
	for _, i := range Reached(p, s) {
		if law := p.Stations[i].Service; law.Set() {
			sum += float64(p.Goes(s, i) * float64(law.Mean()))
		}
	}
	return time.Duration(min(sum, math.MaxInt64/2))
}

// add saturates at the longest duration.
func add(a, b time.Duration) time.Duration {
	if b > math.MaxInt64-a {
		return math.MaxInt64
	}
	return a + b
}
