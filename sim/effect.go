package sim

import (
	"math"
	"slices"

	"retrysim/sim/ledger"
	"retrysim/sim/model"
)

// Effects lists the names of the plan's side effects, each once, in the order
// of types and steps.
func (p *Plan) Effects() []string {
	var names []string
	for t := range p.Types {
		for s := range p.Types[t].Steps {
			if n := p.Types[t].Steps[s].Effect.Name; n != "" && !slices.Contains(names, n) {
				names = append(names, n)
			}
		}
	}
	return names
}

// root is the job for which effects count: a second copy's original.
func (w *world) root(j *job) *job {
	if j.parent > 0 {
		return w.jobs.get(j.parent - 1)
	}
	return j
}

// unapplied reports whether a step's effect has not yet happened under its
// key.
func (w *world) unapplied(j *job, step int) bool {
	switch w.typeOf(j).Steps[step].Effect.Scope {
	case model.ScopeAttempt:
		return true
	case model.ScopeJob:
		return j.keys&(1<<step) == 0 || w.keyExpired(j, step)
	}
	return w.root(j).applied[step] == 0 || w.keyExpired(j, step)
}

// effect applies the side effect of a call that was served well, unless its
// guard keeps it from happening again.
func (w *world) effect(j *job, a *attempt) {
	step := int(a.step)
	e := &w.typeOf(j).Steps[step].Effect
	if e.Name == "" {
		return
	}
	switch e.Guard {
	case model.GuardIdempotencyKey, model.GuardUnique:
		if !w.unapplied(j, step) {
			return
		}
	case model.GuardCheckThenInsert:
		if !a.unseen {
			return
		}
	}
	root := w.root(j)
	en := w.add(ledger.Effect, root)
	en.Copy, en.Status = uint32(root.applied[step]), uint16(slices.Index(w.gauge.effects, e.Name))
	if root.applied[step] < math.MaxUint8 {
		root.applied[step]++
	}
	j.keys |= 1 << step
	w.keyUsed(j, step)
	if w.opts.Trace != nil {
		w.tell(j, a, "effect", Fact{Name: e.Name})
	}
}
