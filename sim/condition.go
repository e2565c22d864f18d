package sim

import (
	"retrysim/sim/chance"
	"retrysim/sim/model"
)

// mix is the condition of the calls that a certain set of scoped faults hits.
type mix struct {
	hit  uint64 // bit k: the k-th fault of station.scoped
	cond model.Condition
}

// maxScoped is the most faults of a plan that leave some calls out: the bits of
// a mix.
const maxScoped = 64

// setCondition folds what is in force at a station. Calls that no scoped fault
// can leave out read one flat condition; the others get theirs when the first
// such call comes.
func (w *world) setCondition(station int) {
	st := &w.stations[station]
	if st.shared != nil {
		st.attain(w.now) // at the speed so far
	}
	if limit := st.limit(); limit.Kind == model.TokenBucket && limit.On() {
		st.limiter.fill(limit, w.now) // by the limit so far
	}
	st.scoped, st.mixes = st.scoped[:0], st.mixes[:0]
	for i := range w.plan.Faults {
		f := &w.plan.Faults[i]
		if w.faults[i].on && f.Scoped() && f.Hits(station) {
			st.scoped = append(st.scoped, i)
		}
	}
	st.cond = w.fold(station, 0)
}

// fold joins the faults in force at a station into one flat condition: those
// for all, and the scoped ones among hit. Where two faults say different things
// the later one on the timeline counts; speeds multiply, delays and shares of
// errors add. What an operator has scaled stays.
func (w *world) fold(station int, hit uint64) model.Condition {
	st := &w.stations[station]
	c := st.spec.Healthy()
	if st.size.servers > 0 {
		c.Servers = st.size.servers
	}
	if st.size.speed > 0 {
		c.Speed = st.size.speed
	}
	bit := uint64(1)
	for i := range w.plan.Faults {
		f := &w.plan.Faults[i]
		if !w.faults[i].on || !f.Hits(station) {
			continue
		}
		if f.Scoped() {
			bit <<= 1
			if hit&(bit>>1) == 0 {
				continue
			}
		}
		f.Apply(&c, &st.spec.Limit, w.faults[i].strength)
	}
	return c
}

// condOf is the condition that a call meets at its station. It is good until
// the next edge of a fault.
func (w *world) condOf(st *station, a *attempt) *model.Condition {
	if len(st.scoped) == 0 {
		return &st.cond
	}
	j := w.jobs.get(a.job)
	var hit uint64
	for k, i := range st.scoped {
		if w.hits(i, j, a.number) {
			hit |= 1 << k
		}
	}
	if hit == 0 {
		return &st.cond
	}
	for k := range st.mixes {
		if st.mixes[k].hit == hit {
			return &st.mixes[k].cond
		}
	}
	st.mixes = append(st.mixes, mix{hit, w.fold(st.index, hit)})
	return &st.mixes[len(st.mixes)-1].cond
}

// hits reports whether a job, at an attempt, is in a fault's scope. Which jobs
// and clients are is the same in every window and at every attempt.
func (w *world) hits(i int, j *job, attempt uint32) bool {
	s := &w.plan.Faults[i].Scope
	switch {
	case !s.HasType(int(j.typ)):
		return false
	case s.FirstAttempts > 0 && attempt > uint32(s.FirstAttempts):
		return false
	case s.Share == 0 || s.Share == 1:
		return true
	case s.ByClient:
		return j.client >= 0 && w.clientHit(i, int(j.source), j.client, s.Share)
	}
	return w.stream(chance.Scope, j.id, uint32(i), 0).Float64() < s.Share
}

// clientHit reports whether a closed client is among a share of them.
func (w *world) clientHit(i, source int, client int32, share float64) bool {
	return w.stream(chance.Scope, uint64(source)<<numberBits|uint64(client), uint32(i), 1).Float64() < share
}
