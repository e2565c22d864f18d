package sim

import (
	"retrysim/sim/chance"
	"retrysim/sim/model"
)

// keys numbers what the jobs of a run can belong to, from 0: the keys of the
// first job type, then those of the next one. A type without keys has one.
type keys struct {
	base    []uint32       // of each job type, the first of its keys
	laws    []*chance.Zipf // of each job type, nil where all keys are alike
	n       int
	on      bool  // a type has several
	clients []int // of each source, the first of its clients; an open source counts as one
}

func (w *world) setKeys() {
	k := &w.keys
	for t := range w.plan.Types {
		spec := w.plan.Types[t].Keys
		k.base = append(k.base, uint32(k.n))
		k.n += max(1, spec.Count)
		k.on = k.on || spec.Count > 1
		var law *chance.Zipf
		if spec.Count > 1 && spec.Skew > 0 {
			law = chance.NewZipf(spec.Count, spec.Skew)
		}
		k.laws = append(k.laws, law)
	}
	n := 0
	for _, s := range w.plan.sources() {
		k.clients = append(k.clients, n)
		n += max(1, s.Clients)
	}
	k.clients = append(k.clients, n) // of the dead letters from before
}

// sources are the streams of arrivals in the order of their numbers.
func (p *Plan) sources() []*model.Source {
	var all []*model.Source
	for t := range p.Types {
		for i := range p.Types[t].Sources {
			all = append(all, &p.Types[t].Sources[i])
		}
	}
	for i := range p.Common {
		all = append(all, &p.Common[i])
	}
	return all
}

// keyOf draws the key of a new job.
func (w *world) keyOf(typ int, id uint64) uint32 {
	key := w.keys.base[typ]
	n := w.plan.Types[typ].Keys.Count
	if n <= 1 {
		return key
	}
	u := w.stream(chance.Tenant, id, 0, 0).Float64()
	if law := w.keys.laws[typ]; law != nil {
		return key + uint32(law.Rank(u))
	}
	return key + uint32(min(int(u*float64(n)), n-1))
}

// placeOf is the place of a job in a line: its key where keys take turns, else
// its level.
func (w *world) placeOf(l *line, j *job) int {
	if l.order == model.Fair {
		return int(j.key)
	}
	return w.levels[j.typ]
}

// newLine builds a waiting line of an order for this plan.
func (w *world) newLine(order model.Order) line {
	if order == model.Fair {
		return line{order: order, turns: newRota(w.keys.n, 0)}
	}
	return newLine(order, len(w.plan.priorities()))
}

// totalKeys is how many keys the plan has in all.
func (p *Plan) totalKeys() int {
	n := 0
	for t := range p.Types {
		n += max(1, p.Types[t].Keys.Count)
	}
	return n
}

// settingKeys is how many keys the metrics count by; 0 where no job type has
// several.
func (w *world) settingKeys() int {
	if !w.keys.on {
		return 0
	}
	return w.keys.n
}
