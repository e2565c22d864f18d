package sim

import (
	"math"

	"retrysim/sim/calendar"
	"retrysim/sim/model"
)

// scaling is how a scale action with steps goes on.
type scaling struct {
	from float64 // the number, or the speed, that it began with
	done int     // steps taken
}

// beginScale gives a dependency or the workers another size, at once or in
// steps. Work in progress is not touched: a service keeps its speed, a worker
// too many ends its job first. It ends whatever an earlier action goes on to do
// to the same target.
func (w *world) beginScale(i int) {
	a := &w.plan.Actions[i]
	if w.resizes == nil {
		w.resizes = make([]scaling, len(w.plan.Actions))
	}
	for k := range w.plan.Actions {
		b := &w.plan.Actions[k]
		if b.Kind == model.DoScale && b.Target == a.Target && (a.Target == model.TargetWorkers || b.Meets(a)) {
			w.resizes[k].done = math.MaxInt
		}
	}
	if a.Steps.Count <= 1 {
		w.scale(a, scaleTo(a, w.plan))
		return
	}
	w.resizes[i] = scaling{from: w.sizeFor(a)}
	for k := 1; k <= a.Steps.Count; k++ {
		w.at(w.later(int64(a.Steps.At(k))), calendar.RankEdge, event{slot: uint32(i), turn: uint32(k), kind: evStep})
	}
}

// scaleStep takes the next step of an action, unless another one has begun.
func (w *world) scaleStep(i int) {
	a, s := &w.plan.Actions[i], &w.resizes[i]
	if s.done >= a.Steps.Count {
		return
	}
	s.done++
	to := scaleTo(a, w.plan)
	w.scale(a, s.from+float64((to-s.from)*float64(s.done))/float64(a.Steps.Count))
}

// scaleTo is where an action leads: a number of workers or servers, or a speed.
func scaleTo(a *model.Action, p *Plan) float64 {
	switch {
	case a.Count > 0:
		return float64(a.Count)
	case a.Target == model.TargetWorkers:
		return float64(a.Factor * float64(p.Workers.Count))
	}
	return a.Factor
}

// sizeFor is what an action's target has now of what it changes.
func (w *world) sizeFor(a *model.Action) float64 {
	if a.Target == model.TargetWorkers {
		return float64(w.pool.size)
	}
	st := &w.stations[a.Station]
	switch {
	case a.Count > 0 && st.servers() == model.Unlimited:
		return float64(a.Count)
	case a.Count > 0:
		return float64(st.servers())
	case st.size.speed > 0:
		return st.size.speed
	}
	return 1
}

// scale gives an action's target a size: a number, rounded, or a speed.
func (w *world) scale(a *model.Action, to float64) {
	if a.Target == model.TargetWorkers {
		w.setSize(-1, int(to+0.5))
		return
	}
	for k := range max(1, a.Shards) {
		st := &w.stations[a.Station+k]
		switch {
		case a.Count > 0:
			st.size = size{servers: max(1, int(to+0.5))}
		case st.spec.Autoscale.On():
			st.size.speed = to // their number is the autoscaler's
		default:
			st.size = size{speed: to}
		}
	}
	w.refold(a.Station, a.Shards)
}
