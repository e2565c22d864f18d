package scenarios

import (
	"fmt"

	"retrysim/sim/model"
)

// checkKeep sees that what is said about the age of records concerns any.
func (c *checker) checkKeep() {
	d := &c.f.DeadLetters
	for _, key := range []string{"keep_from", "replay_clock"} {
		if d.Src.has(key) && d.Keep == 0 {
			c.failKey(d.Src.get(key), "records are kept for ever, whatever their age", "write keep: 4d, or leave "+key+" out")
		}
	}
}

// checkBatch sees that batches have a rate at which they go.
func (c *checker) checkBatch(e *Event) {
	if e.Batch > 0 && e.Rate == 0 && e.Ramp == nil {
		c.failKey(e.Src.get("batch"), "all records go at once, in one batch", "write rate: 10/s, too")
	}
}

// checkEffect sees that a key that expires guards something before.
func (c *checker) checkEffect(e *Effect) {
	switch {
	case e == nil || e.KeyExpires == 0:
	case e.Guard != "idempotency_key":
		c.failKey(e.Src.get("key_expires"), "no idempotency key guards this effect", "write guard: idempotency_key, too")
	case e.Key == "attempt":
		c.failKey(e.Src.get("key_expires"), "every attempt has a key of its own, which never guards", "write key: original_job, or key: job")
	}
}

// checkClears sees that an alert is over at a level on the other side of the one
// at which it fires.
func (c *checker) checkClears(a *Alert, when *model.Alert) {
	n := a.Src.get("clears")
	if !when.Levelled() {
		c.failKey(n, fmt.Sprintf("%q compares no level that could clear", shorten(a.When)), "leave clears out")
		return
	}
	level, err := parseClears(a.Clears, a.When, when)
	switch {
	case err != nil:
		c.failErr(n, err)
	case when.Above && level > when.Level:
		c.fail(n, "it would be over while it still fires", "write a level that is not above that of when")
	case !when.Above && level < when.Level:
		c.fail(n, "it would be over while it still fires", "write a level that is not below that of when")
	}
}
