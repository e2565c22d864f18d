package sim

import "retrysim/sim/model"

func (p *Plan) validateDead(no func(bad bool, format string, args ...any)) {
	no(p.Dead.Keep < 0, "dead letters are kept for %v, want 0 or more", p.Dead.Keep)
	for i := range p.Actions {
		a := &p.Actions[i]
		no(a.Batch < 0, "action %s replays in batches of %d, want 0 or more", a.Name, a.Batch)
		no(a.MostCycles < 0, "action %s replays a job at most %d times, want 0 or more", a.Name, a.MostCycles)
	}
	for i := range p.Alerts {
		r := &p.Alerts[i]
		no(r.Clears.Set && r.Above && r.Clears.Level > r.Level, "alert %s fires above %v and is over below %v", r.Name, r.Level, r.Clears.Level)
		no(r.Clears.Set && !r.Above && r.Clears.Level < r.Level, "alert %s fires below %v and is over above %v", r.Name, r.Level, r.Clears.Level)
	}
	for t := range p.Types {
		for _, s := range p.Types[t].Steps {
			e := &s.Effect
			no(e.Expires < 0, "the key of effect %s expires after %v, want 0 or more", e.Name, e.Expires)
			no(e.Expires > 0 && e.Guard != model.GuardIdempotencyKey, "effect %s has no key that could expire", e.Name)
		}
	}
}
