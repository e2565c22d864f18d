package scenarios

import "retrysim/sim/model"

// stations makes the stations of a dependency: one, or one for each shard.
func stations(named *Named[Dependency]) []model.Station {
	n := named.Value.shards()
	if n == 1 {
		return []model.Station{station(named)}
	}
	var out []model.Station
	for k, load := range named.Value.Shards.load() {
		s := station(named)
		s.Name = shardName(named.Name, k)
		s.Shard = model.Shard{Of: named.Name, Number: k + 1, Count: n, Load: load}
		out = append(out, s)
	}
	return out
}

func (k *Keys) model() model.Keys {
	if k == nil {
		return model.Keys{}
	}
	return model.Keys{Count: k.Count, Skew: k.Skew}
}

// step makes a call of a job type.
func (p *planner) step(name string, calls *Calls, by string, effect *Effect) model.Step {
	s := model.Step{Name: name, Effect: effect.model()}
	if calls.Name != "" {
		s.Station, _, _ = p.f.target(calls.Name)
		return s
	}
	for i := range calls.Routes {
		first, _, _ := p.f.target(calls.Routes[i].Name)
		s.Routes = append(s.Routes, model.Route{Station: first, Weight: float64(calls.Routes[i].Value)})
	}
	for b := range model.RouteBys {
		if b.String() == by {
			s.RouteBy = b
		}
	}
	return s
}

// limitKey says for whom a limit counts apart.
func limitKey(word string) model.LimitKey {
	for k := range model.LimitKeys {
		if k.String() == word {
			return k
		}
	}
	return model.LimitAll
}
