package sim_test

import (
	"fmt"

	"retrysim/sim"
	"retrysim/sim/model"
)

// inShards makes shards of the last dependency, sometimes.
func (m maker) inShards(p *sim.Plan) {
	load := of(m, "shards", nil, nil, nil, []float64{0.5, 0.5}, []float64{0.7, 0, 0.3})
	if load == nil {
		return
	}
	last := len(p.Stations) - 1
	one := p.Stations[last]
	p.Stations = p.Stations[:last]
	for i, l := range load {
		s := one
		s.Name = fmt.Sprint(one.Name, "/", i+1)
		s.Shard = model.Shard{Of: one.Name, Number: i + 1, Count: len(load), Load: l}
		p.Stations = append(p.Stations, s)
	}
}

// keys gives a plan keys, routes, turns and limits that count apart. Whatever
// is aimed at a shard is now and then aimed at all of them.
func (m maker) keys(p *sim.Plan) {
	for t := range p.Types {
		p.Types[t].Keys = of(m, "keys", model.Keys{}, model.Keys{}, model.Keys{Count: 2}, model.Keys{Count: 5, Skew: 1.1}, model.Keys{Count: 1})
		for i := range p.Types[t].Steps {
			m.routes(p, &p.Types[t].Steps[i])
		}
	}
	if p.Queue.Order == model.FIFO || p.Queue.Order == model.Fair {
		p.Queue.MostPerKey = of(m, "most per key", 0, 0, 1, 2)
	}
	apart := of(m, "limits apart", model.LimitAll, model.LimitAll, model.LimitPerKey, model.LimitPerClient, model.LimitPerType)
	for i := range p.Stations {
		countApart(&p.Stations[i].Limit, apart)
	}
	for i := range p.Faults {
		f := &p.Faults[i]
		countApart(&f.Limit, apart)
		f.Station, f.Shards = m.wide(p, f.Station)
	}
	for i := range p.Actions {
		a := &p.Actions[i]
		a.Station, a.Shards = m.wide(p, a.Station)
		a.When.Station, a.When.Shards = m.wide(p, a.When.Station)
	}
}

func countApart(l *model.RateLimit, by model.LimitKey) {
	if l.On() && l.Kind != model.Concurrency && !l.Wait {
		l.Key = by
	}
}

// wide aims at a station, or at all shards of its dependency.
func (m maker) wide(p *sim.Plan, station int) (first, shards int) {
	if first, n := p.Group(station); n > 1 && m.yes("all shards") {
		return first, n
	}
	return station, 0
}

// routes gives a step the first shard instead of another one, or two ways.
func (m maker) routes(p *sim.Plan, s *model.Step) {
	s.Station, _ = p.Group(s.Station)
	if m.n("routes", 0, 2) < 2 {
		return
	}
	other, _ := p.Group(m.n("other station", 0, len(p.Stations)-1))
	s.Routes = []model.Route{{Station: s.Station, Weight: 1}, {Station: other, Weight: of(m, "weight of the other", 2.0, 0.5, 0)}}
	s.RouteBy = of(m, "route by", model.RouteByJob, model.RouteByAttempt, model.RouteByKey)
}
