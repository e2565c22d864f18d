package main

import (
	"retrysim/sim"
	"retrysim/sim/result"
	"retrysim/sim/study"
)

// asReplay makes a world that of a replay: the row with the dead letters going
// back, and without.
func (w *world) asReplay(spec *result.Replay) error {
	p, err := w.plan(spec.Row)
	if err != nil {
		return err
	}
	var use *sim.PolicyUse
	if spec.Policy != "" {
		if use, err = w.policyUse(spec.Policy); err != nil {
			return err
		}
	}
	with, without, err := study.ReplayPlans(p, spec, use)
	if err != nil {
		return invalid(err)
	}
	w.plans, w.baseline, w.thresholds = []*sim.Plan{with, without}, 1, nil
	w.header.Replay = spec
	return nil
}
