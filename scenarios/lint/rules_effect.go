package lint

import (
	"math"

	"retrysim/reports"
	"retrysim/scenarios/lint/estimate"
	"retrysim/sim/model"
)

// effects calls f for every step that has an effect.
func (c *planCase) effects(f func(t int, step *model.Step, path string)) {
	for t := range c.p.Types {
		typ := &c.p.Types[t]
		for i := range typ.Steps {
			if typ.Steps[i].Effect.Name == "" {
				continue
			}
			path := "jobs." + typ.Name + ".effect"
			if len(typ.Steps) > 1 {
				path = "jobs." + typ.Name + ".steps." + typ.Steps[i].Name + ".effect"
			}
			f(t, &typ.Steps[i], path)
		}
	}
}

// keyed reports whether a guard goes by a key.
func keyed(g model.Guard) bool {
	return g == model.GuardIdempotencyKey || g == model.GuardUnique
}

func keyScopeJob(c *planCase) {
	c.effects(func(t int, s *model.Step, path string) {
		if !keyed(s.Effect.Guard) || s.Effect.Scope != model.ScopeJob {
			return
		}
		for i := range c.p.Actions {
			a := &c.p.Actions[i]
			if a.Kind != model.DoReplay || (a.Match.JobType >= 0 && a.Match.JobType != t) {
				continue
			}
			c.say(path+".key", "%s gives a replayed job of %s a new key: one whose answer was lost has had its %s already and has it "+
				"a second time, one duplicate for each such record; key: original_job keeps the first key", a.Name,
				c.p.Types[t].Name, s.Effect.Name)
		}
	})
}

func keyPerAttempt(c *planCase) {
	c.effects(func(t int, s *model.Step, path string) {
		if keyed(s.Effect.Guard) && s.Effect.Scope == model.ScopeAttempt {
			c.say(path+".key", "every attempt of %s has a key of its own, so the dependency cannot tell a retry from a new "+
				"job: the guard of %s guards nothing; key: original_job", c.p.Types[t].Name, s.Effect.Name)
		}
	})
}

// unguardedEffect counts what B71 of the field reports does: an answer lost
// with probability q and k retries give q + q^2 + ... + q^k further effects.
func unguardedEffect(c *planCase) {
	c.effects(func(t int, s *model.Step, path string) {
		if s.Effect.Guard != model.GuardNone && s.Effect.Guard != model.GuardCheckThenInsert {
			return
		}
		fix := "guard: idempotency_key with key: original_job"
		if s.Effect.Guard == model.GuardCheckThenInsert {
			if c.overlaps(t) {
				c.say(path+".guard", "check_then_insert looks first and writes later: an abandoned call of %s and its retry can "+
					"overlap, and both find nothing and write; guard: unique, or %s", c.p.Types[t].Name, fix)
			}
			return
		}
		if lost := c.lostAnswers(t, s); lost > 0 {
			c.say(path+".guard", "answers are lost after the work is done, and nothing keeps a retry from doing it again: about %s "+
				"of %s happen once more than they should; %s", reports.Count(lost), s.Effect.Name, fix)
			return
		}
		if c.overlaps(t) {
			c.say(path+".guard", "a call that times out is worked on all the same, and the retry repeats %s: one duplicate for "+
				"every timeout of %s that is served after all; %s", s.Effect.Name, c.p.Types[t].Name, fix)
		}
	})
}

// overlaps reports whether a call can go on after its caller has given up and
// retried.
func (c *planCase) overlaps(t int) bool {
	w := c.waitsOf(t)
	return c.patience(t) > 0 && !c.p.Types[t].Cancels && (!w.Limited || w.Retries > 0)
}

// lostAnswers is about how many further effects lost answers cause.
func (c *planCase) lostAnswers(t int, s *model.Step) float64 {
	w, sum := c.waitsOf(t), 0.0
	retries := w.Retries
	if !w.Limited {
		retries = 64
	}
	if c.patience(t) == 0 {
		return 0
	}
	for i := range c.p.Faults {
		f := &c.p.Faults[i]
		hit := 0.0 // of the calls
		for _, i := range estimate.Reached(c.p, s) {
			if f.Hits(i) {
				hit += c.p.Goes(s, i)
			}
		}
		if f.Kind != model.FaultResponseLost || hit == 0 {
			continue
		}
		extra, power := 0.0, 1.0
		for range min(retries, 64) {
			power *= f.Share
			extra += power
		}
		sum += float64(extra * hit * estimate.Jobs(c.p, t, f.Start, f.End))
	}
	return math.Round(sum)
}
