package sim

import (
	"math"
	"slices"
	"time"

	"retrysim/sim/calendar"
	"retrysim/sim/ledger"
	"retrysim/sim/model"
)

// gate holds back the jobs of some types between the queue and the workers:
// while it is shut, or to so many a second. A job held waits on as ready.
type gate struct {
	shut      bool
	perSecond float64
	ramp      model.Ramp // instead of perSecond, from ramped on
	ramped    int64
	before    float64 // ramp: what it had allowed when the present run of releases began
	line      line
	begun     int64 // the first release of the present run of releases
	released  int64 // releases since
	next      int64 // no release before
	pending   bool  // a release is scheduled
}

func (w *world) setGates() {
	w.gateOf = make([]int, len(w.plan.Types))
	for t := range w.gateOf {
		w.gateOf[t] = -1
	}
}

// gated reports whether any type stands behind a gate: due retries then wait
// for their review.
func (w *world) gated() bool {
	return slices.ContainsFunc(w.gateOf, func(g int) bool { return g >= 0 })
}

// pause shuts a gate before the types.
func (w *world) pause(types []int) {
	w.gates = append(w.gates, gate{shut: true, line: w.newLine(w.plan.Queue.Order)})
	w.moveTo(len(w.gates)-1, types)
}

// resume lets the types through again, at a rate, at one that rises, or freely.
func (w *world) resume(a *model.Action) {
	g := -1
	if a.Most > 0 || a.Ramp.On() {
		w.gates = append(w.gates, gate{
			perSecond: a.Most, ramp: a.Ramp, ramped: w.now, line: w.newLine(w.plan.Queue.Order),
		})
		g = len(w.gates) - 1
	}
	w.moveTo(g, a.Types)
	w.dispatch()
}

// moveTo puts the types behind another gate, -1 behind none. What the old ones
// hold goes over in order, or back to the queue where there is no gate.
func (w *world) moveTo(g int, types []int) {
	old, to := map[int]bool{}, &w.queue
	if g >= 0 {
		to = &w.gates[g].line
	}
	for _, t := range types {
		if w.gateOf[t] >= 0 {
			old[w.gateOf[t]] = true
		}
		w.gateOf[t] = g
	}
	for i := range w.gates {
		if !old[i] {
			continue
		}
		for l := &w.gates[i].line; l.n > 0; {
			t := l.popOldest()
			if j := w.jobs.get(t.slot); j.turn == t.turn && j.phase == ready {
				to.push(w.placeOf(to, j), t)
			}
		}
	}
	if to.n > 0 && g >= 0 {
		w.scheduleRelease(g)
	}
}

// held reports whether a gate holds a job that was popped from the queue, and
// takes its ticket then.
func (w *world) held(slot uint32, j *job) bool {
	i := w.gateOf[j.typ]
	if i < 0 {
		return false
	}
	if j.pass {
		j.pass = false
		return false
	}
	g := &w.gates[i]
	if !g.shut && w.expired(j) {
		return false // it expires where it would be taken
	}
	if !g.shut && g.line.n == 0 && w.now >= g.next {
		g.count(w.now)
		return false
	}
	g.line.push(w.placeOf(&g.line, j), ticket{slot, j.turn})
	w.scheduleRelease(i)
	return true
}

// count books a release at time now: the k-th of a run of releases comes at
// round(k / rate) after its first, so that nothing drifts; under a ramp, when k
// more are allowed than at its first.
func (g *gate) count(now int64) {
	if now > g.next || g.released == 0 {
		g.begun, g.released = now, 0
		if g.ramp.On() {
			g.before = g.ramp.Allowed(time.Duration(now - g.ramped))
		}
	}
	g.released++
	if !g.ramp.On() {
		g.next = g.begun + int64(math.Round(float64(g.released)/g.perSecond*1e9))
		return
	}
	g.next = forever
	if t := int64(g.ramp.Allows(g.before + float64(g.released))); t <= forever-g.ramped {
		g.next = max(now, g.ramped+t)
	}
}

func (w *world) scheduleRelease(i int) {
	if g := &w.gates[i]; !g.shut && !g.pending {
		g.pending = true
		w.at(max(g.next, w.now), calendar.RankArrival, event{slot: uint32(i), kind: evRelease})
	}
}

// releaseNext lets the next job that a gate holds pass. Those whose deadline
// has passed expire; they are not taken, and so do not count.
func (w *world) releaseNext(i int) {
	g := &w.gates[i]
	g.pending = false
	for g.line.n > 0 {
		t := g.line.pop()
		j := w.jobs.get(t.slot)
		if j.turn != t.turn || j.phase != ready {
			continue
		}
		if w.expired(j) {
			w.settle(t.slot, j, ledger.Expired, 0)
			continue
		}
		g.line.took()
		g.count(w.now)
		j.pass = true
		w.queue.push(w.placeOf(&w.queue, j), t)
		break
	}
	if g.line.n > 0 {
		w.scheduleRelease(i)
	}
	w.dispatch()
}
