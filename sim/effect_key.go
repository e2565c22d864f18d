package sim

import "time"

// An idempotency key may be forgotten after a while, as Stripe does after a day:
// https://docs.stripe.com/api/idempotent_requests. A call that comes later finds
// no key, and its effect happens again.

// keyUse is a step of a job for which effects count.
type keyUse struct {
	job  uint64
	step int
}

// keyUsed remembers when a key that will expire was used for the first time. A
// guarded effect is only applied where there is no valid key.
func (w *world) keyUsed(j *job, step int) {
	if w.typeOf(j).Steps[step].Effect.Expires == 0 {
		return
	}
	if w.keyed == nil {
		w.keyed = map[keyUse]int64{}
	}
	w.keyed[keyUse{w.root(j).id, step}] = w.now
}

// keyExpired reports whether the key that an effect was applied under guards no
// longer.
func (w *world) keyExpired(j *job, step int) bool {
	life := w.typeOf(j).Steps[step].Effect.Expires
	return life > 0 && time.Duration(w.now-w.keyed[keyUse{w.root(j).id, step}]) >= life
}
